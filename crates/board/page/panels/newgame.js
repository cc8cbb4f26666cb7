// The choice of the game and the players, and the start of a new game.

import { send } from "../core/connection.js";
import { button, buttons, byId, dropdown, html, list, number, render, select } from "../core/dom.js";
import { movementCard } from "../board/marks.js";
import { galleryPiece, pieceElement, pieceName } from "../board/pieces.js";
import { saver, saveSettings } from "../core/preferences.js";
import { playEdited } from "./editor.js";
import { exercisesButton, pieceExerciseButton } from "./exercises.js";
import { chosenEngine, chosenGame, chosenPlayers, chosenTime, timeChoice, timeInputs } from "./gamechoice.js";
import { recentGames } from "./recent.js";
import { gameBetweenPeople, openInvite } from "./seats.js";
import { gameOrigin, isFirstVisit, welcome } from "./welcome.js";
import { replaceGame } from "../core/replacegame.js";
import { drawOn, found, game, gameInfo, gameTitle, on, put, store } from "../core/store.js";
import { texts } from "../core/texts.js";
import { worded } from "../core/words.js";

/** @import { GameInfo, HandicapView, NewGame, Player } from "../messages.d.ts" */

/** The piece whose movement is shown below the others. */
let shownPiece = "";

export function initNewGame() {
  drawVariants();
  on("hello state variant", drawVariants);
  on("rules", drawChangedRules);
  drawOn("settings games found game variant", drawSetup);
  let shown = "";
  on("state", () => {
    const { seats, by_link } = store.state;
    const wanted = `${seats?.own} ${seats?.pass} ${by_link}`;
    if (wanted !== shown) drawSetup();
    shown = wanted;
  });
}

/** Offers to load rules again that have changed. */
function drawChangedRules() {
  const files = store.changedRules;
  render(
    byId("rules-changed"),
    {},
    files.length > 0 && [
      html("span", {}, texts.rulesChanged(files.join(", "))),
      button({ id: "load-rules", onclick: () => send("load_rules") }, texts.loadAgain),
    ],
  );
}

const chooseVariant = (/** @type {string} */ variant) => put("variant", { variant, handicap: "" });

/** Draws the choice of the game, and the button for a new one. */
function drawVariants() {
  const { hello, state, variant } = store;
  const { seats } = state ?? {};
  const properties = {
    id: "variant",
    // On a narrow window there is no room for the label.
    "aria-label": texts.variant,
    disabled: Boolean(seats),
    value: variant,
  };
  const choose = async (/** @type {string} */ name) => {
    chooseVariant(name);
    // Without an answer or after a refusal, the game on the board is the choice.
    if (!(await startNewGame()) && store.state) chooseVariant(store.state.variant);
  };
  const options = (hello?.games ?? []).map(({ name }) => [name, gameTitle(name)]);
  render(byId("choice-of-game"), {}, html("span", {}, texts.variant), " ", dropdown(properties, options, choose));
  render(
    byId("new"),
    { "aria-label": texts.newGame, disabled: Boolean(seats && !seats.own), onclick: () => startNewGame() },
    texts.newGame,
  );
}

/**
 * Starts a game with the chosen settings but for some, or asks the other player for one.
 * @param {Partial<NewGame>} changes
 */
export const startNewGame = (changes = {}) =>
  store.state?.seats
    ? send("rematch")
    : replaceGame("new_game", { ...chosenGame(), players: chosenPlayers(), time: chosenTime(), ...changes });

/** Goes on from the position on the board, which may be an edited one, with the chosen players. */
const playFromHere = () =>
  store.editor ? playEdited() : replaceGame("play_from_here", { players: chosenPlayers(), time: chosenTime() });

/** Gives the first game of a board the players and the time that were chosen before. */
export function beginAsChosen() {
  const { settings, state, tree } = store;
  const isUntouched = state.first && tree.length < 2 && settings.side !== "none" && !state.seats;
  if (isUntouched) startNewGame();
}

function drawSetup() {
  const info = gameInfo(store.variant) ?? game();
  const { seats, by_link } = store.state;
  render(
    byId("tab-game"),
    null,
    (seats || by_link) && gameBetweenPeople(),
    isFirstVisit() && !seats && welcome(game(), startNewGame),
    !seats &&
      html(
        "details",
        { id: "more", class: "more", open: !isFirstVisit() },
        html("summary", {}, texts.welcome.more),
        setupElements(info),
      ),
    html("h2", {}, texts.game.pieces),
    !isFirstVisit() && html("p", { class: "muted" }, texts.game.piecesHint),
    !seats && !isFirstVisit() && exercisesButton(),
    pieceSetChoice(),
    pieceGallery(),
    !seats && recentGames(),
    html("h2", {}, texts.game.about),
    aboutGame(info),
  );
}

function pieceSetChoice() {
  const { pieces, sets } = texts.settingsDialog;
  return html(
    "div",
    { class: "setup" },
    select(pieces, Object.entries(sets), store.settings.pieceSet, saver("pieceSet")),
  );
}

/** The setup of a new game. */
function setupElements(/** @type {GameInfo} */ info) {
  const { settings, hello } = store;
  const [least, most] = hello.limits.move_time.map((time) => time / 1000);
  // The engine that plays changes its strength at once.
  const saveEngine = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    saveSettings({ [name]: value });
    changeEngine();
  };
  const hasEngine = settings.side !== "both";
  const strength =
    settings.strength === "level"
      ? [
          levelSlider("level", (text) => text, saveEngine("level")),
          settings.side === "none" && levelSlider("whiteLevel", texts.game.whiteLevel, saveEngine("whiteLevel")),
        ]
      : number(texts.game.rating, settings.elo, [...hello.limits.elo, 50], saveEngine("elo"));
  const time =
    settings.timing === "clock"
      ? timeInputs()
      : [number(texts.game.seconds, settings.moveTime, [least, most, 0.01], saveEngine("moveTime"))];
  return [
    html(
      "div",
      { class: "setup" },
      select(texts.game.you, Object.entries(texts.game.sides), settings.side, saver("side")),
      hasEngine &&
        select(texts.game.strength, Object.entries(texts.game.strengths), settings.strength, saveEngine("strength")),
      hasEngine && strength,
      timeChoice(hasEngine),
      (hasEngine || settings.timing === "clock") && time,
      info.handicaps.length > 0 &&
        select(
          texts.game.handicap,
          [["", texts.game.noHandicap], ...info.handicaps.map((start) => [start.name, handicapText(start)])],
          store.handicap,
          (value) => {
            store.handicap = value;
          },
        ),
    ),
    buttons(
      button({ id: "play-here", onclick: playFromHere }, texts.game.apply),
      button({ id: "invite", "aria-haspopup": "dialog", onclick: openInvite }, texts.seats.title),
    ),
  ];
}

/** The name of a handicap, and what it is worth if that was measured. */
function handicapText(/** @type {HandicapView} */ start) {
  const name = texts.handicapName(start);
  return start.levels === null ? name : texts.game.handicapWorth(name, start.levels);
}

/** Gives the engine that plays on the board the chosen strength. */
function changeEngine() {
  const { end, players } = store.state;
  if (end || !players.some((player) => player.kind === "engine")) return;
  const change = (/** @type {Player} */ player, /** @type {string} */ side) =>
    player.kind === "engine" ? chosenEngine(side) : player;
  send("players", { players: [change(players[0], "black"), change(players[1], "white")] });
}

/** The number and the name of a level. */
const levelText = (/** @type {number} */ level) =>
  texts.game.level(level, texts.levels[found(store.hello.levels.findLast(({ from }) => from <= level)).name]);

/** The levels to which sliders are moved that are not let go yet. @type {{ [setting: string]: number }} */
const slid = {};

/**
 * The slider for the level that a setting has.
 * @type {(setting: "level" | "whiteLevel", describe: (text: string) => string, onchoice: (level: number) => void) => HTMLElement}
 */
function levelSlider(setting, describe, onchoice) {
  const level = store.settings[setting];
  const text = levelText(slid[setting] ?? level);
  const input = html("input", {
    type: "range",
    min: 0,
    max: store.hello.limits.level,
    value: level,
    title: texts.game.levelHint,
    "aria-valuetext": text,
    oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      slid[setting] = Number(target.value);
      drawSetup();
    },
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      delete slid[setting];
      onchoice(Number(target.value));
    },
  });
  return html(
    "label",
    { class: "field", key: setting },
    html("output", { id: `${setting}-text` }, describe(text)),
    input,
  );
}

function aboutGame(/** @type {GameInfo} */ info) {
  return html("div", { class: "about" }, gameOrigin(info), list(info.rules.map((rule) => worded(texts.rules, rule))));
}

/** The pieces of the present game; choosing one shows how it moves. */
function pieceGallery() {
  const chosen = game().pieces.find((info) => info.id === shownPiece);
  const pieces = game().pieces.map((info) =>
    galleryPiece(pieceElement(info.id, { upright: true }), pieceName(info.id), {
      onclick: () => {
        shownPiece = info.id;
        drawSetup();
      },
    }),
  );
  return html(
    "div",
    {},
    html("div", { class: "gallery" }, pieces),
    html(
      "div",
      { "aria-live": "polite" },
      chosen && movementCard(chosen),
      chosen && !store.state.seats && pieceExerciseButton(chosen.id),
    ),
  );
}
