// This file is the page's one state: plain data, changed by `update`, drawn by whoever listens.

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Recognition} Recognition
 * @typedef {import("./protocol.js").View} View
 * @typedef {import("./engine.js").EngineState} EngineState
 *
 * @typedef {{ name: "waiting" | "reading" | "cancelled" }
 *   | { name: "read", recognition: Recognition }
 *   | { name: "unread", message: string }} Reading
 *   What is known of a pane's text: `waiting` for Python or a pause in typing, `read`, or why not.
 *
 * @typedef {object} Judged
 * @property {View} view
 * @property {string} reportText
 * @property {string} fileName
 * @property {boolean} extrasAllowed  Calls that were not expected did not fail it.
 * @property {string[]} deciding     The named evaluators that made the verdict.
 * @property {boolean} stale     An input or an option is no longer what was judged.
 * @property {PaneName[]} moved  The panes whose text, or its reading, is no longer the judged one.
 *
 * @typedef {object} State
 * @property {EngineState} engine
 * @property {Reading} expected
 * @property {Reading} trace
 * @property {Reading} tools
 * @property {Reading} context
 * @property {import("./protocol.js").Choice} choice   How a person wants the trace read.
 * @property {import("./protocol.js").Given} given     What came with a case beside texts and options.
 * @property {import("./protocol.js").Words | null} words  Known once Python is ready.
 * @property {Judged | null} judged
 * @property {string | null} trouble    Why the last evaluation gave no result at all.
 * @property {boolean} evaluating
 */

export class Store extends EventTarget {
  /** @type {State} */
  #state;

  /** @param {State} initial */
  constructor(initial) {
    super();
    this.#state = initial;
  }

  get state() {
    return this.#state;
  }

  /**
   * Replaces some parts and says which of them changed.
   * @param {Partial<State>} patch
   */
  update(patch) {
    const before = this.#state;
    this.#state = { ...before, ...patch };
    for (const key of /** @type {(keyof State)[]} */ (Object.keys(patch))) {
      if (before[key] !== this.#state[key]) this.dispatchEvent(new Event(key));
    }
  }

  /**
   * Draws now and whenever one of the named parts changes.
   * @param {(keyof State)[]} keys
   * @param {(state: State) => void} draw
   */
  watch(keys, draw) {
    for (const key of keys) this.addEventListener(key, () => draw(this.#state));
    draw(this.#state);
  }
}
