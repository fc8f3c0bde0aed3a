// This file is the options as a form, made from data/options.json: the same names, defaults and explanations.

import { find, make, show } from "./dom.js";

/**
 * @typedef {import("./protocol.js").OptionField} OptionField
 * @typedef {import("./protocol.js").OptionValues} OptionValues
 * @typedef {import("./protocol.js").OptionTexts} OptionTexts
 *
 * @typedef {object} Control  One field on the page.
 * @property {OptionField} field
 * @property {HTMLElement} box
 * @property {HTMLElement} error
 * @property {() => string} read             The value as JSON text. Throws an Error that says what is wrong with it.
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
  #more = /** @type {HTMLDetailsElement} */ (find("#options-more"));
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
    let changedFolded = 0;
    for (const { field, box, error, read, first } of this.#controls.values()) {
      let message = "";
      let differs = true;
      try {
        differs = read() !== JSON.stringify(field.default);
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
    write(JSON.stringify(field.default));
    return box;
  }
}

/**
 * @typedef {{ head: HTMLElement, body: HTMLElement[], first: HTMLElement,
 *   read: () => string, write: (json: string) => void }} Parts
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
    read: () => JSON.stringify(radios.find((radio) => radio.checked)?.value ?? field.default),
    write: (json) => {
      const value = JSON.parse(json);
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
    read: () => String(box.checked),
    write: (json) => {
      box.checked = json === "true";
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
  const { kind } = field;
  const shared = { id, name: field.name, "aria-describedby": described, spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
  const isNumber = kind === "number" || kind === "integer";
  const isList = kind === "names" || kind === "paths";
  const input = isNumber
    ? make("input", {
        ...shared,
        type: "text",
        class: "options-typed",
        inputmode: kind === "integer" ? "numeric" : "decimal",
        placeholder: field.default === null ? "No limit" : null,
      })
    : make("textarea", {
        ...shared,
        class: "options-typed options-lines",
        rows: 2,
        dir: "ltr",
        placeholder: isList ? "One a line, or with commas" : field.example ?? "JSON",
      });
  return {
    head: make("label", { class: "options-label", for: id }, field.title),
    body: [input],
    first: input,
    read: () => {
      if (isNumber) return JSON.stringify(number(input.value, field));
      if (isList) return JSON.stringify(list(input.value, kind === "paths"));
      return json(input.value, field);
    },
    write: (text) => {
      if (isNumber) input.value = text === "null" ? "" : text;
      else if (isList) input.value = JSON.parse(text).join("\n");
      else input.value = text === JSON.stringify(field.default) ? "" : text;
    },
  };
}

/**
 * JSON as it was typed: only looked at, never written anew, so that no number in it changes.
 * @param {string} typedText
 * @param {OptionField} field
 */
function json(typedText, field) {
  const text = typedText.trim();
  if (text === "") return JSON.stringify(field.default);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON yet. ${/** @type {Error} */ (error).message}`);
  }
  return text;
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
