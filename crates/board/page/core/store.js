// What the page knows: the last messages of the program, what is selected, and the settings.

/** @import { Difficulty, EditedPosition, ExerciseView, FileView, GameInfo, Headers, Message, MistakeView, Notice, PieceMovement, PieceView, PuzzleCounts, PuzzleRating, PuzzleView, RecentInfo, SfenError, Side, TableView, TreeNode } from "../messages.d.ts" */
/** @import { Place } from "./gestures.js" */

import { NO_GESTURE } from "./gestures.js";
import { language, texts } from "./texts.js";
import { worded } from "./words.js";

/** @typedef {{ at: Place, squares: PieceMovement | null }} Movement The squares are those of a piece on the board. */
/**
 * A position, what is wrong with it, and what a click places: an SFEN letter, nothing if that is empty, or null before
 * one is chosen.
 * @typedef {Omit<EditedPosition, "variant"> & { sfen?: string, error?: SfenError | null, brush: string | null }} Editor
 */
/**
 * A mistake, what the program says of the last move tried in its place, and whether the better line is shown.
 * @typedef {{ mistake: MistakeView, judged: Extract<Notice, { kind: "judged" }> | null, isSolutionShown: boolean }} Lesson
 */

const READS_KANJI = [language, navigator.language].some((code) => /^(ja|zh)/.test(code));

export const DEFAULT_SETTINGS = {
  pieceSet: READS_KANJI ? "kanji" : "symbols",
  board: "wood",
  theme: "auto",
  sound: true,
  /** Whether the last seconds of a person's time are spoken. */
  spoken: false,
  /** Whether the browser tells of a move while the page is hidden. */
  notify: false,
  animation: true,
  premoves: true,
  letterKeys: true,
  evaluations: false,
  hover: true,
  targets: true,
  coordinates: true,
  /** How moves are written: "language" for what is usual in that of the page. */
  notation: "language",
  arrows: true,
  /** Whether the moves of the opening book are shown. */
  openings: false,
  side: "black",
  strength: "level",
  level: 5,
  /** White's level where the engine plays itself. */
  whiteLevel: 5,
  elo: 1500,
  timing: "move",
  moveTime: 1,
  minutes: 10,
  increment: 0,
  byoyomi: 10,
  /** The person's name in games with others. */
  name: "",
  /** The side for a game with another person; neither for one by lot. */
  inviteSide: "random",
  puzzleLength: "",
  /** The size of the engine's hash table in MiB, where it can be chosen; 0 for the usual one. */
  hash: 0,
  /** The number of its threads, likewise. */
  threads: 0,
  /** @type {Difficulty | ""} */
  puzzleDifficulty: "",
  /** @type {PuzzleView["goal"] | ""} */
  puzzleGoal: "",
};

/** @type {Map<string, (() => void)[]>} */
const listeners = new Map();

/** @type {any} Stands for what the first messages bring. Whatever can run before them asks whether it is there. */
const notYet = null;

export const store = {
  /** @type {Extract<Message, { message: "hello" }>} The message "hello": the program and its games. */
  hello: notYet,
  /** @type {ExerciseView[]} The exercises of the present game. */
  exercises: [],
  /** @type {TreeNode[]} The nodes of the move tree. */
  tree: [],
  /** @type {TableView} The message "state": the shown position and the state of the game. */
  state: notYet,
  /** @type {TableView | null} The state before. */
  previous: null,
  /** @type {Headers} What the record says about the game as a whole. */
  headers: { black: "", white: "", event: "", site: "", date: "", time_control: "" },
  /** @type {FileView | null} The file that has the game, if one was read. */
  file: null,
  /** @type {Extract<Message, { message: "analysis" }> | null} The message "analysis": the lines of the last search. */
  analysis: null,
  /** What the person has begun on the board. */
  gesture: NO_GESTURE,
  /** @type {Movement | null} How the piece at a place moves, while that is shown. */
  movement: null,
  /** @type {number | null} The node to which the page goes, until the program shows it. */
  place: null,
  /** @type {string | undefined} A move that the program has perhaps not got. */
  unsent: undefined,
  /** Whether the person has turned the board. */
  isFlipped: false,
  /** The name of the game that is chosen for the next game. */
  variant: "",
  /** The name of its handicap, or empty. */
  handicap: "",
  /**
   * The suggested move, as the notice "hint" gives it, and whether more than its piece is shown.
   * @type {(Extract<Notice, { kind: "hint" }> & { isMoveShown: boolean }) | null}
   */
  hint: null,
  /** @type {Editor | null} The position in the editor. */
  editor: null,
  settings: { ...DEFAULT_SETTINGS },
  /** @type {{ [game: string]: PuzzleCounts }} The numbers of the stored puzzles tried and solved, by game. */
  puzzles: {},
  /** @type {PuzzleRating} The person's rating in the stored puzzles, and its deviation. */
  puzzleRating: { rating: 0, deviation: 0 },
  /** @type {MistakeView[]} The mistakes of the reviewed game. */
  mistakes: [],
  /** @type {Lesson | null} The mistake that is being improved; null between lessons. */
  lesson: null,
  /** @type {string[]} The files of games that have changed since the program has loaded them. */
  changedRules: [],
  /** @type {RecentInfo[]} The newest of the recent games. */
  games: [],
  /** The number of all of them. */
  gameCount: 0,
  /** What is said of the connection, whether there is none, and whether commands run. */
  connection: { text: "", isOffline: false, isBusy: false },
  /** What the person has just been told. */
  notice: { text: "", isError: false },
  /** What is wrong until that is no more. */
  problem: "",
  /** @type {{ id: string, text: string } | null} What is wrong with what the person has typed into an input element. */
  fieldError: null,
  /** Whether a file is held over the page. */
  isDropping: false,
};

/** Calls the listener whenever one of the named things has changed. */
export function on(/** @type {string} */ names, /** @type {() => void} */ listener) {
  for (const name of names.split(" ")) {
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
}

/** Draws a part of the page whenever one of the named things has changed, once there is a game. */
export const drawOn = (/** @type {string} */ names, /** @type {() => void} */ draw) =>
  on(names, () => {
    if (store.state) draw();
  });

/** Tells the listeners that something has changed. */
export function changed(/** @type {string} */ name) {
  for (const listener of listeners.get(name) ?? []) listener();
}

/** Changes what the page knows, and tells the listeners of a name. */
export function put(/** @type {string} */ name, /** @type {Partial<typeof store>} */ changes) {
  Object.assign(store, changes);
  changed(name);
}

/**
 * What the program promises to be there.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export const found = (value) => /** @type {T} */ (value);

/** The numbers of the stored puzzles of a game that were tried and solved. */
export const puzzleProgress = (/** @type {string} */ game) => store.puzzles[game] ?? { tried: [], solved: [] };

/** The description of a game, if the program knows it. */
export const gameInfo = (/** @type {string} */ name) => store.hello.games.find((candidate) => candidate.name === name);

/** @returns {GameInfo} The description of the present game. */
export const game = () => found(gameInfo(store.state.variant));

/** The title of the game with a name, in the language of the page. */
export function gameTitle(/** @type {string} */ name) {
  const info = gameInfo(name);
  return info ? texts.translation(info.title) : name;
}

/**
 * The description of a piece, given as an SFEN letter of either side.
 * @param {string} piece
 * @returns {PieceView}
 */
export const pieceInfo = (piece) => found(game().pieces.find((info) => info.id === piece.toUpperCase()));

/** The letters of the pieces that can be in hand, in the order in which hands are written. */
export const handLetters = () =>
  game()
    .pieces.filter(({ id, count }) => count && id !== game().king)
    .map(({ id }) => id);

/** The exercise on the board, with the piece that it is about; or null. */
export function shownExercise() {
  const { puzzle } = store.state;
  if (puzzle?.source !== "exercise") return null;
  const exercise = store.exercises[puzzle.number - 1];
  return { ...exercise, piece: pieceInfo(exercise.piece) };
}

/** The address of the drawing of a piece in the page, by its side and its letter without one. */
export const pieceAddress = (/** @type {Side} */ side, /** @type {string} */ id) =>
  `#piece-${side}-${id.replace("+", "p")}`;

/** @type {Side[]} The sides in the order of messages. */
export const SIDES = ["black", "white"];

/** What the sides are called in the present game, in the language of the page. */
export const sideNames = () => (store.state?.handicap ? texts.handicapSide : texts.side);
export const sideName = (/** @type {Side} */ side) => sideNames()[side];

/** The state of the game in the shown position. */
export const standing = () => worded(texts.standings, store.state.standing, sideNames());

/** @type {(side: Side) => Side} */
export const otherSide = (side) => (side === "black" ? "white" : "black");

/** The side of this person in a game with another one who sits elsewhere. */
export const ownSide = () => store.state.seats?.own ?? store.state.by_link;

/** Whether the game waits for a move of the only person at this page, whatever position is shown. */
export function isOwnTurn() {
  const { state, tree } = store;
  const turn = otherSide(tree[state.last_node].side);
  return isContest() && !state.paused && turn === state.person;
}

/** Whether a game between people who sit elsewhere is played, so that the engine gives no help. */
export const isBetweenPeople = () => Boolean(store.state.seats || (store.state.by_link && !store.state.end));

/** Whether a state follows another one of the same game by one move. */
export const followsByMove = (/** @type {TableView | null} */ before, /** @type {TableView} */ now) =>
  before?.game === now.game && store.tree[now.node]?.parent === before.node;

/** Whether a move was played at the end of a game whose earlier moves are shown. */
export const isPlayedElsewhere = (/** @type {TableView | null} */ before, /** @type {TableView} */ now) =>
  before?.game === now.game &&
  before.last_node !== now.last_node &&
  store.tree[now.last_node]?.parent === before.last_node;

/** Whether the last move of a game by links is one of this person, or White is to send the link at the start. */
export const isToBeSent = () => {
  const { state, tree } = store;
  return state.by_link !== null && tree[state.last_node]?.side === state.by_link;
};

/**
 * The side at the bottom of the board: that of the only person here or of who solves the puzzle, unless the board is
 * turned.
 * @returns {Side}
 */
export function bottomSide() {
  const { isFlipped, state } = store;
  const own = state.puzzle?.attacker ?? state.person ?? "black";
  return isFlipped ? otherSide(own) : own;
}

/** Whether White is at the bottom. */
export const isWhiteBelow = () => bottomSide() === "white";

/** The nodes from one to the end of its line. */
export function lineFrom(/** @type {number} */ first) {
  const line = [];
  for (let node = /** @type {number | undefined} */ (first); node !== undefined; node = store.tree[node]?.next)
    line.push(node);
  return line;
}

/** The nodes from the start position to one, by default the shown one, and on to the end of its line. */
export function shownLine(middle = store.state.node) {
  const { tree } = store;
  const line = lineFrom(middle);
  for (let node = tree[middle]?.parent; node !== undefined; node = tree[node].parent) line.unshift(node);
  return line;
}

/** The lines of an analysis or a mate search of the shown position. */
export const analysisLines = () =>
  store.analysis?.node === store.state.node && ["analyse", "mate"].includes(store.analysis.purpose)
    ? store.analysis.lines
    : [];

/** Whether a game is being played, so that moves cannot be tried. */
export const isContest = () => !store.state.free && !store.state.end && !store.state.puzzle;

/** Whether the game waits: it is paused, or a player is not there. One who is connected may move all the same. */
export const isHalted = () =>
  (store.state.paused && isContest()) || (Boolean(store.state.seats?.is_waiting) && !isOwnTurn());

/** Whether to hide evaluations: a person plays and has not asked for them. */
export const hidesEvaluations = () =>
  isContest() && !store.settings.evaluations && store.state.players.some((player) => player.kind === "person");
