// This file draws what is wrong with an input: the sentence, the place, the line with a caret, and a way there.

import { clone, find, show } from "../dom.js";

/** @typedef {import("../protocol.js").InputProblem} InputProblem */

const PANES = { expected: "Expected calls", trace: "Agent trace", tools: "Tool definitions", context: "Context", options: "Options" };

/**
 * @param {HTMLElement} parent
 * @param {InputProblem[]} problems
 * @param {{ onGoTo: (offset: number, problem: InputProblem) => void, onOption?: (name: string) => void, named?: boolean }} how
 *   `named`: say which input it is; needed away from the panes.
 */
export function drawProblems(parent, problems, { onGoTo, onOption, named = false }) {
  parent.replaceChildren(
    ...problems.map((problem) => {
      const box = clone("problem-template");
      find("[data-where]", box).textContent = named && problem.where ? `${PANES[problem.where]}: ` : "";
      // The place has its own line below.
      find("[data-message]", box).textContent = problem.message.replace(/^line [\d,]+, column [\d,]+: /, "");

      const excerpt = find("[data-excerpt]", box);
      excerpt.textContent = problem.excerpt;
      show(excerpt, Boolean(problem.excerpt));

      const places = [];
      if (problem.line !== null) places.push(`Line ${problem.line.toLocaleString("en")}`);
      if (problem.column !== null) places.push(`column ${problem.column.toLocaleString("en")}`);
      if (problem.path && problem.path !== "$") places.push(problem.path);
      find("[data-place]", box).textContent = places.join(", ");

      const go = find("[data-goto]", box);
      const { offset } = problem;
      const option = problem.where === "options" ? problem.path?.match(/^\$\.(\w+)/)?.[1] : undefined;
      if (offset !== null && problem.where !== "options") {
        show(go, true);
        go.setAttribute("aria-label", `Go to ${places.join(", ") || "the place"}`);
        go.addEventListener("click", () => onGoTo(offset, problem));
      } else if (option && onOption) {
        show(go, true);
        go.addEventListener("click", () => onOption(option));
      }
      return box;
    }),
  );
}
