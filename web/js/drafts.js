// This file keeps what was typed over a reload, in this tab only (sessionStorage).

/** Above this many characters a text is not kept, and the page says so. */
export const LARGEST_DRAFT = 1_000_000;

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./protocol.js").OptionTexts} OptionTexts
 */

/** @typedef {PaneName | "options" | "given"} Part */

/** @param {Part} part */
const key = (part) => `draft.${part}`;

/**
 * @param {PaneName} pane
 * @param {string} text
 * @returns {boolean} Whether it is kept.
 */
export function keepText(pane, text) {
  if (text.length > LARGEST_DRAFT) {
    forget(pane);
    return false;
  }
  return keep(pane, text);
}

/** @param {PaneName} pane */
export function keptText(pane) {
  return read(pane) ?? "";
}

/** @param {OptionTexts} options */
export function keepOptions(options) {
  keep("options", JSON.stringify(options));
}

/** @returns {OptionTexts} */
export function keptOptions() {
  return /** @type {OptionTexts} */ (keptObject("options") ?? {});
}

/** @param {import("./protocol.js").Given} given */
export function keepGiven(given) {
  keep("given", JSON.stringify(given));
}

/** @returns {import("./protocol.js").Given | null} */
export function keptGiven() {
  return /** @type {import("./protocol.js").Given | null} */ (keptObject("given"));
}

/** @param {Part} part */
function keptObject(part) {
  try {
    const kept = JSON.parse(read(part) ?? "null");
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {Part} part
 * @param {string} text
 */
function keep(part, text) {
  try {
    sessionStorage.setItem(key(part), text);
    return true;
  } catch {
    forget(part);
    return false;
  }
}

/** @param {Part} part */
function read(part) {
  try {
    return sessionStorage.getItem(key(part));
  } catch {
    return null;
  }
}

/** @param {Part} part */
function forget(part) {
  try {
    sessionStorage.removeItem(key(part));
  } catch {
    // Nothing was kept.
  }
}
