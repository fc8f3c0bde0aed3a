// This file draws expected and actual calls side by side, in reading order, with argument differences by path.

import { fillLong, find, make, outside, show } from "../dom.js";
import { count, oneLine } from "../text.js";
import { callLink } from "./call-link.js";
import { drawDifferences } from "./differences.js";
import { statusMark } from "./status.js";

/**
 * @typedef {import("../protocol.js").View} View
 * @typedef {import("../protocol.js").AlignmentRow} AlignmentRow
 * @typedef {import("../protocol.js").ActualCall} ActualCall
 * @typedef {import("./call-link.js").ShowCall} ShowCall
 */

/** @typedef {Omit<AlignmentRow, "status"> & { status: AlignmentRow["status"] | "allowed" }} Row */

/** Statuses of rows with nothing wrong. */
const QUIET = ["right", "not_called", "left_out", "allowed"];

/**
 * @param {{ view: View, extrasAllowed: boolean }} judged
 * @param {ShowCall} showCall
 */
export function drawAligned({ view, extrasAllowed }, showCall) {
  const part = find("#aligned");
  const rows = view.alignment.map((row) =>
    extrasAllowed && row.status === "unexpected" && !view.actual_calls[row.actual ?? -1]?.forbidden
      ? { ...row, status: /** @type {const} */ ("allowed") }
      : row,
  );
  show(part, rows.length > 0);
  if (rows.length === 0) {
    part.replaceChildren();
    return;
  }
  const wrong = rows.filter((row) => !QUIET.includes(row.status));
  const body = make("tbody");
  const only = make("input", { type: "checkbox", id: "aligned-only" });
  const draw = () => {
    const shown = only.checked ? wrong : rows;
    fillLong(body, shown, (row) => drawRow(row, view, showCall), { step: 60, columns: 3 });
  };
  only.addEventListener("change", draw);
  draw();
  const filter =
    wrong.length > 0 && wrong.length < rows.length
      ? make("label", { class: "results-filter" }, only, make("span", {}, `Only the ${count(wrong.length, "row")} with something wrong`))
      : null;
  part.replaceChildren(
    make("header", { class: "results-part-head" }, make("h3", { id: "aligned-title" }, "Side by side"), make("span", { class: "results-part-note" }, outside(source(view))), ...(filter ? [filter] : [])),
    make(
      "table",
      { class: "aligned" },
      make("caption", { class: "hidden-text" }, "Expected and actual calls side by side"),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          make("th", { scope: "col" }, "Expected"),
          make("th", { scope: "col" }, "Actual"),
          make("th", { scope: "col" }, "Status"),
        ),
      ),
      body,
    ),
  );
}

/**
 * @param {Row} row
 * @param {View} view
 * @param {ShowCall} showCall
 */
function drawRow(row, view, showCall) {
  const expected = row.expected === null ? null : view.expected_calls[row.expected];
  const actual = row.actual === null ? null : view.actual_calls[row.actual];
  const title = row.status === "allowed" ? "Extra, allowed" : (expected ?? actual)?.status_title ?? row.status;

  const expectedCell = make("td", { class: "aligned-cell", "data-side": "Expected" });
  if (expected) {
    expectedCell.append(
      make("div", { class: "aligned-head" }, callLink("expected", expected, showCall), expected.optional ? make("span", { class: "call-tag" }, "optional") : ""),
      expected.args_text === null ? make("p", { class: "aligned-any" }, "any arguments") : args(expected.args_text, row.status),
    );
  } else {
    expectedCell.append(make("p", { class: "aligned-nothing" }, "Nothing expected here"));
  }

  const actualCell = make("td", { class: "aligned-cell", "data-side": "Actual" });
  if (actual) {
    actualCell.append(make("div", { class: "aligned-head" }, callLink("trace", actual, showCall), ...tags(actual)), args(actual.args_text, row.status));
  } else {
    actualCell.append(make("p", { class: "aligned-nothing" }, "Not called"));
  }

  const line = make(
    "tr",
    { class: "aligned-row", "data-status": row.status },
    expectedCell,
    actualCell,
    make("td", { class: "aligned-status" }, statusMark(row.status, title)),
  );
  const more = details(row, view, showCall);
  if (!more) return line;
  const both = document.createDocumentFragment();
  both.append(line, make("tr", { class: "aligned-more", "data-status": row.status }, make("td", { colspan: 3 }, ...more)));
  return both;
}

/**
 * What stands under a row: its differences, or the nearest miss of a missing call.
 * @param {Row} row
 * @param {View} view
 * @param {ShowCall} showCall
 */
function details(row, view, showCall) {
  const expected = row.expected === null ? null : view.expected_calls[row.expected];
  if (!expected) return null;
  if (expected.differences.length) {
    const table = drawDifferences(expected.differences, `Argument differences of expected call ${expected.index + 1}`);
    if (row.status !== "right") return [table];
    const allowed = count(expected.differences.length, "extra key");
    return [make("details", { class: "aligned-allowed" }, make("summary", {}, `${allowed} allowed`), table)];
  }
  const { nearest } = expected;
  if (!nearest || row.status !== "missing") return null;
  const near = nearest.actual === null ? null : view.actual_calls[nearest.actual];
  return [
    make("p", { class: "aligned-nearest" }, "Nearest: ", ...(near ? [callLink("trace", near, showCall), " "] : []), outside(nearest.message)),
    ...(nearest.differences.length ? [drawDifferences(nearest.differences, "Differences to the nearest call")] : []),
  ];
}

/**
 * What the trace was read as, and which of its runs.
 * @param {View} view
 */
function source({ trace }) {
  if (!trace) return "";
  const { title, run, runs } = trace;
  if (run !== null) return `${title}, run ${run} of ${runs}`;
  return runs > 1 ? `${title}, all ${count(runs, "run")}` : title;
}

/** @param {ActualCall} actual */
function tags(actual) {
  const tag = (/** @type {string} */ word, kind = "") => make("span", { class: `call-tag ${kind}` }, word);
  return [
    ...(actual.forbidden ? [tag("forbidden", "call-tag-bad")] : []),
    ...(actual.repeated ? [tag("repeated", "call-tag-warn")] : []),
    ...(actual.failed ? [tag("result: error", "call-tag-warn")] : []),
    ...(actual.id === null ? [] : [make("span", { class: "call-id" }, outside(actual.id))]),
  ];
}

/**
 * Arguments: one line where all is right, written out where something is wrong.
 * @param {string} text
 * @param {string} status
 */
function args(text, status) {
  const short = oneLine(text);
  const written = status === "right" || status === "left_out" || short.length <= 60 ? short : text;
  return make("pre", { class: "aligned-args", dir: "ltr", tabindex: written.length > 600 ? 0 : null }, written);
}
