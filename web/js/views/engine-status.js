// This file draws the state of Python: loading with bytes, ready, or failed with a reason.

import { find, show } from "../dom.js";
import { megabytes } from "../text.js";

/** @typedef {import("../engine.js").EngineState} EngineState */

/** @param {EngineState} state */
export function describeEngine(state) {
  if (state.name === "ready") return "Python is ready";
  if (state.name === "failed") return "Python is not running";
  if (state.step === "python") return "Starting Python";
  if (state.step === "evaluator") return "Installing the evaluator";
  if (state.total === null) return "Loading Python";
  return `Loading Python, ${megabytes(state.loaded)} of ${megabytes(state.total)} MB`;
}

/** @param {EngineState} state */
export function drawEngine(state) {
  find("#engine").dataset.state = state.name;
  find("#engine-text").textContent = describeEngine(state);
  const progress = /** @type {HTMLProgressElement} */ (find("#engine-progress"));
  show(progress, state.name === "loading");
  if (state.name === "loading" && state.step === "download" && state.total !== null) {
    progress.max = state.total;
    progress.value = state.loaded;
  } else {
    progress.removeAttribute("value");
  }
  show(find("#engine-failed"), state.name === "failed");
  find("#engine-failed-why").textContent = state.name === "failed" ? state.message : "";
}
