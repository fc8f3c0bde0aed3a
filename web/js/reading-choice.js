// This file lets a person say how the trace is read: in which format, and which run of several.

import { find, make, show } from "./dom.js";

/**
 * @typedef {import("./protocol.js").Choice} Choice
 * @typedef {import("./state.js").State} State
 */

export class ReadingChoice {
  #row;
  #select = make("select", { class: "pane-select", id: "trace-format" });
  #automatic = make("option", { value: "" }, "Recognised");
  #run = make("input", { class: "pane-run", id: "trace-run", type: "number", min: 1, step: 1, placeholder: "all", inputmode: "numeric" });
  #of = make("span", {});
  #runs;

  /**
   * @param {import("./state.js").Store} store
   * @param {() => boolean} isEmpty  Whether there is no trace.
   */
  constructor(store, isEmpty) {
    this.#row = find("#pane-trace [data-choice]");
    this.#runs = make("label", { class: "pane-choice-part", for: "trace-run" }, make("span", {}, "Run"), this.#run, this.#of);
    this.#select.append(this.#automatic);
    this.#row.append(
      make("label", { class: "pane-choice-part", for: "trace-format" }, make("span", {}, "Read as"), this.#select),
      this.#runs,
    );
    this.#select.addEventListener("change", () => {
      // The runs of one format say nothing of another's.
      store.update({ choice: { format: this.#select.value || null, run: null } });
    });
    this.#run.addEventListener("change", () => {
      const run = Math.trunc(this.#run.valueAsNumber);
      store.update({ choice: { ...store.state.choice, run: run >= 1 ? run : null } });
    });
    store.watch(["words"], ({ words }) => {
      const formats = words?.formats ?? [];
      this.#select.replaceChildren(this.#automatic, ...formats.map(({ id, title }) => make("option", { value: id }, title)));
      this.#select.value = store.state.choice.format ?? "";
    });
    store.watch(["trace", "choice"], (state) => this.#draw(state, isEmpty()));
  }

  /**
   * @param {State} state
   * @param {boolean} empty
   */
  #draw({ trace, choice }, empty) {
    const recognition = trace.name === "read" ? trace.recognition : null;
    const chosen = choice.format !== null || choice.run !== null;
    show(this.#row, !empty && (chosen || (recognition !== null && recognition.state !== "error")));
    this.#automatic.textContent = recognition?.title && choice.format === null ? `${recognition.title} (recognised)` : "as recognised";
    this.#select.value = choice.format ?? "";
    if (recognition && recognition.state !== "error") {
      this.#run.max = String(recognition.runs);
      this.#of.textContent = `of ${recognition.runs.toLocaleString("en")}`;
      show(this.#runs, recognition.runs > 1);
    } else if (recognition) {
      show(this.#runs, choice.run !== null);
    }
    this.#run.value = choice.run === null ? "" : String(choice.run);
  }
}
