// This file makes the field of one option: choices, a tick, numbers, lists, parts of an object, or JSON as it is.

import { json as jsonSupport } from "../vendor/codemirror.js";
import { make } from "./dom.js";

/** @typedef {import("./protocol.js").OptionField} OptionField */

/** What is wrong with what was typed into a field. */
export class FieldError extends Error {
  /**
   * @param {string} message
   * @param {{ offset?: number, excerpt?: string }} [place]
   */
  constructor(message, { offset, excerpt } = {}) {
    super(message);
    this.offset = offset ?? null;
    this.excerpt = excerpt ?? "";
  }
}

/**
 * @typedef {{ head: HTMLElement, body: HTMLElement[], first: HTMLElement,
 *   read: () => string, write: (json: string) => void }} Parts
 */

/** Objects with few possible keys: each has a field of its own, with a number from 0 to 1. */
const SHARES = { thresholds: { precision: "Precision", recall: "Recall", f1: "F1", argument_accuracy: "Argument accuracy" } };
/** Lists with few possible items: each has a tick. */
const TICKS = { compatibility: { uipath: "UiPath" } };

/**
 * @param {OptionField} field
 * @param {{ id: string, help: HTMLElement, described: string }} how
 * @returns {Parts}
 */
export function partsOf(field, { id, help, described }) {
  if (field.kind === "choice") return choice(field, help, described);
  if (field.kind === "boolean") return toggle(field, id, described);
  if (field.name in SHARES) return shares(field, SHARES[/** @type {keyof typeof SHARES} */ (field.name)], described);
  if (field.name in TICKS) return ticks(field, TICKS[/** @type {keyof typeof TICKS} */ (field.name)], described);
  return typed(field, id, described);
}

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
        class: isList ? "options-typed options-lines" : "options-typed options-lines options-json",
        rows: 2,
        dir: "ltr",
        placeholder: isList ? "One a line, or with commas" : (field.example ?? "JSON"),
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
 * An object of numbers from 0 to 1, a field for each key.
 * @param {OptionField} field
 * @param {Record<string, string>} keys
 * @param {string} described
 * @returns {Parts}
 */
function shares(field, keys, described) {
  const inputs = Object.entries(keys).map(([key, title]) => {
    const input = make("input", {
      type: "text", class: "options-typed", inputmode: "decimal", name: `${field.name}.${key}`, "data-key": key,
      placeholder: "0 to 1", "aria-describedby": described, autocomplete: "off",
    });
    return { key, title, input };
  });
  return {
    head: make("legend", { class: "options-label" }, field.title),
    body: [
      make(
        "div",
        { class: "options-shares" },
        ...inputs.map(({ title, input }) => make("label", {}, make("span", {}, title), input)),
      ),
    ],
    first: /** @type {HTMLElement} */ (inputs[0]?.input),
    read: () => {
      const given = inputs.flatMap(({ key, title, input }) => {
        const text = input.value.trim().replace(/^(\d+),(\d+)$/, "$1.$2");
        if (text === "") return [];
        const value = Number(text);
        if (!(value >= 0 && value <= 1)) throw new FieldError(`${title} must be a number from 0 to 1.`);
        return [[key, value]];
      });
      return JSON.stringify(Object.fromEntries(given));
    },
    write: (text) => {
      const values = JSON.parse(text);
      for (const { key, input } of inputs) input.value = values[key] === undefined ? "" : String(values[key]);
    },
  };
}

/**
 * A list of a few known names, a tick for each.
 * @param {OptionField} field
 * @param {Record<string, string>} names
 * @param {string} described
 * @returns {Parts}
 */
function ticks(field, names, described) {
  const boxes = Object.entries(names).map(([value, title]) => ({
    title,
    box: make("input", { type: "checkbox", name: field.name, value, "aria-describedby": described }),
  }));
  return {
    head: make("legend", { class: "options-label" }, field.title),
    body: boxes.map(({ title, box }) => make("label", { class: "options-check" }, box, make("span", {}, title))),
    first: /** @type {HTMLElement} */ (boxes[0]?.box),
    read: () => JSON.stringify(boxes.filter(({ box }) => box.checked).map(({ box }) => box.value)),
    write: (text) => {
      const chosen = JSON.parse(text);
      for (const { box } of boxes) box.checked = chosen.includes(box.value);
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
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(typedText);
  }
  const isList = Array.isArray(field.default);
  if (Array.isArray(value) !== isList || typeof value !== "object" || value === null) {
    throw new FieldError(`This must be ${isList ? "a list" : "an object"} such as ${field.example ?? (isList ? "[]" : "{}")}`);
  }
  return text;
}

/**
 * Says where text stops being JSON. Browsers do not tell; the editor's parser does.
 * @param {string} text
 */
function notJson(text) {
  const end = text.trimEnd().length;
  let offset = end;
  jsonSupport().language.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) offset = Math.min(offset, from);
    },
  });
  const lines = text.slice(0, offset).split("\n");
  const column = lines.at(-1)?.length ?? 0;
  const from = Math.max(0, column - 24);
  const line = (text.split("\n")[lines.length - 1] ?? "").slice(from, column + 24);
  const where = offset >= end ? "It ends too early" : `Line ${lines.length}, column ${column + 1}`;
  return new FieldError(`This is not JSON yet. ${where}:`, { offset, excerpt: `${line}\n${" ".repeat(column - from)}^` });
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
    throw new FieldError("A number is needed here.");
  }
  const value = Number(typedText);
  const whole = field.kind === "integer";
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) {
    throw new FieldError(whole ? "Type a whole number, such as 5." : "Type a number, such as 0.01.");
  }
  if (typeof field.minimum === "number" && value < field.minimum) {
    throw new FieldError(`The least is ${field.minimum}.`);
  }
  return value;
}
