// This file is one input pane: an editor with its tools, what was recognised in it, and the calls found.

import { clone, find, show } from "./dom.js";
import { Editor } from "./editor.js";
import { readText } from "./files.js";
import { megabytes } from "./text.js";
import { drawBrief, drawRecognition } from "./views/recognition.js";

/**
 * @typedef {import("./protocol.js").PaneName} PaneName
 * @typedef {import("./state.js").Reading} Reading
 *
 * @typedef {object} PaneEvents
 * @property {() => void} onChange
 * @property {(pointer: string, what: string) => void} onCall  A call of the list was chosen.
 * @property {() => void} onSplit  The whole case in it shall be taken apart.
 * @property {(message: string) => void} onTrouble
 * @property {(before: string, what: string) => void} onReplacing  The whole text is about to be replaced by a file, or cleared.
 */

export class Pane {
  #editor;
  #section;
  /** The word beside the title of a pane that folds, which says what is in it. @type {HTMLElement | null} */
  #brief;
  #below;
  #size;
  #events;
  #kept = true;
  #pasted = false;

  /**
   * @param {PaneName} name
   * @param {{ title: string, hint: string }} words
   * @param {PaneEvents} events
   * @param {import("./completion.js").Completing} [complete]
   */
  constructor(name, { title, hint }, events, complete) {
    this.name = name;
    this.title = title;
    this.#events = events;
    this.#section = find(`#pane-${name}`);
    this.#brief = this.#section.querySelector("[data-brief]");
    const tools = clone("pane-tools-template");
    find("[data-tools]", this.#section).append(tools);
    this.#below = clone("pane-below-template");
    find("[data-below]", this.#section).append(this.#below);
    this.#size = find("[data-size]", tools);

    this.#editor = new Editor(find("[data-editor]", this.#section), {
      label: title,
      hint,
      complete,
      onChange: (pasted) => {
        this.#pasted = pasted;
        this.#drawSize();
        events.onChange();
      },
    });

    const search = find("[data-search]", tools);
    search.setAttribute("aria-label", `Search in ${title.toLowerCase()}`);
    search.addEventListener("click", () => this.#editor.openSearch());
    const clear = find("[data-clear]", tools);
    clear.setAttribute("aria-label", `Clear ${title.toLowerCase()}`);
    clear.addEventListener("click", () => {
      if (this.#editor.length) this.replace("", "cleared");
      this.#editor.focus();
    });
    const file = /** @type {HTMLInputElement} */ (find("[data-file]", tools));
    file.setAttribute("aria-label", `Open a file as ${title.toLowerCase()}`);
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0];
      if (chosen) await this.#open(chosen);
      file.value = "";
    });
    this.#acceptDrops();
  }

  get text() {
    return this.#editor.text;
  }

  get document() {
    return this.#editor.document;
  }

  get isEmpty() {
    return this.#editor.length === 0;
  }

  /** Whether its text came by a paste or a file, and was not changed since. */
  get wasPasted() {
    return this.#pasted;
  }

  get hasFocus() {
    return this.#editor.hasFocus;
  }

  /**
   * @param {string} text
   * @param {string} [what]  Named to the person together with an undo.
   */
  replace(text, what) {
    const before = this.text;
    if (what) this.#events.onReplacing(before, `${this.title}: ${what}.`);
    this.fill(text);
  }

  /**
   * Replaces the whole text as part of something bigger; a folded pane unfolds when there is something to see.
   * @param {string} text
   */
  fill(text) {
    this.#editor.replace(text);
    if (text) this.#unfold();
  }

  /**
   * @param {number} from
   * @param {number} [to]
   */
  select(from, to) {
    this.#unfold();
    this.#section.scrollIntoView({ block: "nearest" });
    this.#editor.select(from, to);
  }

  focus() {
    this.#unfold();
    this.#editor.focus();
  }

  #unfold() {
    if (this.#section instanceof HTMLDetailsElement) this.#section.open = true;
  }

  /** @param {Reading} reading */
  draw(reading) {
    drawRecognition(this.#below, reading, {
      pane: this.name,
      empty: this.isEmpty,
      onCall: (call) => {
        if (call.source !== null) this.#events.onCall(call.source, `Call ${call.index + 1}, ${call.name},`);
      },
      onGoTo: (offset) => this.select(offset),
      onSplit: () => this.#events.onSplit(),
    });
    if (this.#brief) drawBrief(this.#brief, reading, this.name, this.isEmpty);
    const problems = reading.name === "read" ? reading.recognition.errors : [];
    this.#editor.mark(
      problems.flatMap(({ offset, message }) => (offset === null ? [] : [{ offset, message }])),
    );
    this.#section.classList.toggle("pane-with-errors", problems.length > 0);
  }

  /** @param {boolean} kept  Whether the text survives a reload. */
  drawKept(kept) {
    this.#kept = kept;
    this.#drawSize();
  }

  #drawSize() {
    const { length } = this.#editor;
    const big = length >= 100_000;
    const words = [
      ...(big ? [`${megabytes(length)} M characters`] : []),
      ...(this.#editor.plain ? ["colours off"] : []),
      ...(this.#kept ? [] : ["not kept over a reload"]),
    ];
    show(this.#size, words.length > 0);
    this.#size.textContent = words.join(", ");
  }

  /** @param {File} file */
  async #open(file) {
    try {
      this.replace(await readText(file), `“${file.name}” opened`);
      this.#pasted = true;
    } catch (error) {
      this.#events.onTrouble(error instanceof Error ? error.message : String(error));
    }
  }

  #acceptDrops() {
    const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    let inside = 0;
    const mark = (/** @type {boolean} */ on) => this.#section.classList.toggle("pane-dropping", on);
    this.#section.addEventListener("dragenter", (event) => {
      if (!isFile(event)) return;
      inside++;
      mark(true);
    });
    this.#section.addEventListener("dragleave", (event) => {
      if (!isFile(event)) return;
      inside = Math.max(0, inside - 1);
      if (!inside) mark(false);
    });
    this.#section.addEventListener("dragover", (event) => {
      if (isFile(event)) event.preventDefault();
    });
    // Before the editor, which would insert the file's text at the pointer.
    this.#section.addEventListener(
      "drop",
      (event) => {
        if (!isFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        inside = 0;
        mark(false);
        const files = event.dataTransfer?.files;
        if (files && files.length > 1) this.#events.onTrouble("Only one file at a time can be dropped on a pane.");
        else if (files?.[0]) this.#open(files[0]);
      },
      { capture: true },
    );
  }
}
