// This file offers, while expected calls are written, what may stand at the place: fields, tools, arguments, rule words.

import { startCompletion } from "../vendor/codemirror.js";
import { placeAt } from "./json-place.js";

/**
 * @typedef {import("./json-place.js").Frame} Frame
 * @typedef {import("./protocol.js").Words} Words
 * @typedef {import("@codemirror/autocomplete").Completion} Completion
 * @typedef {import("@codemirror/autocomplete").CompletionSource} Completing
 * @typedef {(view: import("@codemirror/view").EditorView, completion: Completion, from: number, to: number) => void} Apply
 *
 * @typedef {"calls" | "call" | "args" | "value" | "rules" | "rule" | "paths" | `field ${string}` | `word ${string}`} Role
 *   What a value is: calls, one call, its arguments, a value in them, rules by pointer, a rule, paths, or the value of a
 *   named field or rule word.
 *
 * @typedef {object} Known
 * @property {Words} words
 * @property {{ name: string, arguments: string[] }[]} tools
 */

/** The end of a longer text is not read again at every key. */
const LONGEST = 200_000;
const NAMES = ["name", "tool", "tool_name", "toolName", "function_name", "action"];
const ARGS = ["args", "arguments", "input", "parameters", "params"];

/** What is written after a key; `|` is where one goes on. */
/** @type {Record<string, string>} */
const AFTER = {
  name: '"|"', args: "{|}", optional: "true|", match: '"|"', compare: "[|]", rules: "{|}", any_of: "[|]", expect_result: '"|"',
  $expect: "{|}", any: "true|", absent: "true|", ignore: "true|", one_of: "[|]", pattern: '"|"', contains: '"|"', type: '"|"',
  as: '"|"', from: '"|"',
};

/**
 * @param {() => import("./state.js").State} state
 * @returns {Completing}
 */
export function completing(state) {
  return (context) => {
    const { words, trace } = state();
    if (!words || context.pos > LONGEST) return null;
    const place = placeAt(context.state.sliceDoc(0, context.pos));
    if (!context.explicit && !place.quoted && place.from === context.pos) return null;
    const tools = trace.name === "read" ? trace.recognition.tools : [];
    const options = offered(place, { words, tools });
    return options.length ? { from: place.from, options, validFor: /^[^"\s,:{}[\]]*$/ } : null;
  };
}

/**
 * @param {import("./json-place.js").Place} place
 * @param {Known} known
 * @returns {Completion[]}
 */
function offered({ frames, expects, quoted }, known) {
  const { words } = known;
  const frame = frames.at(-1);
  if (!frame || expects === null) return [];
  const role = roleOf(frames.slice(0, -1));
  if (expects === "key") {
    const keys = keysIn(role, frames, known);
    return keys.filter(({ label }) => !frame.seen.has(label)).map((key) => ({ ...key, apply: writeKey(quoted) }));
  }
  const wanted = roleOf(frames);
  if (wanted === "value") return quoted ? [] : [{ label: "$expect", detail: "a rule for this value", apply: writeText('{"$expect": {|}}') }];
  return valuesOf(wanted, frames, known).map((value) => ({
    ...value,
    apply: value.type === "constant" ? value.label : writeValue(quoted),
  }));
}

/**
 * What the keys of the innermost object may be.
 * @param {Role} role
 * @param {Frame[]} frames
 * @param {Known} known
 * @returns {Completion[]}
 */
function keysIn(role, frames, { words, tools }) {
  const arguments_ = () => argumentsOf(frames, tools).map((label) => ({ label, detail: "in the trace" }));
  switch (role) {
    case "calls":
    case "call":
      return listed(words.fields);
    case "args":
      return arguments_();
    case "rules":
      return arguments_().map(({ label, detail }) => ({ label: `/${label.replace(/~/g, "~0").replace(/\//g, "~1")}`, detail }));
    case "rule":
      return listed(words.rule_words);
    case "value":
      return frames.at(-1)?.seen.size ? [] : [{ label: "$expect", detail: "a rule for this value" }];
    default:
      return [];
  }
}

/**
 * @param {Role} role
 * @param {Frame[]} frames
 * @param {Known} known
 * @returns {Completion[]}
 */
function valuesOf(role, frames, { words, tools }) {
  const plain = (/** @type {string[]} */ values) => values.map((label) => ({ label }));
  const truth = ["true", "false"].map((label) => ({ label, type: "constant" }));
  if (role === "paths") return plain(argumentsOf(frames, tools));
  const [kind, name = ""] = role.split(" ");
  if (kind === "field") {
    if (NAMES.includes(name)) return tools.map(({ name: label }) => ({ label, detail: "in the trace" }));
    if (name === "match") return listed(words.match);
    if (name === "expect_result") return plain(words.expect_result);
    if (name === "optional") return truth;
  }
  if (kind === "word") {
    if (name === "type") return plain(words.types);
    if (name === "as") return plain(words.readings);
    if (AFTER[name] === "true|" || name === "optional") return truth;
  }
  return [];
}

/**
 * What the value that comes next inside these objects and lists is.
 * @param {Frame[]} frames
 * @returns {Role}
 */
function roleOf(frames) {
  /** @type {Role} */
  let role = "calls";
  for (const { kind, key } of frames) {
    const name = key ?? "";
    if (kind === "array") {
      if (role === "calls") role = "call";
    } else if (role === "calls" || role === "call") {
      role =
        ARGS.includes(name) ? "args"
        : name === "rules" ? "rules"
        : name === "any_of" || /expected|calls$/.test(name) ? "calls"
        : name === "compare" ? "paths"
        : name === "function" ? "call"
        : `field ${name}`;
    } else if (role === "args") {
      role = "value";
    } else if (role === "value") {
      role = name === "$expect" ? "rule" : "value";
    } else if (role === "rules") {
      role = "rule";
    } else if (role === "rule") {
      role = `word ${name}`;
    }
  }
  return role;
}

/**
 * The arguments that the trace gives the tool of the innermost call, or any tool when its name is not known yet.
 * @param {Frame[]} frames
 * @param {Known["tools"]} tools
 */
function argumentsOf(frames, tools) {
  const call = frames.findLast(({ seen }) => NAMES.some((key) => seen.get(key)));
  const name = NAMES.map((key) => call?.seen.get(key)).find(Boolean);
  const own = tools.filter((tool) => tool.name === name);
  return [...new Set((own.length ? own : tools).flatMap((tool) => tool.arguments))];
}

/**
 * @param {import("./protocol.js").Word[]} words
 * @returns {Completion[]}
 */
function listed(words) {
  return words.map(({ word, help }, rank) => ({ label: word, detail: help, boost: -rank }));
}

/**
 * Writes a key with its quotes and, where none follows, the beginning of its value.
 * @param {boolean} quoted
 * @returns {Apply}
 */
function writeKey(quoted) {
  return (view, { label }, from, to) => {
    const rest = view.state.sliceDoc(to, to + 40);
    const closing = quoted && rest.startsWith('"') ? 1 : 0;
    const key = `${quoted ? "" : '"'}${escaped(label)}"`;
    const hasValue = /^\s*:/.test(rest.slice(closing));
    write(view, hasValue ? `${key}|` : `${key}: ${AFTER[label] ?? "|"}`, from, to + closing);
    if (!hasValue && AFTER[label]?.includes("|") && AFTER[label] !== "true|") startCompletion(view);
  };
}

/**
 * Writes a text value with its quotes.
 * @param {boolean} quoted
 * @returns {Apply}
 */
function writeValue(quoted) {
  return (view, { label }, from, to) => {
    const closing = quoted && view.state.sliceDoc(to, to + 1) === '"' ? 1 : 0;
    write(view, `${quoted ? "" : '"'}${escaped(label)}"|`, from, to + closing);
  };
}

/**
 * @param {string} text
 * @returns {Apply}
 */
function writeText(text) {
  return (view, _, from, to) => {
    write(view, text, from, to);
    startCompletion(view);
  };
}

/**
 * @param {import("@codemirror/view").EditorView} view
 * @param {string} text  With `|` where the cursor goes; the last one counts.
 * @param {number} from
 * @param {number} to
 */
function write(view, text, from, to) {
  const cursor = text.lastIndexOf("|");
  const insert = text.slice(0, cursor) + text.slice(cursor + 1);
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + cursor }, userEvent: "input.complete" });
}

/** @param {string} text */
function escaped(text) {
  return JSON.stringify(text).slice(1, -1);
}
