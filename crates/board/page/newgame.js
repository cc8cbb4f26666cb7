// The choice of the game and the players, and the start of a new game.

import { askBeforeLoss } from "./confirm.js";
import { send } from "./connection.js";
import { button, byId, html, number, select } from "./dom.js";
import { movementCard } from "./marks.js";
import { pieceElement, pieceName } from "./pieces.js";
import { saveSettings } from "./preferences.js";
import { recentGames } from "./recent.js";
import { changed, closeEditor, game, on, store } from "./store.js";
import { texts } from "./texts.js";

/** @import { GameInfo, Player } from "./messages.d.ts" */

const MAX_LEVEL = 20;

/** Converts seconds as the program takes them: whole milliseconds. */
const milliseconds = (/** @type {number} */ seconds) => Math.round(seconds * 1000);

/** The handicap for the next game. */
let handicap = "";

export function initNewGame() {
  byId("variant-label").textContent = texts.variant;
  byId("new").textContent = texts.newGame;
  byId("new").setAttribute("aria-label", texts.newGame);
  byId("new").addEventListener("click", startNewGame);
  byId("variant").addEventListener("change", async () => {
    handicap = "";
    if (await askBeforeLoss(texts.confirmNewGame, texts.newGame)) await startGame();
    showPresentGame();
  });
  on("hello", () =>
    byId("variant").replaceChildren(
      ...store.hello.games.map((info) => html("option", { value: info.name }, info.title)),
    ),
  );
  let shown = "";
  on("state", () => {
    if (store.state.variant === shown) return;
    shown = store.state.variant;
    showPresentGame();
  });
  on("settings", drawSetup);
}

/** Chooses the game on the board. */
export function showPresentGame() {
  byId("variant").value = store.state.variant;
  drawSetup();
  changed("variant");
}

/** Starts a game, after a question if moves of an unfinished one would be lost. */
export async function startNewGame() {
  if (await askBeforeLoss(texts.confirmNewGame, texts.newGame)) startGame();
}

function chosenTime() {
  const { settings } = store;
  if (settings.timing !== "clock") return null;
  return {
    main: milliseconds(settings.minutes * 60),
    increment: milliseconds(settings.increment),
    byoyomi: milliseconds(settings.byoyomi),
  };
}

/** Goes on from the shown position with the chosen players. */
async function playFromHere() {
  if (await send("play_from_here", { players: chosenPlayers(), time: chosenTime() })) showFromOwnSide();
}

/** Starts a game with the chosen settings. */
async function startGame() {
  const reply = await send("new_game", {
    variant: byId("variant").value,
    handicap: handicap || null,
    players: chosenPlayers(),
    time: chosenTime(),
  });
  if (!reply) return;
  showFromOwnSide();
  closeEditor();
}

/** Turns the board to the side that the person has chosen. */
function showFromOwnSide() {
  store.flipped = store.settings.side === "white";
  changed("flip");
}

/** @returns {Player} */
function chosenEngine() {
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
  return players[store.settings.side];
}

function drawSetup() {
  if (!store.state) return;
  const { settings } = store;
  const save = (/** @type {string} */ name) => (/** @type {any} */ value) => saveSettings({ [name]: value });
  // The engine that plays changes its strength at once.
  const saveEngine = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    saveSettings({ [name]: value });
    changeEngine();
  };
  const info = store.hello.games.find((candidate) => candidate.name === byId("variant").value) ?? game();
  const hasEngine = settings.side !== "both";
  const strength =
    settings.strength === "level"
      ? levelSlider(settings.level, saveEngine("level"))
      : number(texts.game.rating, settings.elo, [600, 3000, 50], saveEngine("elo"));
  const time =
    settings.timing === "clock"
      ? [
          number(texts.game.minutes, settings.minutes, [0, 600, 1], save("minutes")),
          number(texts.game.increment, settings.increment, [0, 600, 1], save("increment")),
          number(texts.game.byoyomi, settings.byoyomi, [0, 600, 1], save("byoyomi")),
        ]
      : [number(texts.game.seconds, settings.moveTime, [0.01, 3600, 0.01], saveEngine("moveTime"))];
  const names = Object.entries(texts.game.times).map(([name, text]) => [
    name,
    name === "move" && !hasEngine ? texts.game.noClocks : text,
  ]);
  byId("tab-game").replaceChildren(
    html(
      "div",
      { class: "setup" },
      select(texts.game.you, Object.entries(texts.game.sides), settings.side, save("side")),
      hasEngine &&
        select(texts.game.strength, Object.entries(texts.game.strengths), settings.strength, saveEngine("strength")),
      hasEngine && strength,
      select(texts.game.time, names, settings.timing, save("timing")),
      (hasEngine || settings.timing === "clock") && time,
      info.handicaps.length > 0 &&
        select(
          texts.game.handicap,
          [["", texts.game.noHandicap], ...info.handicaps.map(({ name, title }) => [name, title])],
          handicap,
          (value) => {
            handicap = value;
          },
        ),
    ),
    html(
      "div",
      { class: "buttons" },
      button({ class: "primary", onclick: startNewGame }, texts.newGame),
      button({ id: "play-here", onclick: playFromHere }, texts.game.apply),
    ),
    recentGames,
    html("h2", {}, texts.game.about),
    aboutGame(info),
    html("h2", {}, texts.game.pieces),
    html("p", { class: "muted" }, texts.game.piecesHint),
    pieceGallery(),
  );
}

/** Gives the engine that plays on the board the chosen strength. */
function changeEngine() {
  const { end, players } = store.state;
  if (end || !players.some((player) => player.kind === "engine")) return;
  const change = (/** @type {Player} */ player) => (player.kind === "engine" ? chosenEngine() : player);
  send("players", { players: [change(players[0]), change(players[1])] });
}

/** The number and the name of a level. */
const levelText = (/** @type {number} */ level) =>
  texts.game.level(level, store.hello.levels.findLast((candidate) => candidate.from <= level)?.name ?? "");

function levelSlider(/** @type {number} */ level, /** @type {(level: number) => void} */ onchoice) {
  const output = html("output", {}, levelText(level));
  const input = html("input", {
    type: "range",
    min: 0,
    max: MAX_LEVEL,
    value: level,
    title: texts.game.levelHint,
    oninput: (/** @type {{ target: HTMLInputElement }} */ event) => {
      output.textContent = levelText(Number(event.target.value));
    },
    onchange: (/** @type {{ target: HTMLInputElement }} */ event) => onchoice(Number(event.target.value)),
  });
  return html("label", { class: "field" }, html("span", {}, output), input);
}

function aboutGame(/** @type {GameInfo} */ info) {
  return html(
    "div",
    { class: "about" },
    html("p", {}, html("strong", {}, info.title), texts.game.origin(info.files, info.ranks, info.about)),
    html(
      "ul",
      {},
      info.rules.map((rule) => html("li", {}, rule)),
    ),
  );
}

/** The pieces of the present game; choosing one shows how it moves. */
function pieceGallery() {
  const card = html("div", { "aria-live": "polite" });
  const pieces = game().pieces.map((info) =>
    button(
      {
        class: "gallery-piece",
        "aria-label": pieceName(info.id),
        title: pieceName(info.id),
        onclick: () => card.replaceChildren(movementCard(info)),
      },
      pieceElement(info.id, { upright: true }),
    ),
  );
  return html("div", {}, html("div", { class: "gallery" }, pieces), card);
}
