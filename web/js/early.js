// This file runs before the first paint: the chosen colours, and a word to those who opened the page as a file.

(() => {
  try {
    const theme = sessionStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be switched off; the system's colours then apply.
  }
  if (location.protocol === "file:") {
    document.addEventListener("DOMContentLoaded", () => {
      const warning = document.getElementById("from-disk");
      if (warning) warning.hidden = false;
    });
  }
})();
