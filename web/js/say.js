// This file tells screen readers what happened, through the page's one status line.

import { find } from "./dom.js";

let lastSaid = "";

/** @param {string} text */
export function say(text) {
  // A changed text is read out; the same one again needs a difference that nobody hears.
  lastSaid = text === lastSaid ? `${text}\u00a0` : text;
  find("#status").textContent = lastSaid;
}
