// This file takes a pasted case or evaluation request apart, and shows what of it stands in no pane and no option.

import { find, icon, make, outside, show } from "./dom.js";
import { keepGiven } from "./drafts.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").Given} Given
 * @typedef {import("./protocol.js").SplitCase} SplitCase
 * @typedef {import("./protocol.js").Refusal} Refusal
 * @typedef {import("./engine.js").EngineStop} EngineStop
 */

/** @type {Given} */
export const NOTHING_GIVEN = { evaluators: null, tools: null, context: null, id: null };

/** @type {import("./protocol.js").Choice} */
export const READ_AS_RECOGNISED = { format: null, run: null };

export class WholeCases {
  #engine;
  #store;
  #notice;
  #panes;
  #options;

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
    store.watch(["given"], ({ given }) => this.#draw(given));
  }

  /** Makes an undo for everything a case fills. */
  remember() {
    const [expected, trace, texts] = [this.#panes.expected.text, this.#panes.trace.text, this.#options.texts];
    const { given, choice } = this.#store.state;
    return () => this.#fill(expected, trace, texts, given, choice);
  }

  /**
   * Fills both panes, the options and what else comes with a case.
   * @param {string} expected
   * @param {string} trace
   * @param {import("./protocol.js").OptionTexts} texts
   * @param {Given} [given]
   */
  fill(expected, trace, texts, given = NOTHING_GIVEN) {
    this.#fill(expected, trace, texts, given, READ_AS_RECOGNISED);
  }

  /**
   * Takes the case in a pane apart.
   * @param {PaneName} name
   */
  async split(name) {
    const pane = this.#panes[name];
    const { document: asked } = pane;
    try {
      const answer = await /** @type {Promise<SplitCase | Refusal>} */ (
        this.#engine.ask({ do: "split", text: pane.text }, { slot: "split", urgent: true })
      );
      if (!pane.document.eq(asked)) return;
      const problems = (answer.ok ? answer.errors : [answer.error]).map(({ message }) => message);
      if (!answer.ok || !answer.case) {
        this.#notice.say(`The case could not be taken apart: ${problems[0] ?? "it is none"}.`);
        return;
      }
      const { expected = "", trace = "", option_texts: texts, evaluators, tools = null, context = null, id } = answer.case;
      const undo = this.remember();
      this.fill(expected, trace, texts, { evaluators, tools, context, id });
      const missing = problems.length ? ` Not taken over: ${problems.join("; ")}.` : "";
      this.#notice.say(`The case was spread over the panes and the options.${missing}`, { label: "Undo", run: undo });
    } catch (error) {
      this.#notice.stopped(/** @type {EngineStop} */ (error));
    }
  }

  /**
   * @param {string} expected
   * @param {string} trace
   * @param {import("./protocol.js").OptionTexts} texts
   * @param {Given} given
   * @param {import("./protocol.js").Choice} choice
   */
  #fill(expected, trace, texts, given, choice) {
    this.#panes.expected.replace(expected);
    this.#panes.trace.replace(trace);
    this.#options.set(texts);
    this.#store.update({ given, choice });
  }

  /** @param {Given} given */
  #draw(given) {
    keepGiven(given);
    const { evaluators, tools, context = null, id } = given; // a draft may be older than the context
    const chips = [
      ...(id === null ? [] : [this.#chip("id", "Case", id)]),
      ...(evaluators ? [this.#chip("evaluators", evaluators.length > 1 ? "Evaluators" : "Evaluator", evaluators.join(", "))] : []),
      ...(tools === null ? [] : [this.#chip("tools", "With", "tool definitions")]),
      ...(context === null ? [] : [this.#chip("context", "With", "context")]),
    ];
    const list = find("#run-given");
    list.replaceChildren(...chips);
    show(list, chips.length > 0);
  }

  /**
   * @param {keyof Given} part
   * @param {string} title
   * @param {string} text
   */
  #chip(part, title, text) {
    const name = `${title} ${text}`;
    const remove = make("button", { type: "button", class: "run-chip-remove", "aria-label": `Remove: ${name}` }, icon("clear"));
    remove.addEventListener("click", () => {
      const before = this.#store.state.given;
      this.#store.update({ given: { ...before, [part]: null } });
      this.#notice.say(`Removed: ${name}.`, { label: "Undo", run: () => this.#store.update({ given: before }) });
      find("#evaluate").focus();
    });
    return make("li", { class: "run-chip", "data-part": part }, make("span", { class: "run-chip-title" }, title), " ", outside(text), remove);
  }
}
