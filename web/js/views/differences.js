// This file draws argument differences as a table: path, expected, actual, kind.

import { fillLong, make, outside } from "../dom.js";

/** @typedef {import("../protocol.js").Difference} Difference */

/**
 * @param {Difference[]} differences
 * @param {string} caption
 */
export function drawDifferences(differences, caption) {
  const body = make("tbody");
  fillLong(body, differences, drawDifference, { step: 25, columns: 4 });
  const heads = ["Path", "Expected", "Actual", "Kind"];
  return make(
    "div",
    { class: "results-scroll" },
    make(
      "table",
      { class: "differences" },
      make("caption", { class: "hidden-text" }, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      body,
    ),
  );
}

/** @param {Difference} difference */
function drawDifference(difference) {
  const value = (/** @type {string | null} */ text, /** @type {string} */ side) =>
    make(
      "td",
      { class: `differences-value differences-${side}` },
      text === null ? make("span", { class: "differences-none" }, "not there") : make("code", {}, outside(text)),
    );
  return make(
    "tr",
    { "data-kind": difference.kind },
    make("th", { scope: "row", class: "differences-path" }, make("code", {}, outside(difference.path))),
    value(difference.expected_text, "expected"),
    value(difference.actual_text, "actual"),
    make(
      "td",
      { class: "differences-kind" },
      make("span", {}, difference.kind_title),
      difference.hint_title ? make("span", { class: "differences-hint" }, difference.hint_title) : null,
      difference.rule_text
        ? make("span", { class: "differences-rule" }, "Rule ", make("code", {}, outside(difference.rule_text)))
        : null,
    ),
  );
}
