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
export const NOTHING_GIVEN = { evaluators: null, id: null };

/** @typedef {Partial<Record<PaneName, string>>} Texts   Of each pane; one that is left out is emptied. */

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
    const texts = Object.fromEntries(Object.values(this.#panes).map((pane) => [pane.name, pane.text]));
    const { texts: options } = this.#options;
    const { given, choice } = this.#store.state;
    return () => this.#fill(texts, options, given, choice);
  }

  /**
   * Fills the panes, the options and what else comes with a case.
   * @param {Texts} texts
   * @param {import("./protocol.js").OptionTexts} options
   * @param {Given} [given]
   */
  fill(texts, options, given = NOTHING_GIVEN) {
    this.#fill(texts, options, given, READ_AS_RECOGNISED);
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
      const { option_texts: options, evaluators, id, ...texts } = answer.case;
      const undo = this.remember();
      this.fill(texts, options, { evaluators, id });
      const missing = problems.length ? ` Not taken over: ${problems.join("; ")}.` : "";
      this.#notice.say(`The case was spread over the panes and the options.${missing}`, { label: "Undo", run: undo });
    } catch (error) {
      this.#notice.stopped(/** @type {EngineStop} */ (error));
    }
  }

  /**
   * @param {Texts} texts
   * @param {import("./protocol.js").OptionTexts} options
   * @param {Given} given
   * @param {import("./protocol.js").Choice} choice
   */
  #fill(texts, options, given, choice) {
    for (const pane of Object.values(this.#panes)) pane.fill(texts[pane.name] ?? "");
    this.#options.set(options);
    this.#store.update({ given, choice });
  }

  /** @param {Given} given */
  #draw(given) {
    keepGiven(given);
    const { evaluators, id } = given;
    const chips = [
      ...(id === null ? [] : [this.#chip("id", "Case", id)]),
      ...(evaluators ? [this.#chip("evaluators", evaluators.length > 1 ? "Evaluators" : "Evaluator", evaluators.join(", "))] : []),
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
