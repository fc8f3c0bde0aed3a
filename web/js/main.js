// This file wires the page: it alone knows the panes, the options, the engine and the views, and tells each what to do.

import { bringIntoView, find, icon, make, show } from "./dom.js";
import { keepOptions, keepText, keptOptions, keptText } from "./drafts.js";
import { Engine, EngineStop } from "./engine.js";
import { download } from "./files.js";
import { Pane } from "./inputs.js";
import { Notice } from "./notice.js";
import { OptionsForm, asTexts } from "./options-form.js";
import { Samples } from "./samples.js";
import { drawShortcuts, evaluateKeys, listen, shortcuts } from "./shortcuts.js";
import { Store } from "./state.js";
import { startTheme } from "./theme.js";
import { drawAligned } from "./views/aligned.js";
import { describeEngine, drawEngine } from "./views/engine-status.js";
import { drawExpectedTable } from "./views/expected-table.js";
import { drawFindings } from "./views/findings.js";
import { drawReport } from "./views/report.js";
import { WORDS, drawVerdict } from "./views/verdict.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Evaluation} Evaluation
 * @typedef {import("./protocol.js").Recognition} Recognition
 * @typedef {import("./protocol.js").Location} Located
 * @typedef {import("./protocol.js").MadeExpected} MadeExpected
 * @typedef {import("./protocol.js").Refusal} Refusal
 */

const base = new URL(".", document.baseURI).href;

/** A pause in typing before a text is read: longer where reading takes longer. */
const READ_AFTER = 250;
const READ_BIG_AFTER = 900;
const BIG = 1_000_000;
const KEEP_AFTER = 400;
/** Quick work shows no sign of waiting. */
const SHOW_BUSY_AFTER = 500;

const HINTS = {
  expected: 'For example\n\n[\n  {"name": "search_flights", "args": {"from": "RUH"}},\n  {"name": "send_confirmation", "optional": true}\n]',
  trace: "An API response, a message list or a list of calls, as JSON or JSON Lines",
};

const engine = new Engine(base);
const store = new Store({
  engine: engine.state,
  expected: { name: "waiting" },
  trace: { name: "waiting" },
  judged: null,
  trouble: null,
  evaluating: false,
});
const notice = new Notice(say);

const panes = {
  expected: makePane("expected", "Expected calls"),
  trace: makePane("trace", "Agent trace"),
};
const options = new OptionsForm({
  onChange: () => {
    keepOptions(options.texts);
    checkStale();
  },
  onReset: (before) => notice.say("Options are back to their defaults.", { label: "Undo", run: () => options.set(before) }),
});
const samples = new Samples(base, {
  onSample: (sample) => {
    const undo = remember();
    panes.expected.replace(sample.expected);
    panes.trace.replace(sample.trace);
    options.set(asTexts(sample.options));
    bringIntoView(find("#inputs"));
    notice.say(`Sample loaded: ${sample.title}.`, { label: "Undo", run: undo });
  },
  onTrouble: (message) => notice.say(message),
});

/* ---- Panes: read while typing, keep over a reload ---- */

/**
 * What each pane's reading is about; a pointer of it fits the text only while this is the pane's document.
 * @type {Record<PaneName, unknown>}
 */
const readDocument = { expected: null, trace: null };
/** @type {Record<string, ReturnType<typeof setTimeout>>} */
const timers = {};

/**
 * @param {string} name
 * @param {number} delay
 * @param {() => void} run
 */
function later(name, delay, run) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(run, delay);
}

/**
 * @param {PaneName} name
 * @param {string} title
 */
function makePane(name, title) {
  return new Pane(
    name,
    { title, hint: HINTS[name] },
    {
      onChange: () => {
        checkStale();
        later(`keep.${name}`, KEEP_AFTER, () => keep(name));
        const { length } = panes[name].document;
        if (length === 0 || engine.state.name !== "ready") store.update({ [name]: { name: "waiting" } });
        later(`read.${name}`, length > BIG ? READ_BIG_AFTER : READ_AFTER, () => read(name));
      },
      onCall: (pointer, what) => locate(name, pointer, what),
      onTrouble: (message) => notice.say(message),
      onReplaced: (before, what) => notice.say(what, { label: "Undo", run: () => panes[name].replace(before) }),
    },
  );
}

/** @param {PaneName} name */
function keep(name) {
  const kept = keepText(name, panes[name].text);
  panes[name].drawKept(kept || panes[name].isEmpty);
}

/** @param {PaneName} name */
async function read(name) {
  const pane = panes[name];
  if (pane.isEmpty) return;
  const { document: asked } = pane;
  if (engine.state.name === "ready") {
    later(`reading.${name}`, SHOW_BUSY_AFTER, () => store.update({ [name]: { name: "reading" } }));
  }
  /** @type {import("./state.js").Reading} */
  let reading;
  try {
    const answer = await /** @type {Promise<Recognition | Refusal>} */ (
      engine.ask({ do: "recognise", pane: name, text: pane.text }, { slot: `recognise.${name}` })
    );
    reading = answer.ok ? { name: "read", recognition: answer } : { name: "unread", message: answer.error.message };
  } catch (error) {
    const stop = /** @type {EngineStop} */ (error);
    if (stop.why === "replaced") return;
    reading =
      stop.why === "cancelled"
        ? { name: "cancelled" }
        : { name: "unread", message: `Python stopped while reading this text (${stop.message}). It was started again.` };
  }
  clearTimeout(timers[`reading.${name}`]);
  if (!pane.document.eq(asked)) return;
  readDocument[name] = pane.document;
  store.update({ [name]: reading });
}

/**
 * Selects the piece of a pane's text that a JSON Pointer names.
 * @param {PaneName} name
 * @param {string} pointer
 * @param {string} what
 * @param {HTMLElement} [from]  Where the person came from, to go back to.
 */
async function locate(name, pointer, what, from) {
  const pane = panes[name];
  const { document: asked } = pane;
  try {
    const answer = await /** @type {Promise<Located | Refusal>} */ (
      engine.ask({ do: "locate", text: pane.text, pointer }, { slot: "locate", urgent: true })
    );
    if (!pane.document.eq(asked)) return;
    if (!answer.ok || !answer.span) {
      notice.say(`${what} was not found in the text.`);
      return;
    }
    pane.select(answer.span.from, answer.span.to);
    const back = from && {
      label: "Back to the result",
      run: () => {
        from.focus({ preventScroll: true });
        from.scrollIntoView({ block: "center" });
      },
    };
    notice.say(`${what} is selected in the ${pane.title.toLowerCase()}.`, back);
  } catch (error) {
    tellStop(error);
  }
}

/** @type {import("./views/call-link.js").ShowCall} */
function showCall(name, index, from) {
  const { judged } = store.state;
  if (!judged) return;
  const moved = name === "trace" ? judged.traceMoved : judged.expectedMoved;
  if (moved) {
    notice.say(`${panes[name].title} changed since the evaluation. Evaluate again to find calls in it.`);
    return;
  }
  const call = name === "trace" ? judged.view.actual_calls[index] : judged.view.expected_calls[index];
  if (!call) return;
  let pointer = "source" in call ? call.source : null;
  const reading = store.state[name];
  if (pointer === null && reading.name === "read" && readDocument[name] === panes[name].document) {
    pointer = reading.recognition.calls[index]?.source ?? null;
  }
  if (pointer === null) notice.say(`Where call ${index + 1} stands in the text is not known.`);
  else locate(name, pointer, `Call ${index + 1}, ${call.name},`, from);
}

/** Makes an undo for both texts and the options together. */
function remember() {
  const [expected, trace, values] = [panes.expected.text, panes.trace.text, options.texts];
  return () => {
    panes.expected.replace(expected);
    panes.trace.replace(trace);
    options.set(values);
  };
}

/* ---- Evaluate ---- */

/**
 * What the shown verdict is about.
 * @type {{ expected: { eq: (other: any) => boolean }, trace: { eq: (other: any) => boolean }, options: string } | null}
 */
let judgedInput = null;

/** Counts evaluations, so that only the last one asked for is shown. */
let evaluations = 0;

/** @param {{ keepFocus?: boolean }} [how] */
async function evaluate({ keepFocus = false } = {}) {
  const { problem } = options;
  if (problem) {
    options.goTo(problem.name);
    say(`Not evaluated. ${problem.message}`);
    return;
  }
  const { texts } = options;
  const input = { expected: panes.expected.document, trace: panes.trace.document, options: JSON.stringify(texts) };
  const turn = ++evaluations;
  notice.hide();
  store.update({ evaluating: true });
  if (engine.state.name === "failed") say("Python is not running. Press Retry; the evaluation then follows.");
  try {
    const answer = await /** @type {Promise<Evaluation | Refusal>} */ (
      engine.ask(
        { do: "evaluate", expected: panes.expected.text, trace: panes.trace.text, options: texts },
        { slot: "evaluate", urgent: true },
      )
    );
    if (turn !== evaluations) return;
    if (answer.ok) {
      judgedInput = input;
      store.update({
        evaluating: false,
        trouble: null,
        judged: {
          view: answer.view,
          reportText: answer.report_text,
          fileName: answer.file_name,
          extrasAllowed: texts.allow_extra === "true",
          stale: false,
          traceMoved: false,
          expectedMoved: false,
        },
      });
      checkStale();
      const title = find("#verdict-title");
      bringIntoView(find("#results"));
      if (!keepFocus) title.focus({ preventScroll: true });
      say(`${title.textContent?.trim()}. The result follows the inputs.`);
    } else {
      noResult(answer.error.message);
    }
  } catch (error) {
    const stop = /** @type {EngineStop} */ (error);
    if (turn !== evaluations) return;
    if (stop.why === "cancelled") {
      store.update({ evaluating: false });
      say("Evaluation cancelled.");
    } else {
      noResult(`Python stopped while it evaluated this input (${stop.message}). It was started again.`);
    }
  }
}

/** @param {string} why */
function noResult(why) {
  // An earlier verdict must not stand where this one is missing.
  judgedInput = null;
  store.update({ evaluating: false, judged: null, trouble: why });
  bringIntoView(find("#results"));
}

function checkStale() {
  const { judged } = store.state;
  if (!judged || !judgedInput) return;
  const expectedMoved = !judgedInput.expected.eq(panes.expected.document);
  const traceMoved = !judgedInput.trace.eq(panes.trace.document);
  const optionsMoved = options.problem !== null || judgedInput.options !== JSON.stringify(options.texts);
  const stale = expectedMoved || traceMoved || optionsMoved;
  const moved = [expectedMoved && "the expected calls", traceMoved && "the trace", optionsMoved && "the options"].filter(Boolean);
  find("#results-stale-why").textContent = stale
    ? `${moved.join(" and ").replace(/^t/, "T")} changed since this evaluation.`
    : "";
  if (stale === judged.stale && expectedMoved === judged.expectedMoved && traceMoved === judged.traceMoved) return;
  if (stale && !judged.stale) say("The result is out of date.");
  store.update({ judged: { ...judged, stale, expectedMoved, traceMoved } });
}

async function makeExpected() {
  if (panes.trace.isEmpty) {
    notice.say("Paste a trace first.");
    panes.trace.focus();
    return;
  }
  try {
    const answer = await /** @type {Promise<MadeExpected | Refusal>} */ (
      engine.ask({ do: "make_expected", trace: panes.trace.text }, { slot: "make_expected", urgent: true })
    );
    const problem = answer.ok ? answer.errors[0] : answer.error;
    if (answer.ok && answer.text !== null) {
      const before = panes.expected.text;
      panes.expected.replace(answer.text);
      notice.say("Expected calls were made from the trace.", { label: "Undo", run: () => panes.expected.replace(before) });
    } else {
      notice.say(`No expected calls could be made. ${problem?.message ?? ""}`);
    }
  } catch (error) {
    tellStop(error);
  }
}

/** @param {unknown} error */
function tellStop(error) {
  const stop = /** @type {EngineStop} */ (error);
  if (stop.why === "broke") notice.say(`Python stopped (${stop.message}) and was started again.`);
}

/* ---- Drawing ---- */

/** @type {import("./protocol.js").View | null} */
let drawnView = null;

store.watch(["engine"], ({ engine: state }) => drawEngine(state));
for (const name of /** @type {PaneName[]} */ (["expected", "trace"])) {
  store.watch([name], (state) => panes[name].draw(state[name]));
}
store.watch(["judged", "trouble", "evaluating"], ({ judged, trouble, evaluating }) => {
  find("#results").setAttribute("aria-busy", String(evaluating));
  show(find("#results-empty"), !judged && !trouble);
  show(find("#results-trouble"), trouble !== null);
  find("#results-trouble-why").textContent = trouble;
  show(find("#results-judged"), judged !== null);
  find("#results-judged").dataset.stale = String(judged?.stale ?? false);
  show(find("#results-stale"), judged?.stale ?? false);
  drawLast(judged);
  if (!judged || judged.view === drawnView) return;
  drawnView = judged.view;
  drawVerdict(judged.view, {
    showCall,
    onGoTo: (offset, { where }) => {
      if (where === "expected" || where === "trace") panes[where].select(offset);
    },
    onOption: (name) => options.goTo(name),
  });
  const couldJudge = judged.view.verdict !== "error";
  show(find("#results-detail"), couldJudge);
  if (couldJudge) {
    drawExpectedTable(judged.view, showCall);
    drawAligned(judged, showCall);
    drawFindings(judged, showCall);
  }
  drawReport(judged, {
    onCopy: () => copyReport(judged.reportText),
    onDownload: () => download(judged.reportText, judged.fileName),
  });
});

/** @param {import("./state.js").Judged | null} judged */
function drawLast(judged) {
  const last = find("#run-last");
  show(last, judged !== null);
  if (!judged) return;
  const { verdict } = judged.view;
  const link = make("a", { href: "#results", class: "run-last-link", "data-verdict": judged.stale ? "stale" : verdict });
  link.append(icon(judged.stale ? "stale" : verdict), judged.stale ? "Result out of date" : WORDS[verdict]);
  last.replaceChildren(link);
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

let lastSaid = "";
/** @param {string} text */
function say(text) {
  // A changed text is read out; the same one again needs a difference that nobody hears.
  lastSaid = text === lastSaid ? `${text}\u00a0` : text;
  find("#status").textContent = lastSaid;
}

/* ---- The engine's events ---- */

let wasReady = false;
engine.addEventListener("state", () => {
  store.update({ engine: engine.state });
  if (engine.state.name === "ready" && !wasReady) say("Python is ready.");
  wasReady = engine.state.name === "ready";
  drawBusy();
});

/** Since when there is work without a pause. */
let busySince = 0;
engine.addEventListener("busy", () => {
  if (!engine.busy) busySince = 0;
  else if (busySince === 0) {
    busySince = performance.now();
    later("busy", SHOW_BUSY_AFTER, drawBusy);
  }
  drawBusy();
});

function drawBusy() {
  const { evaluating } = store.state;
  const { name } = engine.state;
  const long = busySince > 0 && performance.now() - busySince >= SHOW_BUSY_AFTER - 5;
  // Texts that wait for Python to start are no work that one would cancel.
  show(find("#run-busy"), long && name !== "failed" && (evaluating || name === "ready"));
  find("#run-busy-text").textContent =
    name === "loading" ? `Waiting. ${describeEngine(engine.state)}` : evaluating ? "Evaluating" : "Reading";
}

/* ---- Buttons and keys ---- */

const help = /** @type {HTMLDialogElement} */ (find("#help"));
const keys = shortcuts({
  evaluate: () => evaluate({ keepFocus: panes.expected.hasFocus || panes.trace.hasFocus }),
  help: () => help.showModal(),
});
listen(keys);
drawShortcuts(find("#help-keys"), keys);
find("#evaluate-keys").textContent = evaluateKeys;
find("#evaluate").addEventListener("click", () => evaluate());
find("#evaluate-again").addEventListener("click", () => evaluate());
find("#make-expected").addEventListener("click", makeExpected);
find("#cancel").addEventListener("click", () => {
  engine.cancel();
  find("#evaluate").focus();
});
find("#engine-retry").addEventListener("click", () => {
  engine.start();
  find("#evaluate").focus();
});
find("#help-open").addEventListener("click", () => help.showModal());
help.addEventListener("click", (event) => {
  if (event.target === help) help.close();
});
find("#first-sample").addEventListener("click", () => samples.loadFirst());
window.addEventListener("pagehide", () => {
  keep("expected");
  keep("trace");
});
// A file that misses a pane must not replace the page.
for (const event of ["dragover", "drop"]) window.addEventListener(event, (e) => e.preventDefault());

/* ---- Start ---- */

startTheme();
engine.start();
for (const name of /** @type {PaneName[]} */ (["expected", "trace"])) {
  const kept = keptText(name);
  if (kept) panes[name].replace(kept);
}
start().catch((error) => notice.say(`A part of the page could not be loaded: ${error.message}`));

async function start() {
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
