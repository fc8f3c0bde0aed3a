// The bundle offers exactly what its entry names.
export * from "./codemirror-entry.js";
