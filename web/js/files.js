// This file reads a chosen or dropped file as text, and hands text out as a download.

const LARGEST = 64_000_000;

/**
 * Decodes UTF-8, or UTF-16 with its mark; says plainly when a file is neither.
 * @param {File} file
 * @returns {Promise<string>}
 */
export async function readText(file) {
  if (file.size > LARGEST) {
    throw new Error(`“${file.name}” has ${(file.size / 1e6).toFixed(0)} MB; the most that can be opened is 64 MB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`“${file.name}” is not text in UTF-8 or UTF-16.`);
  }
}

/**
 * @param {string} text
 * @param {string} name
 */
export function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
