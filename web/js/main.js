// This file wires the page: it alone knows the panes, the options, the engine and the views, and tells each what to do.

import { watchBusy } from "./busy.js";
import { completing } from "./completion.js";
import { bringIntoView, find } from "./dom.js";
import { keepOptions, keptGiven, keptOptions, keptText } from "./drafts.js";
import { Engine } from "./engine.js";
import { download } from "./files.js";
import { Pane } from "./inputs.js";
import { Judge } from "./judge.js";
import { Notice } from "./notice.js";
import { OptionsForm, asTexts } from "./options-form.js";
import { Reader } from "./reader.js";
import { ReadingChoice } from "./reading-choice.js";
import { Samples } from "./samples.js";
import { say } from "./say.js";
import { drawShortcuts, evaluateKeys, listen, shortcuts } from "./shortcuts.js";
import { Store } from "./state.js";
import { startTheme } from "./theme.js";
import { drawEngine } from "./views/engine-status.js";
import { drawResults } from "./views/results.js";
import { NOTHING_GIVEN, READ_AS_RECOGNISED, WholeCases } from "./whole-cases.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Words} Words
 * @typedef {import("./protocol.js").Refusal} Refusal
 */

const NAMES = /** @type {const} */ (["expected", "trace", "tools", "context"]);
const HINTS = {
  expected: 'For example\n\n[\n  {"name": "search_flights", "args": {"from": "RUH"}},\n  {"name": "send_confirmation", "optional": true}\n]',
  trace: "An API response, a message list or a list of calls, as JSON or JSON Lines",
  tools: 'What the agent could call, in any usual wrapping. For example\n\n[{"name": "search_flights", "parameters": {"type": "object", "properties": {"from": {"type": "string"}}}}]',
  context: "What the user and the system said before the calls: plain text, or messages as JSON",
};

const base = new URL(".", document.baseURI).href;
const engine = new Engine(base);
const store = new Store({
  engine: engine.state,
  expected: { name: "waiting" },
  trace: { name: "waiting" },
  tools: { name: "waiting" },
  context: { name: "waiting" },
  choice: READ_AS_RECOGNISED,
  given: keptGiven() ?? NOTHING_GIVEN,
  words: null,
  judged: null,
  trouble: null,
  evaluating: false,
});
const notice = new Notice(say);

/* ---- The parts ---- */

const panes = {
  expected: makePane("expected", "Expected calls", completing(() => store.state)),
  trace: makePane("trace", "Agent trace"),
  tools: makePane("tools", "Tool definitions"),
  context: makePane("context", "Context"),
};
const options = new OptionsForm({
  onChange: () => {
    keepOptions(options.texts);
    judge.checkStale();
  },
  onReset: (before) => notice.say("Options are back to their defaults.", { label: "Undo", run: () => options.set(before) }),
});
const judge = new Judge({ engine, store, notice, panes, options });
const cases = new WholeCases({ engine, store, notice, panes, options });
const reader = new Reader({ engine, store, notice, panes, onCase: (name) => cases.split(name) });
const samples = new Samples(base, {
  onSample: (sample) => {
    const undo = cases.remember();
    cases.fill(sample, asTexts(sample.options));
    bringIntoView(find("#inputs"));
    notice.say(`Sample loaded: ${sample.title}.`, { label: "Undo", run: undo });
  },
  onTrouble: (message) => notice.say(message),
});
new ReadingChoice(store, () => panes.trace.isEmpty);

/**
 * @param {PaneName} name
 * @param {string} title
 * @param {import("./completion.js").Completing} [complete]
 */
function makePane(name, title, complete) {
  return new Pane(
    name,
    { title, hint: HINTS[name] },
    {
      onChange: () => {
        // What came with a case, and how its trace is read, ends with the texts.
        if (name === "trace" && panes.trace.isEmpty) store.update({ choice: READ_AS_RECOGNISED });
        if (panes.expected.isEmpty && panes.trace.isEmpty) store.update({ given: NOTHING_GIVEN });
        judge.checkStale();
        reader.changed(name);
      },
      onCall: (pointer, what) => reader.locate(name, pointer, what),
      onSplit: () => cases.split(name),
      onTrouble: (message) => notice.say(message),
      onReplacing: (before, what) => {
        const { given, choice } = store.state;
        if (name === "trace") store.update({ choice: READ_AS_RECOGNISED });
        const undo = () => {
          panes[name].replace(before);
          store.update({ given, choice });
        };
        notice.say(what, { label: "Undo", run: undo });
      },
    },
    complete,
  );
}

/** @type {import("./views/call-link.js").ShowCall} */
function showCall(name, index, from) {
  const { judged } = store.state;
  if (!judged) return;
  if (judged.moved.includes(name)) {
    notice.say(`${panes[name].title} changed since the evaluation. Evaluate again to find calls in it.`);
    return;
  }
  const call = name === "trace" ? judged.view.actual_calls[index] : judged.view.expected_calls[index];
  if (!call) return;
  const pointer = ("source" in call ? call.source : null) ?? reader.pointer(name, index);
  if (pointer === null) notice.say(`Where call ${index + 1} stands in the text is not known.`);
  else reader.locate(name, pointer, `Call ${index + 1}, ${call.name},`, from);
}

/** @param {string} text */
async function copyReport(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice.say("Report copied.");
  } catch {
    notice.say("The browser did not allow copying. Use Download.");
  }
}

/* ---- The state's changes ---- */

store.watch(["engine"], ({ engine: state }) => drawEngine(state));
for (const name of NAMES) store.watch([name], (state) => panes[name].draw(state[name]));
for (const name of /** @type {const} */ (["given", "choice"])) store.addEventListener(name, () => judge.checkStale());
store.addEventListener("choice", () => reader.read("trace"));
store.watch(["judged", "trouble", "evaluating"], (state) =>
  drawResults(state, {
    showCall,
    onGoTo: (offset, { where }) => {
      if (where !== null && where !== "options") panes[where].select(offset);
    },
    onOption: (name) => options.goTo(name),
    onCopy: copyReport,
    onDownload: download,
  }),
);

let wasReady = false;
engine.addEventListener("state", () => {
  store.update({ engine: engine.state });
  const isReady = engine.state.name === "ready";
  if (isReady && !wasReady) say("Python is ready.");
  wasReady = isReady;
  if (isReady && !store.state.words) askWords();
});
watchBusy(engine, store);

async function askWords() {
  try {
    const answer = await /** @type {Promise<Words | Refusal>} */ (engine.ask({ do: "words" }, { slot: "words" }));
    if (answer.ok) store.update({ words: answer });
  } catch {
    // Cancelled, or replaced by the same question: asked again when Python is ready again.
  }
}

/* ---- Buttons and keys ---- */

const help = /** @type {HTMLDialogElement} */ (find("#help"));
const keys = shortcuts({
  evaluate: () => judge.evaluate({ keepFocus: NAMES.some((name) => panes[name].hasFocus) }),
  help: () => help.showModal(),
});
listen(keys);
drawShortcuts(find("#help-keys"), keys);
find("#evaluate-keys").textContent = evaluateKeys;
find("#evaluate").addEventListener("click", () => judge.evaluate());
find("#evaluate-again").addEventListener("click", () => judge.evaluate());
find("#make-expected").addEventListener("click", () => reader.makeExpected());
find("#engine-retry").addEventListener("click", () => {
  engine.start();
  find("#evaluate").focus();
});
find("#help-open").addEventListener("click", () => help.showModal());
help.addEventListener("click", (event) => {
  if (event.target === help) help.close();
});
find("#first-sample").addEventListener("click", () => samples.loadFirst());
window.addEventListener("pagehide", () => NAMES.forEach((name) => reader.keep(name)));
// A file that misses a pane must not replace the page.
for (const event of ["dragover", "drop"]) window.addEventListener(event, (e) => e.preventDefault());

/* ---- Start ---- */

startTheme();
engine.start();
start().catch((error) => notice.say(`A part of the page could not be loaded: ${error.message}`));

async function start() {
  const given = store.state.given;
  for (const name of NAMES) {
    const kept = keptText(name);
    if (kept) panes[name].fill(kept);
  }
  store.update({ given });
  const json = async (/** @type {string} */ path) => {
    const response = await fetch(new URL(path, base));
    if (!response.ok) throw new Error(`${path} (HTTP ${response.status})`);
    return response.json();
  };
  const [fields, build] = await Promise.all([json("data/options.json"), json("data/build.json"), samples.fill()]);
  const kept = keptOptions();
  options.fill(fields);
  options.set(kept);
  find("#version").textContent = `Version ${build.version}.`;
}
