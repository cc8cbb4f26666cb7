// Helpers to create elements.

/** @import { Side } from "./messages.d.ts" */
/** @typedef {{ [name: string]: any }} Properties */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element. Properties that begin with "on" are listeners; others are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} properties
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * Creates a button.
 * @param {Properties} properties
 * @param {any[]} children
 */
export const button = (properties, ...children) => html("button", { type: "button", ...properties }, ...children);

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} properties
 * @param {any[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG_NAMESPACE, tag), properties, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {any[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * The element with an id, whatever its kind.
 * @returns {any}
 */
export const byId = (/** @type {string} */ id) => document.getElementById(id);

/**
 * The element that has the focus.
 * @returns {HTMLElement}
 */
export const focusedElement = () => /** @type {HTMLElement} */ (document.activeElement);

/**
 * The elements inside of another that a selector matches.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const elements = (parent, selector) =>
  [...parent.querySelectorAll(selector)].map((element) => /** @type {HTMLElement} */ (element));

/**
 * The closest element around another that a selector matches.
 * @param {EventTarget} element
 * @param {string} selector
 */
export const closest = (element, selector) =>
  /** @type {HTMLElement} */ (/** @type {Element} */ (element).closest(selector));

/** The square around an element. */
export const squareAround = (/** @type {EventTarget} */ element) => closest(element, "[data-square]");

/** The piece in hand around an element. */
export const handPieceAround = (/** @type {EventTarget} */ element) => closest(element, "[data-hand] [data-piece]");

/** The side in whose hand a piece is. */
export const handOf = (/** @type {Element} */ piece) =>
  /** @type {Side} */ (closest(piece, "[data-hand]").dataset.hand);

/**
 * The key by which each element was last drawn.
 * @type {WeakMap<Element, string>}
 */
const keys = new WeakMap();

/**
 * Draws an element anew if its key is another than the last time, and returns whether it is. What has the focus
 * keeps it, by its id.
 * @param {Element} element
 * @param {any} key What the children depend on.
 * @param {() => (Node | string)[]} children
 */
export function render(element, key, children) {
  const wanted = JSON.stringify(key);
  if (keys.get(element) === wanted) return false;
  keys.set(element, wanted);
  const focused = element.contains(focusedElement()) && focusedElement().id;
  element.replaceChildren(...children());
  if (focused) /** @type {HTMLElement} */ (element.querySelector(`#${CSS.escape(focused)}`))?.focus();
  return true;
}

/** Sets an attribute, or removes it if the value is null. */
export function setAttribute(
  /** @type {Element} */ element,
  /** @type {string} */ name,
  /** @type {string | number | null} */ value,
) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Creates a labelled select. Options are pairs of value and text.
 * @param {string} label
 * @param {(string | number)[][]} options
 * @param {string | number} value
 * @param {(value: any) => void} onchange
 * @param {string} id
 */
export function select(label, options, value, onchange, id = null) {
  const list = html(
    "select",
    { id, onchange: (/** @type {{ target: HTMLSelectElement }} */ event) => onchange(event.target.value) },
    options.map(([option, text]) => html("option", { value: option, selected: option === value }, text)),
  );
  return html("label", { class: "field" }, html("span", {}, label), list);
}

/**
 * Creates a labelled number input.
 * @param {string} label
 * @param {number} value
 * @param {[min: number, max: number, step: number]} range
 * @param {(value: number) => void} onchange
 */
export function number(label, value, [min, max, step], onchange) {
  const input = html("input", {
    type: "number",
    value,
    min,
    max,
    step,
    inputmode: "decimal",
    onchange: (/** @type {{ target: HTMLInputElement }} */ event) => {
      const entered = Math.min(max, Math.max(min, Number(event.target.value) || min));
      event.target.value = String(entered);
      onchange(entered);
    },
  });
  return html("label", { class: "field" }, html("span", {}, label), input);
}

/** Creates a labelled checkbox. */
export function checkbox(
  /** @type {string} */ label,
  /** @type {boolean} */ checked,
  /** @type {(checked: boolean) => void} */ onchange,
) {
  const input = html("input", {
    type: "checkbox",
    checked,
    onchange: (/** @type {{ target: HTMLInputElement }} */ event) => onchange(event.target.checked),
  });
  return html("label", { class: "check" }, input, html("span", {}, label));
}
