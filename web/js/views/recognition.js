// This file draws what was recognised in a pane: one line, notes, errors with their place, and the calls.

import { fillLong, find, icon, make, outside, show } from "../dom.js";
import { count, ordinal } from "../text.js";
import { drawProblems } from "./problems.js";

/**
 * @typedef {import("../protocol.js").PaneName} PaneName
 * @typedef {import("../protocol.js").RecognisedCall} RecognisedCall
 * @typedef {import("../state.js").Reading} Reading
 */

/**
 * @param {HTMLElement} below
 * @param {Reading} reading
 * @param {{ pane: PaneName, empty: boolean, onCall: (call: RecognisedCall) => void, onGoTo: (offset: number) => void,
 *   onSplit: () => void }} how
 */
export function drawRecognition(below, reading, { pane, empty, onCall, onGoTo, onSplit }) {
  const found = find("[data-found]", below);
  const notes = find("[data-notes]", below);
  const errors = find("[data-errors]", below);
  const calls = find("[data-calls]", below);

  const recognition = reading.name === "read" ? reading.recognition : null;
  const { state, text, mark } = describe(reading, pane, empty);
  const noteTexts = recognition?.notes ?? [];
  notes.replaceChildren(...noteTexts.map((note) => make("li", {}, outside(note))));
  show(notes, noteTexts.length > 0);

  const whole = find("[data-case]", below);
  show(whole, !empty && (recognition?.is_case ?? false));
  if (recognition?.is_case) {
    const split = make("button", { type: "button", class: "button button-small" }, "Fill the panes");
    split.addEventListener("click", onSplit);
    whole.replaceChildren(make("span", {}, "This is a whole case, with expected calls, trace and options."), split);
  }

  drawProblems(errors, recognition?.errors ?? [], { onGoTo });

  // The line heads the list of calls where there is one.
  const list = (!empty && recognition?.calls) || [];
  const title = find("[data-calls-title]", below);
  const line = list.length ? title : found;
  line.dataset.state = state;
  line.replaceChildren(...(mark ? [icon(mark)] : []), make("span", {}, text));
  show(found, line === found);
  show(calls, line === title);
  fillLong(find("[data-calls-list]", below), list, (call) => drawCall(call, onCall), { step: 50 });
}

/** @type {Record<PaneName, string>} */
const EMPTY = {
  expected: "Empty. Write a JSON list of calls, or make it from a trace.",
  trace: "Empty. Paste a trace, open a file or drop one here.",
  tools: "Empty. With definitions, each call’s parameters are checked against them.",
  context: "Empty. The values of a call are looked for here, and in what the trace’s user and earlier results said.",
};

/** @type {Partial<Record<PaneName, string>>} */
const NONE = { tools: "none; parameters are checked when they are given", context: "none; it is where values come from" };

/**
 * Says beside the title of a folded pane what is in it.
 * @param {HTMLElement} brief
 * @param {Reading} reading
 * @param {PaneName} pane
 * @param {boolean} empty
 */
export function drawBrief(brief, reading, pane, empty) {
  const recognition = !empty && reading.name === "read" ? reading.recognition : null;
  brief.textContent = empty ? NONE[pane] ?? "none" : recognition?.state === "error" ? "could not be read" : recognition?.summary ?? "";
  brief.dataset.state = empty ? "empty" : recognition?.state ?? "waiting";
}

/**
 * @param {Reading} reading
 * @param {PaneName} pane
 * @param {boolean} empty
 * @returns {{ state: string, text: string, mark: string | null }}
 */
function describe(reading, pane, empty) {
  if (empty) {
    return { state: "empty", text: EMPTY[pane], mark: null };
  }
  switch (reading.name) {
    case "waiting":
      return { state: "waiting", text: "Will be read when Python is ready.", mark: null };
    case "reading":
      return { state: "waiting", text: "Reading", mark: null };
    case "cancelled":
      return { state: "empty", text: "Reading was cancelled. It starts again when the text changes.", mark: "note" };
    case "unread":
      return { state: "error", text: reading.message, mark: "error" };
    case "read": {
      const { state, summary, errors, calls } = reading.recognition;
      if (state === "error") {
        return { state, text: errors.length ? "Could not be read" : summary, mark: "error" };
      }
      const text = pane === "expected" ? count(calls.length, "expected call") : summary;
      return { state, text, mark: state === "calls" || state === "given" ? "right" : "note" };
    }
  }
}

/**
 * @param {RecognisedCall} call
 * @param {(call: RecognisedCall) => void} onCall
 */
function drawCall(call, onCall) {
  const row = make(
    call.source === null ? "span" : "button",
    { class: "pane-call", type: call.source === null ? null : "button", title: call.source === null ? null : "Show it in the text" },
    make("span", { class: "pane-call-number" }, ordinal(call.index)),
    outside(call.name, "pane-call-name"),
    call.args_text === null
      ? make("span", { class: "pane-call-any" }, "any arguments")
      : outside(call.args_text, "pane-call-args"),
    call.optional ? make("span", { class: "call-tag" }, "optional") : null,
    call.failed ? make("span", { class: "call-tag call-tag-warn" }, "result: error") : null,
  );
  row.addEventListener("click", () => onCall(call));
  return make("li", {}, row);
}
