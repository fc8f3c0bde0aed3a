// This file is the small message at the foot of the page, with at most one action such as Undo.

import { find, show } from "./dom.js";

const STAYS = 8_000;

export class Notice {
  #box = find("#notice");
  #text = find("#notice-text");
  #action = find("#notice-action");
  #status;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(() => void) | null} */
  #run = null;

  /** @param {(text: string) => void} status  Says it to screen readers. */
  constructor(status) {
    this.#status = status;
    this.#action.addEventListener("click", () => {
      const run = this.#run;
      this.hide();
      run?.();
    });
    find("#notice-close").addEventListener("click", () => this.hide());
    for (const event of ["pointerenter", "focusin"]) {
      this.#box.addEventListener(event, () => clearTimeout(this.#timer));
    }
    for (const event of ["pointerleave", "focusout"]) this.#box.addEventListener(event, () => this.#hideLater());
  }

  /**
   * @param {string} text
   * @param {{ label: string, run: () => void }} [action]
   */
  say(text, action) {
    this.#text.textContent = text;
    this.#run = action?.run ?? null;
    this.#action.textContent = action?.label ?? "";
    show(this.#action, Boolean(action));
    show(this.#box, true);
    this.#status(action ? `${text} ${action.label} is offered at the end of the page.` : text);
    this.#hideLater();
  }

  /**
   * Tells of a request that Python did not answer, where the person does not know it already.
   * @param {import("./engine.js").EngineStop} stop
   */
  stopped(stop) {
    if (stop.why === "broke") this.say(`Python stopped (${stop.message}) and was started again.`);
  }

  hide() {
    clearTimeout(this.#timer);
    show(this.#box, false);
    this.#run = null;
  }

  #hideLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), STAYS);
  }
}
