// This file draws the named evaluators, and another system's numbers beside ours where they were asked for.

import { find, icon, make, outside, show } from "../dom.js";

/**
 * @typedef {import("../protocol.js").NamedEvaluator} NamedEvaluator
 * @typedef {import("../protocol.js").Compared} Compared
 */

/** @type {Record<string, string>} */
const SYSTEMS = { uipath: "UiPath" };
/** @type {Record<string, { icon: string, word: string }>} */
const LABELS = {
  pass: { icon: "pass", word: "Pass" },
  fail: { icon: "fail", word: "Fail" },
  "n/a": { icon: "not_called", word: "Not judged" },
};

/** @param {{ view: import("../protocol.js").View, deciding: string[] }} judged */
export function drawEvaluators({ view, deciding }) {
  const part = find("#evaluators");
  show(part, view.evaluators.length > 0);
  const titles = new Map(view.evaluators.map(({ id, title }) => [id, title]));
  const systems = [...new Set(view.compatibility.map(({ system }) => system))];
  part.replaceChildren(
    make(
      "header",
      { class: "results-part-head" },
      make("h3", { id: "evaluators-title" }, "Evaluators"),
      make("span", { class: "results-part-note" }, deciding.length ? "The verdict is made by those that decide." : "They do not change the verdict."),
    ),
    table("Named evaluators", ["Evaluator", "Score", "Result", "Reason"], view.evaluators.map((row) => drawEvaluator(row, deciding))),
    ...systems.map((system) => {
      const name = SYSTEMS[system] ?? system;
      const rows = view.compatibility.filter((row) => row.system === system);
      return table(`${name} beside ours`, [`Compared with ${name}`, name, "Ours", "Where they differ, and why"], rows.map((row) => drawCompared(row, titles)));
    }),
  );
}

/**
 * @param {NamedEvaluator} row
 * @param {string[]} deciding
 */
function drawEvaluator(row, deciding) {
  const label = LABELS[row.label] ?? { icon: "note", word: row.label.charAt(0).toUpperCase() + row.label.slice(1) };
  return make(
    "tr",
    { "data-evaluator": row.id, "data-label": row.label },
    make(
      "th",
      { scope: "row" },
      make("span", { class: "evaluators-title" }, row.title),
      " ",
      make("code", { class: "evaluators-id" }, row.id),
      deciding.includes(row.id) ? make("span", { class: "call-tag" }, "decides") : null,
    ),
    make("td", { class: "evaluators-score" }, row.value_text),
    make("td", {}, make("span", { class: "evaluators-label" }, icon(label.icon), label.word)),
    make("td", { class: "results-text" }, outside(row.reason)),
  );
}

/**
 * @param {Compared} row
 * @param {Map<string, string>} titles
 */
function drawCompared(row, titles) {
  return make(
    "tr",
    { "data-compared": row.id, "data-differs": String(row.differs) },
    make("th", { scope: "row" }, titles.get(row.id) ?? row.id, " ", make("code", { class: "evaluators-id" }, row.id)),
    make("td", { class: "evaluators-score" }, row.value_text),
    make("td", { class: "evaluators-score" }, row.ours_text),
    make("td", { class: "results-text" }, row.differs ? outside(row.why ?? "They differ") : make("span", { class: "results-dash" }, "the same")),
  );
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function table(caption, heads, rows) {
  return make(
    "div",
    { class: "results-scroll" },
    make(
      "table",
      { class: "results-table evaluators-table" },
      make("caption", { class: "hidden-text" }, caption),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
  );
}
