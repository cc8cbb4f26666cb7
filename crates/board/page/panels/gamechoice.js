// What is chosen for the next game: the game, the players, and the time.

import { html, number } from "../core/dom.js";
import { saveSettings } from "../core/preferences.js";
import { SIDES, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Player } from "../messages.d.ts" */

/** Converts seconds as the program takes them: whole milliseconds. */
const milliseconds = (/** @type {number} */ seconds) => Math.round(seconds * 1000);

/** The game that is chosen at the top, between people. */
export const chosenGame = () => {
  /** @type {Player} */
  const person = { kind: "person" };
  return {
    variant: store.variant,
    handicap: store.handicap || null,
    players: /** @type {[Player, Player]} */ ([person, person]),
    name: store.settings.name,
  };
};

export function chosenTime() {
  const { settings } = store;
  if (settings.timing !== "clock") return null;
  return {
    main: milliseconds(settings.minutes * 60),
    increment: milliseconds(settings.increment),
    byoyomi: milliseconds(settings.byoyomi),
  };
}

/** The inputs for the time on the clocks. */
export function timeInputs() {
  const { settings } = store;
  const save = (/** @type {string} */ name) => (/** @type {number} */ value) => saveSettings({ [name]: value });
  return [
    number(texts.game.minutes, settings.minutes, [0, 600, 1], save("minutes")),
    number(texts.game.increment, settings.increment, [0, 600, 1], save("increment")),
    number(texts.game.byoyomi, settings.byoyomi, [0, 600, 1], save("byoyomi")),
  ];
}

/** The input for the person's name in games with others. */
export const nameInput = () =>
  html(
    "label",
    { class: "field" },
    html("span", {}, texts.game.name),
    html("input", {
      class: "own-name",
      maxlength: 40,
      autocomplete: "nickname",
      value: store.settings.name,
      onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => saveSettings({ name: target.value.trim() }),
    }),
  );

/** @returns {Player} */
export function chosenEngine() {
  const { strength, level, elo, moveTime } = store.settings;
  return {
    kind: "engine",
    move_time: milliseconds(moveTime),
    ...(strength === "level" ? { level } : { elo: Math.round(elo) }),
  };
}

/** @returns {[Player, Player]} */
export function chosenPlayers() {
  /** @type {[Player, Player]} */
  const [person, engine] = [{ kind: "person" }, chosenEngine()];
  /** @type {{ [side: string]: [Player, Player] }} */
  const players = { black: [person, engine], white: [engine, person], both: [person, person], none: [engine, engine] };
  const { side } = store.settings;
  return players[side === "random" ? SIDES[Math.floor(2 * Math.random())] : side];
}
