// What is chosen for the next game: the game, the players, and the time.

import { field, html, number, select } from "../core/dom.js";
import { saver, saveSettings } from "../core/preferences.js";
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

/** Times that are often played: the minutes at the start, and the seconds added after a move or left for each. */
const PRESETS = [
  { minutes: 10, increment: 0, byoyomi: 30 },
  { minutes: 3, increment: 2, byoyomi: 0 },
];

/** The choice of the kind of time. `hasEngine` says whether an engine plays, which has a time for each move at least. */
export function timeChoice(hasEngine = false) {
  const { settings } = store;
  const isChosen = (/** @type {typeof PRESETS[0]} */ { minutes, increment, byoyomi }) =>
    settings.minutes === minutes && settings.increment === increment && settings.byoyomi === byoyomi;
  const chosen = settings.timing === "clock" ? PRESETS.findIndex(isChosen) : -1;
  const options = [
    ["move", hasEngine ? texts.game.times.move : texts.game.noClocks],
    ...PRESETS.map((preset, index) => [index, texts.game.preset(preset.minutes, preset.increment, preset.byoyomi)]),
    ["clock", texts.game.times.clock],
  ];
  return select(texts.game.time, options, chosen < 0 ? settings.timing : chosen, (/** @type {string} */ value) =>
    saveSettings(PRESETS[Number(value)] ? { timing: "clock", ...PRESETS[Number(value)] } : { timing: value }),
  );
}

/** The inputs for the time on the clocks. */
export function timeInputs() {
  const { settings, hello } = store;
  const seconds = hello.limits.clock / 1000;
  return [
    number(texts.game.minutes, settings.minutes, [0, seconds / 60, 1], saver("minutes")),
    number(texts.game.increment, settings.increment, [0, seconds, 1], saver("increment")),
    number(texts.game.byoyomi, settings.byoyomi, [0, seconds, 1], saver("byoyomi")),
  ];
}

/** The input for the person's name in games with others. */
export const nameInput = () =>
  field(
    texts.game.name,
    html("input", {
      class: "own-name",
      maxlength: store.hello.limits.name,
      autocomplete: "nickname",
      value: store.settings.name,
      onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => saveSettings({ name: target.value.trim() }),
    }),
  );

/** @returns {Player} The engine for a side. White has a level of its own where the engine plays itself. */
export function chosenEngine(side = "black") {
  const { strength, elo, moveTime, side: own } = store.settings;
  const level = own === "none" && side === "white" ? store.settings.whiteLevel : store.settings.level;
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
  const players = {
    black: [person, engine],
    white: [engine, person],
    both: [person, person],
    none: [engine, chosenEngine("white")],
  };
  const { side } = store.settings;
  return players[side === "random" ? SIDES[Math.floor(2 * Math.random())] : side];
}
