// This file is the options as a form, made from data/options.json: the same names, defaults and explanations.

import { find, make, show } from "./dom.js";

/**
 * @typedef {import("./protocol.js").OptionField} OptionField
 * @typedef {import("./protocol.js").OptionValues} OptionValues
 *
 * @typedef {object} Control  One field on the page.
 * @property {OptionField} field
 * @property {HTMLElement} box
 * @property {HTMLElement} error
 * @property {() => unknown} read               Throws an Error that says what is wrong with what was typed.
 * @property {(value: unknown) => void} write
 * @property {HTMLElement} first                Where the keyboard goes.
 */

/** Seen at once, in this order; all others are folded. */
const COMMON = ["order", "args", "allow_extra", "forbidden", "max_calls"];

export class OptionsForm {
  #form = /** @type {HTMLFormElement} */ (find("#options"));
  #more = /** @type {HTMLDetailsElement} */ (find("#options-more"));
  /** @type {Map<string, Control>} */
  #controls = new Map();
  #onChange;

  /** @param {{ onChange: () => void, onReset: (before: OptionValues) => void }} how */
  constructor({ onChange, onReset }) {
    this.#onChange = onChange;
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => this.#changed());
    this.#form.addEventListener("reset", (event) => {
      event.preventDefault();
      const before = this.#read().values;
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
      groups.append(
        make(
          "fieldset",
          { class: "options-group" },
          make("legend", {}, group),
          make("div", { class: "options-group-fields" }, ...rest.filter((f) => f.group === group).map((f) => this.#add(f))),
        ),
      );
    }
    show(this.#more, rest.length > 0);
    this.#drawChanges();
  }

  /** The values that differ from their defaults. Fields with errors are left out: see `problem`. */
  get values() {
    return this.#read().values;
  }

  /** The first field with an error, or null. */
  get problem() {
    return this.#read().problem;
  }

  /**
   * Sets the named options and all others to their defaults.
   * @param {OptionValues} values
   */
  set(values) {
    for (const [name, { write, field }] of this.#controls) write(name in values ? values[name] : field.default);
    this.#changed();
  }

  /**
   * Puts the keyboard into a field, unfolding it first.
   * @param {string} name
   */
  goTo(name) {
    const control = this.#controls.get(name);
    if (!control) return;
    if (this.#more.contains(control.box)) this.#more.open = true;
    control.first.focus();
    control.box.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} name */
  has(name) {
    return this.#controls.has(name);
  }

  #changed() {
    this.#drawChanges();
    this.#onChange();
  }

  #read() {
    /** @type {OptionValues} */
    const values = {};
    /** @type {{ name: string, message: string } | null} */
    let problem = null;
    for (const [name, { read, field }] of this.#controls) {
      try {
        const value = read();
        if (JSON.stringify(value) !== JSON.stringify(field.default)) values[name] = value;
      } catch (error) {
        problem ??= { name, message: `${field.title}: ${/** @type {Error} */ (error).message}` };
      }
    }
    return { values, problem };
  }

  #drawChanges() {
    let changed = 0;
    let changedFolded = 0;
    for (const { field, box, error, read, first } of this.#controls.values()) {
      let message = "";
      let differs = true;
      try {
        differs = JSON.stringify(read()) !== JSON.stringify(field.default);
      } catch (problem) {
        message = /** @type {Error} */ (problem).message;
      }
      error.textContent = message;
      if (message) first.setAttribute("aria-invalid", "true");
      else first.removeAttribute("aria-invalid");
      box.classList.toggle("options-field-changed", differs);
      if (differs) {
        changed++;
        if (this.#more.contains(box)) changedFolded++;
      }
    }
    find("#options-changed").textContent = changed ? `${changed} changed` : "";
    /** @type {HTMLButtonElement} */ (find("#options-reset")).disabled = changed === 0;
    const folded = this.#more.querySelectorAll(".options-field").length;
    find("#options-more-text").textContent =
      `More options (${folded}${changedFolded ? `, ${changedFolded} changed` : ""})`;
  }

  /** @param {OptionField} field */
  #add(field) {
    const id = `option-${field.name}`;
    const help = make("p", { class: "options-help", id: `${id}-help` }, field.help);
    const error = make("p", { class: "options-error", id: `${id}-error` });
    const described = `${id}-help ${id}-error`;
    const parts =
      field.kind === "choice" ? choice(field, help, described)
      : field.kind === "boolean" ? toggle(field, id, described)
      : typed(field, id, described);
    const { head, body, first, read, write } = parts;
    const box = make(field.kind === "choice" ? "fieldset" : "div", { class: "options-field" });
    box.append(head, ...body, help, error);
    this.#controls.set(field.name, { field, box, error, read, write, first });
    write(field.default);
    return box;
  }
}

/**
 * @typedef {{ head: HTMLElement, body: HTMLElement[], first: HTMLElement,
 *   read: () => unknown, write: (value: unknown) => void }} Parts
 */

/**
 * @param {OptionField} field
 * @param {HTMLElement} help
 * @param {string} described
 * @returns {Parts}
 */
function choice(field, help, described) {
  const choices = field.choices ?? [];
  const labelled = choices.map((of) => ({
    of,
    radio: make("input", { type: "radio", name: field.name, value: of.value, "aria-describedby": described }),
  }));
  const radios = labelled.map(({ radio }) => radio);
  const explain = () => {
    const chosen = labelled.find(({ radio }) => radio.checked)?.of;
    help.textContent = chosen ? `${chosen.title}: ${chosen.help}.` : field.help;
  };
  const row = make(
    "div",
    { class: "options-choices" },
    ...labelled.map(({ of, radio }) => make("label", { title: of.help }, radio, make("span", {}, of.title))),
  );
  row.addEventListener("input", explain);
  return {
    head: make("legend", { class: "options-label", title: field.help }, field.title),
    body: [row],
    first: radios[0] ?? row,
    read: () => radios.find((radio) => radio.checked)?.value ?? field.default,
    write: (value) => {
      for (const radio of radios) radio.checked = radio.value === value;
      explain();
    },
  };
}

/**
 * @param {OptionField} field
 * @param {string} id
 * @param {string} described
 * @returns {Parts}
 */
function toggle(field, id, described) {
  const box = make("input", { type: "checkbox", id, name: field.name, "aria-describedby": described });
  return {
    head: make("label", { class: "options-label options-check", for: id }, box, make("span", {}, field.title)),
    body: [],
    first: box,
    read: () => box.checked,
    write: (value) => {
      box.checked = value === true;
    },
  };
}

/**
 * @param {OptionField} field
 * @param {string} id
 * @param {string} described
 * @returns {Parts}
 */
function typed(field, id, described) {
  const isList = field.kind === "names" || field.kind === "paths";
  const shared = { id, name: field.name, "aria-describedby": described, spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
  const input = isList
    ? make("textarea", { ...shared, class: "options-typed options-lines", rows: 2, dir: "ltr", placeholder: "One a line, or with commas" })
    : make("input", {
        ...shared,
        type: "text",
        class: "options-typed",
        inputmode: field.kind === "integer" ? "numeric" : "decimal",
        placeholder: field.default === null ? "No limit" : null,
      });
  return {
    head: make("label", { class: "options-label", for: id }, field.title),
    body: [input],
    first: input,
    read: () => (isList ? list(input.value, field.kind === "paths") : number(input.value, field)),
    write: (value) => {
      input.value = Array.isArray(value) ? value.join("\n") : value === null || value === undefined ? "" : String(value);
    },
  };
}

/**
 * @param {string} text
 * @param {boolean} isPaths  Commas within brackets then belong to the path.
 */
function list(text, isPaths) {
  const parts = text.split(isPaths ? /\n|,(?![^[\n]*\])/ : /[\n,]/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/**
 * @param {string} text
 * @param {OptionField} field
 */
function number(text, field) {
  const typedText = text.trim().replace(/^(\d+),(\d+)$/, "$1.$2");
  if (typedText === "") {
    if (field.default === null || field.default === 0) return field.default;
    throw new Error("A number is needed here.");
  }
  const value = Number(typedText);
  const whole = field.kind === "integer";
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
    throw new Error(whole ? "Type a whole number, such as 5." : "Type a number, such as 0.01.");
  }
  if (typeof field.minimum === "number" && value < field.minimum) {
    throw new Error(`The least is ${field.minimum}.`);
  }
  return value;
}
