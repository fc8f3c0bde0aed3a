// This file draws a call's name as a button that shows the call in its pane.

import { make, outside } from "../dom.js";
import { ordinal } from "../text.js";

/**
 * @typedef {import("../protocol.js").PaneName} PaneName
 * @typedef {(pane: PaneName, index: number, from: HTMLElement) => void} ShowCall
 */

/**
 * @param {PaneName} pane
 * @param {{ index: number, name: string }} call
 * @param {ShowCall} showCall
 * @param {string} [prefix]  Before the number, where the side is not plain from the place.
 */
export function callLink(pane, call, showCall, prefix = "") {
  const where = pane === "trace" ? "trace" : "expected calls";
  const link = make(
    "button",
    { type: "button", class: "call-link", title: `Show it in the ${where}` },
    make("span", { class: "call-number" }, prefix + ordinal(call.index)),
    " ",
    outside(call.name, "call-name"),
  );
  link.addEventListener("click", () => showCall(pane, call.index, link));
  return link;
}
