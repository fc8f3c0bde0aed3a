// This file draws the whole result: which of its parts are seen, whether it is out of date, and each part anew.

import { find, icon, make, show } from "../dom.js";
import { drawAligned } from "./aligned.js";
import { drawEvaluators } from "./evaluators.js";
import { drawExpectedTable } from "./expected-table.js";
import { drawFindings } from "./findings.js";
import { drawReport } from "./report.js";
import { WORDS, drawVerdict } from "./verdict.js";

/**
 * @typedef {import("../state.js").State} State
 * @typedef {import("../state.js").Judged} Judged
 */

/** @type {import("../protocol.js").View | null} */
let drawnView = null;

/**
 * @param {State} state
 * @param {{ showCall: import("./call-link.js").ShowCall,
 *   onGoTo: (offset: number, problem: import("../protocol.js").InputProblem) => void,
 *   onOption: (name: string) => void, onCopy: (text: string) => void,
 *   onDownload: (text: string, fileName: string) => void }} how
 */
export function drawResults({ judged, trouble, evaluating }, { showCall, onGoTo, onOption, onCopy, onDownload }) {
  find("#results").setAttribute("aria-busy", String(evaluating));
  show(find("#results-empty"), !judged && !trouble);
  show(find("#results-trouble"), trouble !== null);
  find("#results-trouble-why").textContent = trouble;
  show(find("#results-judged"), judged !== null);
  find("#results-judged").dataset.stale = String(judged?.stale ?? false);
  show(find("#results-stale"), judged?.stale ?? false);
  drawLast(judged);
  if (!judged || judged.view === drawnView) return;
  drawnView = judged.view;
  drawVerdict(judged.view, { showCall, onGoTo, onOption });
  const couldJudge = judged.view.verdict !== "error";
  show(find("#results-detail"), couldJudge);
  if (couldJudge) {
    drawExpectedTable(judged.view, showCall);
    drawAligned(judged, showCall);
    drawEvaluators(judged);
    drawFindings(judged, showCall);
  }
  drawReport(judged, {
    onCopy: () => onCopy(judged.reportText),
    onDownload: () => onDownload(judged.reportText, judged.fileName),
  });
}

/** @param {Judged | null} judged */
function drawLast(judged) {
  const last = find("#run-last");
  show(last, judged !== null);
  if (!judged) return;
  const { verdict } = judged.view;
  const link = make("a", { href: "#results", class: "run-last-link", "data-verdict": judged.stale ? "stale" : verdict });
  link.append(icon(judged.stale ? "stale" : verdict), judged.stale ? "Result out of date" : WORDS[verdict]);
  last.replaceChildren(link);
}
