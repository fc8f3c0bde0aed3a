// This file names the parts of CodeMirror the page uses; the build bundles it into vendor/codemirror.js.

export { Compartment, EditorSelection, EditorState } from "@codemirror/state";
export {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
export { HighlightStyle, bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { autocompletion, startCompletion } from "@codemirror/autocomplete";
export { json } from "@codemirror/lang-json";
export { setDiagnostics } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
