// This file draws a call's status: an icon, a word and a colour.

import { icon, make } from "../dom.js";

/**
 * @param {string} status
 * @param {string} title
 */
export function statusMark(status, title) {
  return make("span", { class: "call-status", "data-status": status }, icon(status), make("span", {}, title));
}
