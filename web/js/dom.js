// This file is the page's few helpers for elements: find, clone, fill by text only, draw long lists piece by piece.

/**
 * Finds one element and fails loudly when it is not there.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, root = document) {
  const element = root.querySelector(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return /** @type {T} */ (element);
}

/**
 * Clones the first element of a template in index.html.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function clone(id) {
  const template = /** @type {HTMLTemplateElement} */ (find(`#${id}`));
  const first = template.content.firstElementChild;
  if (!first) throw new Error(`The template ${id} is empty`);
  return /** @type {HTMLElement} */ (first.cloneNode(true));
}

/**
 * Makes an element. Attributes with null or false are left out; children that are text become text nodes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * An icon of the sheet at the top of index.html; it only repeats what a word beside it says.
 * @param {string} name
 * @param {string} [className]
 */
export function icon(name, className = "icon") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Text that came from outside: isolated, so that its direction cannot disturb the sentence around it.
 * @param {string} text
 * @param {string} [className]
 */
export function outside(text, className) {
  return make("bdi", { class: className }, text);
}

/**
 * @param {Element} element
 * @param {boolean} shown
 */
export function show(element, shown) {
  /** @type {HTMLElement} */ (element).hidden = !shown;
}

/**
 * Fills a parent with drawn items, the first `step` at once and the rest on demand.
 * @template T
 * @param {HTMLElement} parent  A list or a table body.
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Node} draw
 * @param {{ step?: number, columns?: number }} [how]  `columns` when the parent is a table body.
 */
export function fillLong(parent, items, draw, { step = 100, columns = 0 } = {}) {
  parent.replaceChildren();
  let drawn = 0;
  const more = make("button", { type: "button", class: "button button-quiet" });
  const holder = columns
    ? make("tr", { class: "more" }, make("td", { colspan: columns }, more))
    : make("li", { class: "more" }, more);
  const drawNext = () => {
    holder.remove();
    const end = Math.min(drawn + step, items.length);
    const piece = document.createDocumentFragment();
    items.slice(drawn, end).forEach((item, i) => piece.append(draw(item, drawn + i)));
    const first = /** @type {HTMLElement | null} */ (piece.firstElementChild);
    parent.append(piece);
    const added = drawn > 0;
    drawn = end;
    if (drawn < items.length) {
      const left = items.length - drawn;
      more.textContent = `Show ${Math.min(step, left)} more of ${left.toLocaleString("en")}`;
      parent.append(holder);
    }
    if (added && first) /** @type {HTMLElement | null} */ (first.querySelector("button, a, [tabindex]"))?.focus();
  };
  more.addEventListener("click", drawNext);
  drawNext();
}

/** True when the person asked their system for less motion. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element} element */
export function bringIntoView(element) {
  element.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
}
