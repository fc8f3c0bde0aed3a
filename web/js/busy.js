// This file shows that Python works, once that takes long enough to be noticed, and offers Cancel.

import { find, show } from "./dom.js";
import { later } from "./later.js";
import { describeEngine } from "./views/engine-status.js";

/** Quick work shows no sign of waiting. */
export const SHOW_BUSY_AFTER = 500;

/**
 * @param {import("./engine.js").Engine} engine
 * @param {import("./state.js").Store} store
 */
export function watchBusy(engine, store) {
  /** Since when there is work without a pause. */
  let busySince = 0;

  const draw = () => {
    const { evaluating } = store.state;
    const { name } = engine.state;
    const long = busySince > 0 && performance.now() - busySince >= SHOW_BUSY_AFTER - 5;
    // Texts that wait for Python to start are no work that one would cancel.
    show(find("#run-busy"), long && name !== "failed" && (evaluating || name === "ready"));
    find("#run-busy-text").textContent =
      name === "loading" ? `Waiting. ${describeEngine(engine.state)}` : evaluating ? "Evaluating" : "Reading";
  };
  engine.addEventListener("state", draw);
  engine.addEventListener("busy", () => {
    if (!engine.busy) busySince = 0;
    else if (busySince === 0) {
      busySince = performance.now();
      later("busy", SHOW_BUSY_AFTER, draw);
    }
    draw();
  });
  find("#cancel").addEventListener("click", () => {
    engine.cancel();
    find("#evaluate").focus();
  });
}
