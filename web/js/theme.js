// This file is the switch between the system's colours, light and dark; early.js applies the choice on the next load.

import { find } from "./dom.js";

export function startTheme() {
  const root = document.documentElement;
  const current = root.dataset.theme ?? "system";
  const switches = find("#theme");
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (switches.querySelectorAll("input"))) {
    radio.checked = radio.value === current;
  }
  switches.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    if (value === "system") delete root.dataset.theme;
    else root.dataset.theme = value;
    try {
      sessionStorage.setItem("theme", value === "system" ? "" : value);
    } catch {
      // Without storage the choice lasts until the next load.
    }
  });
}
