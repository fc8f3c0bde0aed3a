// This file says where in a JSON text its end stands, however unfinished the text is: in which objects and lists, and
// whether a key or a value comes next.

/**
 * @typedef {object} Frame   An object or a list that is open at the place.
 * @property {"object" | "array"} kind
 * @property {string | null} key            The key whose value is being written, in an object.
 * @property {Map<string, string | null>} seen   The object's keys so far, with those values that are text.
 * @property {"key" | "colon" | "value" | "comma"} next
 *
 * @typedef {object} Place
 * @property {Frame[]} frames    From the outermost to the innermost.
 * @property {"key" | "value" | null} expects
 * @property {boolean} quoted    Inside a text that is not closed.
 * @property {number} from       Where the word begins that is being written, without its quote.
 */

/**
 * @param {string} text  All text before the place.
 * @returns {Place}
 */
export function placeAt(text) {
  /** @type {Frame[]} */
  const frames = [];
  let i = 0;
  const value = (/** @type {string | null} */ written) => {
    const frame = frames.at(-1);
    if (!frame) return;
    if (frame.next === "key" && written !== null) {
      frame.key = written;
      frame.seen.set(written, null);
      frame.next = "colon";
    } else {
      if (frame.kind === "object" && frame.key !== null) frame.seen.set(frame.key, written);
      frame.next = "comma";
    }
  };
  while (i < text.length) {
    const c = text[i];
    if (c === '"') {
      const start = i + 1;
      i = textEnd(text, start);
      if (i === text.length) return place(frames, true, start);
      // A text ends with its line even when its quote is missing.
      value(text.slice(start, i));
      if (text[i] === '"') i++;
    } else if (c === "{" || c === "[") {
      const kind = c === "{" ? "object" : "array";
      frames.push({ kind, key: null, seen: new Map(), next: kind === "object" ? "key" : "value" });
      i++;
    } else if (c === "}" || c === "]") {
      frames.pop();
      value(null);
      i++;
    } else if (c === ",") {
      const frame = frames.at(-1);
      if (frame) {
        frame.key = null;
        frame.next = frame.kind === "object" ? "key" : "value";
      }
      i++;
    } else if (c === ":") {
      const frame = frames.at(-1);
      if (frame?.kind === "object") frame.next = "value";
      i++;
    } else if (/\s/.test(/** @type {string} */ (c))) {
      i++;
    } else {
      const start = i;
      while (i < text.length && !/[\s,:{}[\]"]/.test(/** @type {string} */ (text[i]))) i++;
      if (i === text.length) return place(frames, false, start);
      value(null);
    }
  }
  return place(frames, false, i);
}

/**
 * @param {string} text
 * @param {number} start
 */
function textEnd(text, start) {
  let i = start;
  while (i < text.length && text[i] !== '"' && text[i] !== "\n") i += text[i] === "\\" ? 2 : 1;
  return Math.min(i, text.length);
}

/**
 * @param {Frame[]} frames
 * @param {boolean} quoted
 * @param {number} from
 * @returns {Place}
 */
function place(frames, quoted, from) {
  const frame = frames.at(-1);
  const expects = frame ? (frame.next === "key" || frame.next === "value" ? frame.next : null) : "value";
  return { frames, expects, quoted, from };
}
