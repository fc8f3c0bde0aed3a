// This file draws the verdict with its reasons, or why the case could not be judged, and the scores.

import { fillLong, find, icon, make, outside } from "../dom.js";
import { count } from "../text.js";
import { callLink } from "./call-link.js";
import { drawProblems } from "./problems.js";

/**
 * @typedef {import("../protocol.js").View} View
 * @typedef {import("../protocol.js").InputProblem} InputProblem
 * @typedef {import("./call-link.js").ShowCall} ShowCall
 */

export const WORDS = { pass: "Pass", fail: "Fail", error: "Could not be judged" };

/**
 * @param {View} view
 * @param {{ showCall: ShowCall, onGoTo: (offset: number, problem: InputProblem) => void, onOption: (name: string) => void }} how
 */
export function drawVerdict(view, { showCall, onGoTo, onOption }) {
  const { verdict } = view;
  find("#verdict").dataset.verdict = verdict;
  const rest = view.headline.replace(/^(pass|fail|error|could not be judged)\b[\s:.,–—-]*/i, "");
  find("#verdict-title").replaceChildren(
    icon(verdict, "icon verdict-icon"),
    make("span", { class: "verdict-word" }, WORDS[verdict]),
    ...(rest ? [" ", make("span", { class: "verdict-headline" }, rest)] : []),
  );

  const why = find("#verdict-why");
  if (verdict === "error") {
    const problems = make("div", { class: "verdict-problems" });
    drawProblems(problems, view.errors, { onGoTo, onOption, named: true });
    why.replaceChildren(make("p", { class: "verdict-lead" }, "This is neither a pass nor a fail."), problems);
  } else if (view.reasons.length === 0) {
    why.replaceChildren(
      make("p", { class: "verdict-lead" }, "Every rule of this test holds."),
      make("ul", { class: "verdict-holds" }, ...holds(view.counts).map(({ text, full }) => make("li", {}, icon(full ? "right" : "note"), make("span", {}, text)))),
    );
  } else {
    const list = make("ol", { class: "verdict-reasons", "aria-label": "Reasons" });
    fillLong(list, view.reasons, (reason) => drawReason(reason, view, showCall), { step: 20 });
    why.replaceChildren(list);
  }
  drawScores(view);
}

/**
 * What was found, for a pass; not all of it need be full, as options may allow less.
 * @param {Record<string, number>} counts
 */
function holds({ required = 0, required_paired = 0, paired = 0, right_arguments = 0, unexpected = 0, forbidden = 0 }) {
  const n = (/** @type {number} */ number) => number.toLocaleString("en");
  return [
    required
      ? { text: `${n(required_paired)} of ${count(required, "required call")} made`, full: required_paired === required }
      : { text: "No call was required", full: true },
    ...(paired
      ? [{ text: `${n(right_arguments)} of ${count(paired, "paired call")} with right arguments`, full: right_arguments === paired }]
      : []),
    unexpected
      ? { text: `${count(unexpected, "extra call")}, allowed`, full: false }
      : { text: "No unexpected call", full: true },
    ...(forbidden ? [] : [{ text: "No forbidden call", full: true }]),
  ];
}

/**
 * @param {View["reasons"][number]} reason
 * @param {View} view
 * @param {ShowCall} showCall
 */
function drawReason(reason, view, showCall) {
  const actual = view.actual_calls[reason.actual ?? -1];
  const expected = view.expected_calls[reason.expected ?? -1];
  const link = actual
    ? callLink("trace", actual, showCall, "call ")
    : expected
      ? callLink("expected", expected, showCall, "expected call ")
      : null;
  return make(
    "li",
    { class: "verdict-reason", "data-code": reason.code },
    make("div", { class: "verdict-reason-head" }, make("strong", {}, reason.title), link),
    make("p", { class: "verdict-reason-text" }, outside(reason.message)),
  );
}

/** @param {View} view */
function drawScores(view) {
  const judged = view.verdict !== "error";
  const list = make(
    "dl",
    { class: "verdict-score-list" },
    ...(judged ? view.scores : []).map((score) => {
      const meter = make("span", { class: "verdict-meter", "aria-hidden": "true" }, make("span"));
      if (score.value !== null) {
        /** @type {HTMLElement} */ (meter.firstElementChild).style.inlineSize = `${Math.max(0, Math.min(1, score.value)) * 100}%`;
      }
      return make(
        "div",
        { class: "verdict-score", "data-score": score.id, title: score.help },
        make("dt", {}, score.title),
        make(
          "dd",
          {},
          make("span", { class: "verdict-score-value" }, score.value_text),
          score.fraction_text ? make("span", { class: "verdict-score-fraction" }, score.fraction_text) : null,
          meter,
        ),
      );
    }),
  );
  find("#scores").replaceChildren(...(judged ? [list] : []));
}
