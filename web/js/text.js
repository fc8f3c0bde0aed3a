// This file turns numbers and JSON text into what people read; it never parses JSON, so no number can change.

/** @param {number} bytes */
export function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/**
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/**
 * Takes the blanks between JSON tokens out, leaving texts and numbers untouched.
 * @param {string} json
 */
export function oneLine(json) {
  let out = "";
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const c = json[i];
    if (quoted) {
      out += c;
      if (c === "\\") out += json[++i] ?? "";
      else if (c === '"') quoted = false;
    } else if (c === '"') {
      quoted = true;
      out += c;
    } else if (c === ":" || c === ",") {
      out += `${c} `;
    } else if (c !== " " && c !== "\n" && c !== "\r" && c !== "\t") {
      out += c;
    }
  }
  return out;
}

/**
 * How people count calls: from 1.
 * @param {number} index
 */
export function ordinal(index) {
  return String(index + 1);
}
