// This file draws the table of expected calls: status, how arguments were compared, what was called instead.

import { fillLong, find, make, outside } from "../dom.js";
import { count } from "../text.js";
import { callLink } from "./call-link.js";
import { statusMark } from "./status.js";

/**
 * @typedef {import("../protocol.js").View} View
 * @typedef {import("../protocol.js").ExpectedCall} ExpectedCall
 * @typedef {import("./call-link.js").ShowCall} ShowCall
 */

const HEADS = ["Expected call", "Status", "Arguments compared", "Result", "Call in the trace"];

/**
 * @param {View} view
 * @param {ShowCall} showCall
 */
export function drawExpectedTable(view, showCall) {
  const body = make("tbody");
  fillLong(body, view.expected_calls, (call) => drawRow(call, view, showCall), { columns: HEADS.length });
  find("#expected-table").replaceChildren(
    make(
      "header",
      { class: "results-part-head" },
      make("h3", { id: "expected-table-title" }, "Result by expected call"),
      make("span", { class: "results-part-note" }, tally(view.expected_calls)),
    ),
    view.expected_calls.length === 0
      ? make("p", { class: "results-none" }, "The test expects no calls.")
      : make(
          "div",
          { class: "results-scroll" },
          make(
            "table",
            { class: "results-table" },
            make("caption", { class: "hidden-text" }, "Expected calls and what became of them"),
            make("thead", {}, make("tr", {}, ...HEADS.map((head) => make("th", { scope: "col" }, head)))),
            body,
          ),
        ),
  );
}

/**
 * @param {ExpectedCall} call
 * @param {View} view
 * @param {ShowCall} showCall
 */
function drawRow(call, view, showCall) {
  const actual = call.actual === null ? null : view.actual_calls[call.actual];
  return make(
    "tr",
    { "data-status": call.status },
    make(
      "th",
      { scope: "row" },
      callLink("expected", call, showCall),
      call.optional ? make("span", { class: "call-tag" }, "optional") : null,
    ),
    make("td", {}, statusMark(call.status, call.status_title)),
    make("td", {}, call.match_title),
    make("td", { class: "results-text" }, outside(resultOf(call))),
    make("td", {}, actual ? callLink("trace", actual, showCall) : make("span", { class: "results-dash" }, "none")),
  );
}

/**
 * How many calls have which status, in the words of the statuses.
 * @param {ExpectedCall[]} calls
 */
function tally(calls) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { status_title: title } of calls) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, n]) => `${n.toLocaleString("en")} ${title.toLowerCase()}`).join(", ");
}

/** @param {ExpectedCall} call */
function resultOf(call) {
  const counted = call.differences.filter((difference) => difference.kind !== "allowed_extra").length;
  switch (call.status) {
    case "wrong_arguments":
      return count(counted || call.differences.length, "difference");
    case "missing":
      return call.nearest?.message ?? "Not called";
    case "not_called":
      return "Optional, so never missing";
    case "right": {
      const allowed = call.differences.length - counted;
      return allowed ? `As expected; ${count(allowed, "extra key")} allowed` : "As expected";
    }
  }
}
