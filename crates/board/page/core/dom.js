// Helpers to create elements.

/** @import { Side } from "../messages.d.ts" */
/** @import { Place } from "./gestures.js" */
/** @typedef {{ [name: string]: any }} Properties */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Whether fingers are used. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** @type {WeakMap<Node, Properties>} The properties with which elements were last drawn. */
const drawn = new WeakMap();

/**
 * Creates an HTML element. Properties that begin with "on" are listeners, and `false` from one prevents what the browser
 * does by itself; `key` identifies the element among its siblings, as an id does; `style` is an object; others are
 * attributes.
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
 * Creates an entry of a list of games: a button with what the game is, and perhaps another one beside it.
 * @type {(properties: Properties, title: string, players: string, details: any[], beside?: HTMLElement) => HTMLElement}
 */
export const gameEntry = ({ key, ...properties }, title, players, details, beside) =>
  html(
    "li",
    { key },
    button(
      { class: "recent-game", ...properties },
      html("strong", {}, title),
      players && html("span", {}, players),
      html("span", { class: "muted" }, details.filter(Boolean).join(" · ")),
    ),
    beside,
  );

/** Creates a row of buttons. */
export const buttons = (/** @type {any[]} */ ...children) => html("div", { class: "buttons" }, children);

/** Creates a list. */
export const list = (/** @type {any[]} */ items) =>
  html(
    "ul",
    {},
    items.map((item) => html("li", {}, item)),
  );

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
  element.append(...shownNodes(children));
  setProperties(element, properties);
  return element;
}

const shownNodes = (/** @type {any[]} */ children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

/** What a person changes by hand, too: it is set only when the page wants another value than before. */
const LIVE = new Set(["value", "checked"]);

/** Sets each property of a style, which a policy that forbids styles in texts allows. */
function setStyle(/** @type {CSSStyleDeclaration} */ style, /** @type {any} */ before, /** @type {any} */ wanted) {
  for (const name of Object.keys({ ...before, ...wanted })) style.setProperty(name, wanted?.[name] ?? "");
}

/** Gives an element properties, in place of those that it was given before. */
export function setProperties(/** @type {any} */ element, /** @type {Properties} */ properties) {
  const before = drawn.get(element) ?? {};
  drawn.set(element, properties);
  for (const name of Object.keys({ ...before, ...properties })) {
    const value = properties[name] ?? null;
    if (value === (before[name] ?? null) || name === "key") continue;
    if (name.startsWith("on") || LIVE.has(name)) element[name] = value;
    else if (name === "style") setStyle(element.style, before.style, value);
    else if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  // Its options may be others than before.
  if (element.localName === "select" && "value" in properties) element.value = properties.value;
}

/**
 * Draws an element of the page: its properties and its children. What is there already stays and takes the new
 * properties, so that it keeps the focus, what was typed, and a press of the pointer. Properties of `null` are those that
 * another part of the page gives it.
 * @param {Element} element
 * @param {Properties | null} properties
 * @param {any[]} children
 */
export function render(element, properties, ...children) {
  renderChildren(element, shownNodes(children));
  if (properties) setProperties(element, properties);
}

function renderChildren(/** @type {Element} */ element, /** @type {any[]} */ children) {
  const wanted = children.map((child) => (child instanceof Node ? child : new Text(child)));
  const wantedKeys = new Set(wanted.map(keyOf));
  const keyed = new Map([...element.childNodes].map((child) => [keyOf(child), child]));
  let place = element.firstChild;
  const removeUntil = (/** @type {Node | null} */ end) => {
    while (place !== end) {
      const next = place?.nextSibling ?? null;
      if (place) element.removeChild(place);
      place = next;
    }
  };
  for (const child of wanted) {
    while (place && keyOf(place) && !wantedKeys.has(keyOf(place))) removeUntil(place.nextSibling);
    const key = keyOf(child);
    let old = key ? keyed.get(key) : place;
    if (!key) while (old && !isAlike(old, child)) old = keyOf(old) ? null : old.nextSibling;
    if (!old || !isAlike(old, child)) element.insertBefore(child, place);
    else {
      if (!key) removeUntil(old);
      if (old === place) place = place.nextSibling;
      else element.insertBefore(old, place);
      update(old, child);
    }
  }
  removeUntil(null);
}

const keyOf = (/** @type {Node} */ node) =>
  drawn.get(node)?.key ?? (node instanceof Element && node.id ? node.id : null);

const isAlike = (/** @type {any} */ one, /** @type {any} */ other) =>
  one.nodeName === other.nodeName && keyOf(one) === keyOf(other) && one.type === other.type;

function update(/** @type {any} */ old, /** @type {any} */ wanted) {
  if (old === wanted) return;
  if (old instanceof Text) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  render(old, drawn.get(wanted) ?? {}, ...wanted.childNodes);
}

/** @returns {any} The element with an id, whatever its kind. */
export const byId = (/** @type {string} */ id) => document.getElementById(id);

/** @returns {HTMLElement} The element that has the focus. */
export const focusedElement = () => /** @type {HTMLElement} */ (document.activeElement);

/** Whether the last press was that of a key, and whether it led to the element that has the focus. */
let isKeyLast = true;
let isKeyFocus = true;
const notePress = (/** @type {Event} */ { type }) => {
  isKeyLast = type === "keydown";
  isKeyFocus &&= isKeyLast;
};
globalThis.addEventListener?.("keydown", notePress, true);
globalThis.addEventListener?.("pointerdown", notePress, true);
const noteFocus = () => {
  isKeyFocus = isKeyLast;
};
// Before anybody asks.
globalThis.addEventListener?.("focusin", noteFocus, true);

/** Whether the element that has the focus got it by the keyboard. Others leave the arrow keys to the moves. */
export const isFocusedByKeyboard = () => isKeyFocus;

/**
 * The elements inside of another that a selector matches.
 * @param {ParentNode} parent
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const elements = (parent, selector) =>
  [...parent.querySelectorAll(selector)].map((element) => /** @type {HTMLElement} */ (element));

/** The closest element around another that a selector matches. */
export const closest = (/** @type {any} */ element, /** @type {string} */ selector) =>
  /** @type {HTMLElement | null} */ (element?.closest(selector));

/** @returns {Place | null} The square or the piece in hand around an element. */
export function placeAround(/** @type {EventTarget | null} */ element) {
  const place = closest(element, "[data-square], [data-hand] [data-piece]");
  if (!place) return null;
  const { square, piece } = place.dataset;
  return square ? { square } : { side: handOf(place), letter: piece };
}

/** The name of the square under a pointer, or null. */
export const squareAt = (/** @type {PointerEvent} */ { clientX, clientY }) =>
  closest(document.elementFromPoint(clientX, clientY), "[data-square]")?.dataset.square ?? null;

/** The side in whose hand a piece is. */
export const handOf = (/** @type {Element} */ piece) =>
  /** @type {Side} */ (closest(piece, "[data-hand]")?.dataset.hand);

/** The names of an element's classes: one that it always has, and those whose conditions hold. */
export const classes = (/** @type {string} */ always, /** @type {{ [name: string]: any }} */ conditions) =>
  [always, ...Object.keys(conditions).filter((name) => conditions[name])].join(" ").trim();

/** Tells a screen reader. */
export const announce = (/** @type {string} */ text) => render(byId("announcement"), {}, text);

/** Creates a label with what it belongs to. */
export const field = (/** @type {string} */ label, /** @type {any[]} */ ...inputs) =>
  html("label", { class: "field" }, html("span", {}, label), inputs);

/**
 * Creates a select. Options are pairs of value and text.
 * @type {(properties: Properties, options: (string | number)[][], onchange: (value: any) => void) => HTMLSelectElement}
 */
export const dropdown = (properties, options, onchange) =>
  html(
    "select",
    { ...properties, onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => onchange(target.value) },
    options.map(([value, text]) => html("option", { value }, text)),
  );

/**
 * Creates a labelled select.
 * @param {string} label
 * @param {(string | number)[][]} options
 * @param {string | number} value
 * @param {(value: any) => void} onchange
 * @param {string} [id]
 */
export const select = (label, options, value, onchange, id = undefined) =>
  field(label, dropdown({ id, value }, options, onchange));

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
  return field(label, input);
}

/**
 * Creates a labelled checkbox.
 * @type {(label: string, checked: boolean, onchange: (checked: boolean, box: HTMLInputElement) => void) => HTMLElement}
 */
export const checkbox = (label, checked, onchange) => {
  const input = html("input", {
    type: "checkbox",
    checked,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => onchange(target.checked, target),
  });
  return html("label", { class: "check" }, input, html("span", {}, label));
};
