// This file has the inputs judged, and knows whether the shown verdict is still about them.

import { bringIntoView, find } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Evaluation} Evaluation
 * @typedef {import("./protocol.js").Refusal} Refusal
 * @typedef {import("./engine.js").EngineStop} EngineStop
 *
 * @typedef {{ eq: (other: any) => boolean }} Document
 * @typedef {Record<PaneName, Document> & { options: string, given: string, choice: string }} Input
 */

const PANES = /** @type {const} */ (["expected", "trace", "tools", "context"]);
/** @type {Record<PaneName, string>} */
const WORDS = { expected: "the expected calls", trace: "the trace", tools: "the tool definitions", context: "the context" };

export class Judge {
  #engine;
  #store;
  #notice;
  #panes;
  #options;
  /**
   * What the shown verdict is about.
   * @type {Input | null}
   */
  #judged = null;
  /** Counts evaluations, so that only the last one asked for is shown. */
  #evaluations = 0;

  /**
   * @param {{ engine: import("./engine.js").Engine, store: import("./state.js").Store,
   *   notice: import("./notice.js").Notice, panes: import("./reader.js").Panes,
   *   options: import("./options-form.js").OptionsForm }} parts
   */
  constructor({ engine, store, notice, panes, options }) {
    this.#engine = engine;
    this.#store = store;
    this.#notice = notice;
    this.#panes = panes;
    this.#options = options;
  }

  /** @param {{ keepFocus?: boolean }} [how] */
  async evaluate({ keepFocus = false } = {}) {
    const { problem, texts } = this.#options;
    if (problem) {
      this.#options.goTo(problem.name);
      say(`Not evaluated. ${problem.message}`);
      return;
    }
    const input = this.#input();
    const { given, choice } = this.#store.state;
    const turn = ++this.#evaluations;
    this.#notice.hide();
    this.#store.update({ evaluating: true });
    if (this.#engine.state.name === "failed") say("Python is not running. Press Retry; the evaluation then follows.");
    try {
      const answer = await /** @type {Promise<Evaluation | Refusal>} */ (
        this.#engine.ask(
          { do: "evaluate", ...this.#texts(), options: texts, ...given, ...choice },
          { slot: "evaluate", urgent: true },
        )
      );
      if (turn !== this.#evaluations) return;
      if (!answer.ok) {
        this.#noResult(answer.error.message);
        return;
      }
      this.#judged = input;
      this.#store.update({
        evaluating: false,
        trouble: null,
        judged: {
          view: answer.view,
          reportText: answer.report_text,
          fileName: answer.file_name,
          extrasAllowed: texts.allow_extra === "true",
          deciding: given.evaluators ?? [],
          stale: false,
          moved: [],
        },
      });
      this.checkStale();
      const title = find("#verdict-title");
      bringIntoView(find("#results"));
      if (!keepFocus) title.focus({ preventScroll: true });
      say(`${title.textContent?.trim()}. The result follows the inputs.`);
    } catch (error) {
      const stop = /** @type {EngineStop} */ (error);
      if (turn !== this.#evaluations) return;
      if (stop.why === "cancelled") {
        this.#store.update({ evaluating: false });
        say("Evaluation cancelled.");
      } else {
        this.#noResult(`Python stopped while it evaluated this input (${stop.message}). It was started again.`);
      }
    }
  }

  /** Compares what was judged with the inputs as they are now. */
  checkStale() {
    const { judged } = this.#store.state;
    if (!judged || !this.#judged) return;
    const before = this.#judged;
    const now = this.#input();
    const moved = PANES.filter((name) => !before[name].eq(now[name]) || (name === "trace" && before.choice !== now.choice));
    const optionsMoved = this.#options.problem !== null || before.options !== now.options;
    const givenMoved = before.given !== now.given;
    const stale = moved.length > 0 || optionsMoved || givenMoved;
    const words = [
      ...moved.map((name) => (before[name].eq(now[name]) ? "the reading of the trace" : WORDS[name])),
      ...(optionsMoved ? ["the options"] : []),
      ...(givenMoved ? ["what came with the case"] : []),
    ];
    find("#results-stale-why").textContent = stale
      ? `${words.join(" and ").replace(/^[tw]/, (letter) => letter.toUpperCase())} changed since this evaluation.`
      : "";
    if (stale === judged.stale && String(moved) === String(judged.moved)) return;
    if (stale && !judged.stale) say("The result is out of date.");
    this.#store.update({ judged: { ...judged, stale, moved } });
  }

  #texts() {
    const { expected, trace, tools, context } = this.#panes;
    return { expected: expected.text, trace: trace.text, tools: tools.text, context: context.text };
  }

  /** @returns {Input} */
  #input() {
    const { given, choice } = this.#store.state;
    const { expected, trace, tools, context } = this.#panes;
    return {
      expected: expected.document,
      trace: trace.document,
      tools: tools.document,
      context: context.document,
      options: JSON.stringify(this.#options.texts),
      given: JSON.stringify(given),
      choice: JSON.stringify(choice),
    };
  }

  /** @param {string} why */
  #noResult(why) {
    // An earlier verdict must not stand where this one is missing.
    this.#judged = null;
    this.#store.update({ evaluating: false, judged: null, trouble: why });
    bringIntoView(find("#results"));
  }
}
