// This file is the options as a form, made from data/options.json: the same names, defaults and explanations.

import { find, make } from "./dom.js";
import { partsOf } from "./option-fields.js";

/**
 * @typedef {import("./protocol.js").OptionField} OptionField
 * @typedef {import("./protocol.js").OptionValues} OptionValues
 * @typedef {import("./protocol.js").OptionTexts} OptionTexts
 *
 * @typedef {object} Control  One field on the page.
 * @property {OptionField} field
 * @property {HTMLElement} box
 * @property {HTMLElement} error
 * @property {() => string} read             The value as JSON text. Throws a FieldError that says what is wrong with it.
 * @property {(json: string) => void} write
 * @property {HTMLElement} first             Where the keyboard goes.
 */

/**
 * @param {OptionValues} values
 * @returns {OptionTexts}
 */
export function asTexts(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** Seen at once, in this order; all others are folded. */
const COMMON = ["order", "args", "allow_extra", "forbidden", "max_calls"];

export class OptionsForm {
  #form = /** @type {HTMLFormElement} */ (find("#options"));
  /** @type {Map<string, { fold: HTMLDetailsElement, title: HTMLElement }>} By group. */
  #folds = new Map();
  /** @type {Map<string, Control>} */
  #controls = new Map();
  #onChange;

  /** @param {{ onChange: () => void, onReset: (before: OptionTexts) => void }} how */
  constructor({ onChange, onReset }) {
    this.#onChange = onChange;
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => this.#changed());
    this.#form.addEventListener("reset", (event) => {
      event.preventDefault();
      const before = this.texts;
      this.set({});
      onReset(before);
    });
  }

  /** @param {OptionField[]} fields */
  fill(fields) {
    const common = find("#options-common");
    const groups = find("#options-groups");
    for (const name of COMMON) {
      const field = fields.find((candidate) => candidate.name === name);
      if (field) common.append(this.#add(field));
    }
    const rest = fields.filter((field) => !COMMON.includes(field.name));
    for (const group of new Set(rest.map((field) => field.group))) {
      const title = make("span", {});
      const fold = make(
        "details",
        { class: "options-group", "data-group": group },
        make("summary", {}, title),
        make("div", { class: "options-group-fields" }, ...rest.filter((f) => f.group === group).map((f) => this.#add(f))),
      );
      this.#folds.set(group, { fold, title });
      groups.append(fold);
    }
    this.#drawChanges();
  }

  /** The values that differ from their defaults. Fields with errors are left out: see `problem`. */
  get texts() {
    return this.#read().texts;
  }

  /** The first field with an error, or null. */
  get problem() {
    return this.#read().problem;
  }

  /**
   * Sets the named options and all others to their defaults.
   * @param {OptionTexts} texts
   */
  set(texts) {
    for (const [name, { write, field }] of this.#controls) {
      try {
        write(texts[name] ?? JSON.stringify(field.default));
      } catch {
        // A draft of another version of the page may hold what cannot be read any more.
        write(JSON.stringify(field.default));
      }
    }
    this.#changed();
  }

  /**
   * Puts the keyboard into a field, unfolding it first.
   * @param {string} name
   */
  goTo(name) {
    const control = this.#controls.get(name);
    if (!control) return;
    const fold = control.box.closest("details");
    if (fold) fold.open = true;
    control.first.focus();
    control.box.scrollIntoView({ block: "nearest" });
    try {
      control.read();
    } catch (problem) {
      const { offset } = /** @type {import("./option-fields.js").FieldError} */ (problem);
      if (offset !== null && control.first instanceof HTMLTextAreaElement) control.first.setSelectionRange(offset, offset + 1);
    }
  }

  #changed() {
    this.#drawChanges();
    this.#onChange();
  }

  #read() {
    /** @type {OptionTexts} */
    const texts = {};
    /** @type {{ name: string, message: string } | null} */
    let problem = null;
    for (const [name, { read, field }] of this.#controls) {
      try {
        const text = read();
        if (text !== JSON.stringify(field.default)) texts[name] = text;
      } catch (error) {
        problem ??= { name, message: `${field.title}: ${/** @type {Error} */ (error).message}` };
      }
    }
    return { texts, problem };
  }

  #drawChanges() {
    let changed = 0;
    /** @type {Map<string, number>} */
    const changedIn = new Map();
    for (const { field, box, error, read, first } of this.#controls.values()) {
      let message = "";
      let excerpt = "";
      let differs = true;
      try {
        differs = read() !== JSON.stringify(field.default);
      } catch (problem) {
        ({ message, excerpt } = /** @type {import("./option-fields.js").FieldError} */ (problem));
      }
      error.replaceChildren(message, ...(excerpt ? [make("code", { class: "options-excerpt", dir: "ltr" }, excerpt)] : []));
      if (message) first.setAttribute("aria-invalid", "true");
      else first.removeAttribute("aria-invalid");
      box.classList.toggle("options-field-changed", differs);
      if (differs) {
        changed++;
        changedIn.set(field.group, (changedIn.get(field.group) ?? 0) + 1);
      }
    }
    find("#options-changed").textContent = changed ? `${changed} changed` : "";
    /** @type {HTMLButtonElement} */ (find("#options-reset")).disabled = changed === 0;
    for (const [group, { fold, title }] of this.#folds) {
      const n = changedIn.get(group);
      title.textContent = `${group} (${fold.querySelectorAll(".options-field").length}${n ? `, ${n} changed` : ""})`;
      fold.classList.toggle("options-group-changed", n !== undefined);
    }
  }

  /** @param {OptionField} field */
  #add(field) {
    const id = `option-${field.name}`;
    const help = make("p", { class: "options-help", id: `${id}-help` }, field.help);
    const error = make("p", { class: "options-error", id: `${id}-error` });
    const described = `${id}-help ${id}-error`;
    const { head, body, first, read, write } = partsOf(field, { id, help, described });
    const box = make(head.tagName === "LEGEND" ? "fieldset" : "div", { class: "options-field" });
    box.append(head, ...body, help, error);
    this.#controls.set(field.name, { field, box, error, read, write, first });
    write(JSON.stringify(field.default));
    return box;
  }
}
