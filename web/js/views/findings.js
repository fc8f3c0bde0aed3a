// This file draws the other findings: forbidden, unexpected, repeated and left-out calls, and warnings.

import { fillLong, find, icon, make, outside, show } from "../dom.js";
import { count, oneLine } from "../text.js";
import { callLink } from "./call-link.js";

/**
 * @typedef {import("../protocol.js").View} View
 * @typedef {import("../protocol.js").ActualCall} ActualCall
 * @typedef {import("./call-link.js").ShowCall} ShowCall
 */

/** The most calls of one repetition that get a link each. */
const LINKED = 12;

/**
 * @param {{ view: View, extrasAllowed: boolean }} judged
 * @param {ShowCall} showCall
 */
export function drawFindings({ view, extrasAllowed }, showCall) {
  const calls = view.actual_calls;
  const groups = [
    callGroup("forbidden", "Forbidden calls", calls.filter((call) => call.forbidden), showCall),
    callGroup(
      extrasAllowed ? "allowed" : "unexpected",
      extrasAllowed ? "Extra calls, allowed" : "Unexpected calls",
      calls.filter((call) => call.status === "unexpected" && !call.forbidden),
      showCall,
    ),
    repeatedGroup(view, showCall),
    callGroup("left_out", "Calls left out", calls.filter((call) => call.status === "left_out"), showCall),
    warningGroup(view, showCall),
  ].filter((group) => group !== null);
  show(find("#findings"), groups.length > 0);
  find("#findings").replaceChildren(
    make("header", { class: "results-part-head" }, make("h3", { id: "findings-title" }, "Findings")),
    make("div", { class: "findings" }, ...groups),
  );
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {HTMLElement} list
 * @param {number} size
 */
function group(kind, title, list, size) {
  return make(
    "section",
    { class: "findings-group", "data-kind": kind },
    make("h4", { class: "findings-title" }, icon(kind), make("span", {}, title), make("span", { class: "findings-count" }, String(size))),
    list,
  );
}

/**
 * @param {string} kind
 * @param {string} title
 * @param {ActualCall[]} calls
 * @param {ShowCall} showCall
 */
function callGroup(kind, title, calls, showCall) {
  if (calls.length === 0) return null;
  const list = make("ul", { class: "findings-list" });
  fillLong(
    list,
    calls,
    (call) => make("li", {}, callLink("trace", call, showCall), make("code", { class: "findings-args" }, outside(oneLine(call.args_text)))),
    { step: 20 },
  );
  return group(kind, title, list, calls.length);
}

/**
 * @param {View} view
 * @param {ShowCall} showCall
 */
function repeatedGroup(view, showCall) {
  if (view.repeated.length === 0) return null;
  const list = make("ul", { class: "findings-list" });
  fillLong(
    list,
    view.repeated,
    (repetition) =>
      make(
        "li",
        {},
        make("span", { class: "findings-times" }, outside(repetition.name, "call-name"), ` × ${repetition.count}`),
        make("code", { class: "findings-args" }, outside(oneLine(repetition.args_text))),
        make(
          "span",
          { class: "findings-calls" },
          ...repetition.calls.slice(0, LINKED).flatMap((index) => {
            const call = view.actual_calls[index];
            return call ? [callLink("trace", call, showCall)] : [];
          }),
          repetition.calls.length > LINKED ? `and ${count(repetition.calls.length - LINKED, "more", "more")}` : "",
        ),
      ),
    { step: 20 },
  );
  return group("repeated", "Repeated identical calls", list, view.repeated.length);
}

/**
 * @param {View} view
 * @param {ShowCall} showCall
 */
function warningGroup(view, showCall) {
  // Repetitions have their own group with every call of theirs.
  const warnings = view.warnings.filter((warning) => warning.code !== "repeated_call" && warning.code !== "repeated");
  if (warnings.length === 0) return null;
  const list = make("ul", { class: "findings-list" });
  fillLong(
    list,
    warnings,
    (warning) => {
      const call = view.actual_calls[warning.actual ?? -1];
      return make(
        "li",
        { "data-code": warning.code },
        make("p", { class: "findings-warning" }, make("strong", {}, warning.title), " ", outside(warning.message)),
        call ? callLink("trace", call, showCall) : null,
      );
    },
    { step: 20 },
  );
  return group("note", "Warnings", list, warnings.length);
}
