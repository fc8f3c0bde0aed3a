// This file draws the report part: Copy, Download, and the report's text itself.

import { find, icon, make } from "../dom.js";

const SHOWN = 200_000;

/**
 * @param {{ reportText: string, fileName: string }} judged
 * @param {{ onCopy: () => void, onDownload: () => void }} how
 */
export function drawReport({ reportText, fileName }, { onCopy, onDownload }) {
  const copy = make("button", { type: "button", class: "button", id: "report-copy" }, icon("copy"), "Copy report");
  const save = make("button", { type: "button", class: "button", id: "report-download" }, icon("download"), "Download report");
  copy.addEventListener("click", onCopy);
  save.addEventListener("click", onDownload);

  const fold = make("details", { class: "results-report" }, make("summary", {}, "Show the report"));
  // A big report is drawn only when it is wanted.
  fold.addEventListener(
    "toggle",
    () => {
      const cut = reportText.length > SHOWN;
      fold.append(
        make("pre", { class: "results-report-text", dir: "ltr", tabindex: 0, "aria-label": "Report" }, cut ? reportText.slice(0, SHOWN) : reportText),
        cut ? make("p", { class: "results-none" }, "Cut here. Copy and Download give all of it.") : "",
      );
    },
    { once: true },
  );
  find("#report").replaceChildren(
    make(
      "header",
      { class: "results-part-head" },
      make("h3", { id: "report-title" }, "JSON report"),
      make("span", { class: "results-part-note" }, fileName),
      make("span", { class: "results-part-actions" }, copy, save),
    ),
    fold,
  );
}
