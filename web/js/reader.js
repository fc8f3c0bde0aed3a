// This file has the panes' texts read while they are typed, keeps them over a reload, and finds calls in them.

import { SHOW_BUSY_AFTER } from "./busy.js";
import { keepText } from "./drafts.js";
import { later, notLater } from "./later.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Recognition} Recognition
 * @typedef {import("./protocol.js").Location} Located
 * @typedef {import("./protocol.js").MadeExpected} MadeExpected
 * @typedef {import("./protocol.js").Refusal} Refusal
 * @typedef {import("./engine.js").EngineStop} EngineStop
 * @typedef {Record<PaneName, import("./inputs.js").Pane>} Panes
 */

/** A pause in typing before a text is read: longer where reading takes longer. */
const READ_AFTER = 250;
const READ_BIG_AFTER = 900;
const BIG = 1_000_000;
const KEEP_AFTER = 400;

export class Reader {
  #engine;
  #store;
  #notice;
  #panes;
  #onCase;
  /**
   * What each pane's reading is about; a pointer of it fits the text only while this is the pane's document.
   * @type {Record<PaneName, unknown>}
   */
  #document = { expected: null, trace: null, tools: null, context: null };

  /**
   * @param {{ engine: import("./engine.js").Engine, store: import("./state.js").Store,
   *   notice: import("./notice.js").Notice, panes: Panes, onCase: (name: PaneName) => void }} parts
   *   `onCase`: a whole case was pasted into a pane.
   */
  constructor({ engine, store, notice, panes, onCase }) {
    this.#engine = engine;
    this.#store = store;
    this.#notice = notice;
    this.#panes = panes;
    this.#onCase = onCase;
  }

  /**
   * A pane's text changed.
   * @param {PaneName} name
   */
  changed(name) {
    later(`keep.${name}`, KEEP_AFTER, () => this.keep(name));
    const { length } = this.#panes[name].document;
    if (length === 0 || this.#engine.state.name !== "ready") this.#store.update({ [name]: { name: "waiting" } });
    later(`read.${name}`, length > BIG ? READ_BIG_AFTER : READ_AFTER, () => this.read(name));
  }

  /** @param {PaneName} name */
  keep(name) {
    const pane = this.#panes[name];
    const kept = keepText(name, pane.text);
    pane.drawKept(kept || pane.isEmpty);
  }

  /** @param {PaneName} name */
  async read(name) {
    const pane = this.#panes[name];
    if (pane.isEmpty) return;
    const { document: asked } = pane;
    const choice = name === "trace" ? this.#store.state.choice : {};
    if (this.#engine.state.name === "ready") {
      later(`reading.${name}`, SHOW_BUSY_AFTER, () => this.#store.update({ [name]: { name: "reading" } }));
    }
    /** @type {import("./state.js").Reading} */
    let reading;
    try {
      const answer = await /** @type {Promise<Recognition | Refusal>} */ (
        this.#engine.ask({ do: "recognise", pane: name, text: pane.text, ...choice }, { slot: `recognise.${name}` })
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
    notLater(`reading.${name}`);
    if (!pane.document.eq(asked)) return;
    this.#document[name] = pane.document;
    this.#store.update({ [name]: reading });
    if (reading.name === "read" && reading.recognition.is_case && pane.wasPasted) this.#onCase(name);
  }

  /**
   * Where a call stands in a pane's text as it is now, if that is known.
   * @param {PaneName} name
   * @param {number} index
   */
  pointer(name, index) {
    const reading = this.#store.state[name];
    if (reading.name !== "read" || this.#document[name] !== this.#panes[name].document) return null;
    return reading.recognition.calls[index]?.source ?? null;
  }

  /**
   * Selects the piece of a pane's text that a JSON Pointer names.
   * @param {PaneName} name
   * @param {string} pointer
   * @param {string} what
   * @param {HTMLElement} [from]  Where the person came from, to go back to.
   */
  async locate(name, pointer, what, from) {
    const pane = this.#panes[name];
    const { document: asked } = pane;
    try {
      const answer = await /** @type {Promise<Located | Refusal>} */ (
        this.#engine.ask({ do: "locate", text: pane.text, pointer }, { slot: "locate", urgent: true })
      );
      if (!pane.document.eq(asked)) return;
      if (!answer.ok || !answer.span) {
        this.#notice.say(`${what} was not found in the text.`);
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
      this.#notice.say(`${what} is selected in the ${pane.title.toLowerCase()}.`, back);
    } catch (error) {
      this.#notice.stopped(/** @type {EngineStop} */ (error));
    }
  }

  /** Makes the expected calls from the trace. */
  async makeExpected() {
    const { expected, trace } = this.#panes;
    if (trace.isEmpty) {
      this.#notice.say("Paste a trace first.");
      trace.focus();
      return;
    }
    try {
      const answer = await /** @type {Promise<MadeExpected | Refusal>} */ (
        this.#engine.ask(
          { do: "make_expected", trace: trace.text, ...this.#store.state.choice },
          { slot: "make_expected", urgent: true },
        )
      );
      const problem = answer.ok ? answer.errors[0] : answer.error;
      if (answer.ok && answer.text !== null) {
        const before = expected.text;
        expected.replace(answer.text);
        this.#notice.say("Expected calls were made from the trace.", { label: "Undo", run: () => expected.replace(before) });
      } else {
        this.#notice.say(`No expected calls could be made. ${problem?.message ?? ""}`);
      }
    } catch (error) {
      this.#notice.stopped(/** @type {EngineStop} */ (error));
    }
  }
}
