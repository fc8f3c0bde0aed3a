// This file is the table of keyboard shortcuts and the one listener that serves it.

import { make } from "./dom.js";

/**
 * @typedef {object} Shortcut
 * @property {string} keys       As shown in the help.
 * @property {string} does
 * @property {(event: KeyboardEvent) => boolean} [matches]  Left out for keys that the browser or the editor serves.
 * @property {() => void} [run]
 * @property {boolean} [whileTyping]  Also works in a field.
 */

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const command = isMac ? "⌘" : "Ctrl";

/** How to write the keys that evaluate, on this system. */
export const evaluateKeys = `${command} Enter`;

/**
 * @param {{ evaluate: () => void, help: () => void }} actions
 * @returns {Shortcut[]}
 */
export function shortcuts({ evaluate, help }) {
  return [
    {
      keys: evaluateKeys,
      does: "Evaluate",
      matches: (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey,
      run: evaluate,
      whileTyping: true,
    },
    {
      keys: "?",
      does: "Open this help (not while typing)",
      matches: (event) => event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey,
      run: help,
    },
    { keys: `${command} F`, does: "Search in the pane you are in" },
    { keys: `${command} Z`, does: "Undo, also after a sample or a file was loaded" },
    { keys: "Ctrl Space", does: "Offer what may stand here, in the expected calls" },
    { keys: "Tab", does: "Leave the pane; nothing is indented" },
    { keys: "Esc", does: "Close the search, this help or the list of samples" },
  ];
}

/** @param {Shortcut[]} table */
export function listen(table) {
  // Before the editor sees the key: it would put a line break there.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.defaultPrevented || event.repeat) return;
      for (const shortcut of table) {
        if (!shortcut.matches?.(event)) continue;
        if (document.querySelector("dialog[open]")) return;
        if (isTyping(event) && !shortcut.whileTyping) continue;
        event.preventDefault();
        event.stopPropagation();
        shortcut.run?.();
        return;
      }
    },
    { capture: true },
  );
}

/**
 * @param {HTMLElement} body
 * @param {Shortcut[]} table
 */
export function drawShortcuts(body, table) {
  body.replaceChildren(
    ...table.map(({ keys, does }) => {
      const parts = keys.split(" ").flatMap((key, i) => (i ? [" ", make("kbd", {}, key)] : [make("kbd", {}, key)]));
      return make("tr", {}, make("th", { scope: "row" }, ...parts), make("td", {}, does));
    }),
  );
}

/** @param {Event} event */
function isTyping(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "file", "button"].includes(target.type);
}
