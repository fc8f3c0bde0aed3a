// This file is one text editor: CodeMirror in a shadow root, light enough for texts of 10 MB.

import {
  Compartment,
  EditorState,
  EditorView,
  HighlightStyle,
  autocompletion,
  bracketMatching,
  defaultKeymap,
  drawSelection,
  foldGutter,
  foldKeymap,
  highlightActiveLine,
  highlightActiveLineGutter,
  history,
  historyKeymap,
  json,
  keymap,
  lineNumbers,
  openSearchPanel,
  placeholder,
  search,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from "../vendor/codemirror.js";

/** Above this many characters, or this many a line, the text is shown without colours. */
const PLAIN_ABOVE = 1_000_000;
const PLAIN_LINE = 20_000;

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-word)" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: "var(--code-mark)" },
]);

// Custom properties of css/tokens.css reach into the shadow root; style sheets and their classes do not.
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--type-code)", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.55" },
  ".cm-content": { paddingBlock: "var(--space-2)", caretColor: "var(--text)" },
  ".cm-line": { paddingInline: "var(--space-2)" },
  ".cm-cursor": { borderInlineStartColor: "var(--text)", borderInlineStartWidth: "2px" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--text-faint)",
    border: "none",
    borderInlineEnd: "1px solid var(--line)",
  },
  ".cm-lineNumbers .cm-gutterElement": { paddingInline: "var(--space-2) var(--space-1)", minWidth: "2.2rem" },
  ".cm-foldGutter .cm-gutterElement": { paddingInlineEnd: "var(--space-1)", color: "var(--text-faint)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--editor-line)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--editor-line)", color: "var(--text-soft)" },
  ".cm-selectionBackground": { backgroundColor: "var(--editor-selection-idle)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--editor-selection)",
  },
  ".cm-placeholder": { color: "var(--text-faint)", whiteSpace: "pre-wrap" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--editor-line)",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--surface-sunk)",
    border: "1px solid var(--line)",
    color: "var(--text-soft)",
    paddingInline: "var(--space-1)",
  },
  ".cm-panels": { backgroundColor: "var(--surface-sunk)", color: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBlockEnd: "1px solid var(--line)" },
  ".cm-panel.cm-search": {
    padding: "var(--space-2)",
    paddingInlineEnd: "var(--space-6)",
    fontFamily: "var(--font)",
    fontSize: "var(--type-small)",
  },
  ".cm-panel.cm-search label": { fontSize: "inherit", whiteSpace: "nowrap" },
  ".cm-panel.cm-search [name=close]": {
    insetBlockStart: "var(--space-1)",
    insetInlineEnd: "var(--space-1)",
    inlineSize: "1.75rem",
    blockSize: "1.75rem",
    fontSize: "1.1rem",
    color: "var(--text-soft)",
    cursor: "pointer",
  },
  ".cm-textfield": {
    fontFamily: "var(--font-code)",
    fontSize: "inherit",
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-small)",
    padding: "0.2rem 0.4rem",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-small)",
    fontSize: "inherit",
    padding: "0.2rem 0.5rem",
    cursor: "pointer",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--surface-sunk)" },
  ".cm-searchMatch": { backgroundColor: "var(--editor-match)" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--editor-match-chosen)" },
  ".cm-tooltip": {
    backgroundColor: "var(--surface-raised)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-small)",
    maxWidth: "28rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font-code)",
    fontSize: "var(--type-small)",
    maxHeight: "15rem",
    maxWidth: "min(34rem, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.5rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--text)",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)", fontWeight: "600" },
  ".cm-completionDetail": { fontFamily: "var(--font)", fontStyle: "normal", color: "var(--text-soft)" },
  ".cm-diagnostic": { fontFamily: "var(--font)", fontSize: "var(--type-small)" },
  ".cm-diagnostic-error": { borderInlineStart: "3px solid var(--error)" },
});

export class Editor {
  #view;
  #language = new Compartment();
  #plain = false;
  #coloured = true;

  /**
   * @param {HTMLElement} host
   * @param {{ label: string, hint: string, complete?: import("./completion.js").Completing | undefined,
   *   onChange: (pasted: boolean) => void }} how
   */
  constructor(host, { label, hint, complete, onChange }) {
    // In a shadow root CodeMirror uses constructed style sheets, which the page's policy allows.
    const root = host.attachShadow({ mode: "open" });
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          foldGutter(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          drawSelection(),
          history(),
          search({ top: true }),
          ...(complete ? [autocompletion({ override: [complete], icons: false, filterStrict: true })] : []),
          bracketMatching({ maxScanDistance: 5000 }),
          EditorView.lineWrapping,
          placeholder(hint),
          keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap.filter((b) => b.key !== "Mod-Enter")]),
          EditorView.contentAttributes.of({ "aria-label": label, dir: "ltr", autocomplete: "off", tabindex: "0" }),
          this.#language.of([json(), syntaxHighlighting(colours)]),
          look,
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            this.#chooseColours();
            onChange(update.transactions.some((one) => one.isUserEvent("input.paste") || one.isUserEvent("input.drop")));
          }),
        ],
      }),
    });
  }

  /** The text as an unchanging value, cheap to keep and to compare (`eq`). */
  get document() {
    return this.#view.state.doc;
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  get length() {
    return this.#view.state.doc.length;
  }

  /** Whether the text is too big for colours. */
  get plain() {
    return this.#plain;
  }

  get hasFocus() {
    return this.#view.hasFocus;
  }

  /**
   * Replaces all text; the person's undo brings the old one back.
   * @param {string} text
   */
  replace(text) {
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: 0 },
      effects: EditorView.scrollIntoView(0),
    });
  }

  /**
   * Selects a piece, brings it to the middle of the editor and puts the keyboard there.
   * @param {number} from
   * @param {number} [to]
   */
  select(from, to = from) {
    const end = this.length;
    const anchor = Math.min(from, end);
    const head = Math.min(to, end);
    this.#view.focus();
    this.#view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
  }

  focus() {
    this.#view.focus();
  }

  openSearch() {
    openSearchPanel(this.#view);
  }

  /**
   * Underlines the places of problems.
   * @param {{ offset: number, message: string }[]} problems
   */
  mark(problems) {
    const end = this.length;
    const diagnostics = problems.map(({ offset, message }) => ({
      from: Math.min(offset, end),
      to: Math.min(offset + this.#wordAt(offset), end),
      severity: /** @type {const} */ ("error"),
      message,
    }));
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /**
   * The length of the word, text or sign that stands at an offset.
   * @param {number} offset
   */
  #wordAt(offset) {
    const text = this.#view.state.sliceDoc(offset, offset + 200);
    return /^(?:"(?:[^"\\\n]|\\.)*"?|[\w$.+-]+)/.exec(text)?.[0].length ?? 1;
  }

  #chooseColours() {
    const { doc } = this.#view.state;
    this.#plain = doc.length > PLAIN_ABOVE || doc.length / doc.lines > PLAIN_LINE;
    // Prose has numbers too, and they are no JSON.
    const coloured = !this.#plain && /^\s*(?:[[{"]|$)/.test(doc.sliceString(0, 200));
    if (coloured === this.#coloured) return;
    this.#coloured = coloured;
    // Not inside the update that is being told of.
    queueMicrotask(() => {
      this.#view.dispatch({
        effects: this.#language.reconfigure(this.#coloured ? [json(), syntaxHighlighting(colours)] : []),
      });
    });
  }
}
