// This file is the list of samples: a button that unfolds it, and the loading of the chosen one.

import { clone, find, show } from "./dom.js";

/**
 * @typedef {import("./protocol.js").Sample} Sample
 * @typedef {import("./protocol.js").SampleEntry} SampleEntry
 */

export class Samples {
  #base;
  #onSample;
  #onTrouble;
  #holder = find("#samples");
  #button = find("#samples-open");
  #list = find("#samples-list");
  /** @type {SampleEntry[]} */
  #entries = [];

  /**
   * @param {string} base
   * @param {{ onSample: (sample: Sample) => void, onTrouble: (message: string) => void }} how
   */
  constructor(base, { onSample, onTrouble }) {
    this.#base = base;
    this.#onSample = onSample;
    this.#onTrouble = onTrouble;
    this.#button.addEventListener("click", () => this.#open(this.#list.hidden !== false));
    this.#holder.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#list.hidden) return;
      this.#open(false);
      this.#button.focus();
    });
    document.addEventListener("click", (event) => {
      if (!this.#holder.contains(/** @type {Node} */ (event.target))) this.#open(false);
    });
    this.#holder.addEventListener("focusout", (event) => {
      const next = /** @type {Node | null} */ (event.relatedTarget);
      if (next && !this.#holder.contains(next)) this.#open(false);
    });
  }

  async fill() {
    this.#entries = await this.#fetch("samples/index.json");
    this.#list.replaceChildren(
      ...this.#entries.map((entry) => {
        const item = clone("sample-template");
        find("[data-title]", item).textContent = entry.title;
        find("[data-description]", item).textContent = entry.description;
        find("button", item).addEventListener("click", () => {
          this.#open(false);
          this.load(entry.file);
        });
        return item;
      }),
    );
  }

  loadFirst() {
    const first = this.#entries[0];
    if (first) this.load(first.file);
  }

  /** @param {string} file */
  async load(file) {
    try {
      this.#onSample(await this.#fetch(`samples/${file}`));
    } catch (error) {
      this.#onTrouble(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} path */
  async #fetch(path) {
    const response = await fetch(new URL(path, this.#base));
    if (!response.ok) throw new Error(`${path} could not be loaded (HTTP ${response.status}).`);
    return response.json();
  }

  /** @param {boolean} open */
  #open(open) {
    show(this.#list, open);
    this.#button.setAttribute("aria-expanded", String(open));
  }
}
