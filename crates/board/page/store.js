// What the page knows: the last messages of the program, what is selected, and the settings.

const SETTINGS_KEY = "ozutsu-settings";
const PUZZLES_KEY = "ozutsu-puzzles";

const DEFAULT_SETTINGS = {
  pieceSet: "kanji", board: "wood", theme: "auto", sound: true, animation: true, premoves: true, evaluations: false, hover: true, targets: true, coordinates: true, arrows: true,
  side: "black", strength: "level", level: 5, elo: 1500, timing: "move", moveTime: 1,
  minutes: 10, increment: 0, byoyomi: 10, puzzleLength: "", puzzleDifficulty: "",
};

const listeners = new Map();

export const store = {
  /** The message "hello": the program and its games. */
  hello: null,
  /** The nodes of the move tree. */
  tree: [],
  /** The message "state": the shown position and the state of the game. */
  state: null,
  /** The message "analysis": the lines of the last search. */
  analysis: null,
  /** The selected piece: a square, or a hand and a letter; or null. */
  selection: null,
  /** A move made in advance: what is selected for it, and the square to which it goes; or null. */
  premove: null,
  /** Whether White is at the bottom. */
  flipped: false,
  /** The suggested move, as the notice "hint" gives it. */
  hint: null,
  /** The position in the editor, or null. */
  editor: null,
  settings: { ...DEFAULT_SETTINGS, ...read(SETTINGS_KEY) },
  /** The numbers of the puzzles tried and solved, by game. */
  puzzles: read(PUZZLES_KEY),
};

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps a value for the next visit. Without storage it lasts until the page is closed. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing else to do.
  }
}

/** Calls the listener whenever one of the named things has changed. */
export function on(names, listener) {
  for (const name of names.split(" ")) {
    listeners.set(name, [...(listeners.get(name) ?? []), listener]);
  }
}

/** Tells the listeners that something has changed. */
export function changed(name) {
  for (const listener of listeners.get(name) ?? []) listener();
}

/** Changes settings and keeps them for the next visit. */
export function saveSettings(changes) {
  Object.assign(store.settings, changes);
  write(SETTINGS_KEY, store.settings);
  changed("settings");
}

/** The numbers of the puzzles of a game that were tried and solved. */
export function puzzleProgress(game) {
  const list = (numbers) => (Array.isArray(numbers) ? numbers.filter(Number.isInteger) : []);
  return { tried: list(store.puzzles[game]?.tried), solved: list(store.puzzles[game]?.solved) };
}

/** Counts a puzzle as tried, and as solved if it is. Another page may have counted others meanwhile. */
export function savePuzzleProgress(game, number, isSolved) {
  const before = puzzleProgress(game);
  if (before.tried.includes(number) && (!isSolved || before.solved.includes(number))) return;
  store.puzzles = { ...store.puzzles, ...read(PUZZLES_KEY) };
  const { tried, solved } = puzzleProgress(game);
  const add = (numbers) => [...new Set([...numbers, number])];
  store.puzzles[game] = { tried: add(tried), solved: isSolved ? add(solved) : solved };
  write(PUZZLES_KEY, store.puzzles);
  changed("puzzles");
}

/** Forgets which puzzles of a game were tried and solved. */
export function resetPuzzleProgress(game) {
  store.puzzles = { ...store.puzzles, ...read(PUZZLES_KEY), [game]: {} };
  write(PUZZLES_KEY, store.puzzles);
  changed("puzzles");
}

/** The description of the present game. */
export const game = () => store.hello.games.find((candidate) => candidate.name === store.state.variant);

/** The description of a piece, given as an SFEN letter of either side. */
export const pieceInfo = (piece) => game().pieces.find((info) => info.id === piece.toUpperCase());

/** The side of a piece, given as an SFEN letter. */
export const pieceSide = (piece) => (piece === piece.toUpperCase() ? "black" : "white");

export const otherSide = (side) => (side === "black" ? "white" : "black");

/** The side at the bottom of the board. */
export const bottomSide = () => (store.flipped ? "white" : "black");

/** Whether a game against the engine or with clocks is being played. */
export function isContest() {
  const { clocks, end, analysing, players, puzzle } = store.state;
  return !end && !analysing && !puzzle && Boolean(clocks || players.some((player) => player.kind === "engine"));
}

/** Whether evaluations would help a person who plays, and are not wanted. */
export const hidesEvaluations = () => isContest() && !store.settings.evaluations && store.state.players.some((player) => player.kind === "person");

/** Splits a USI move into its parts. */
export function parseMove(move) {
  const [, drop, from, to, promotion] = /^(?:([A-Z])\*|(\d+[a-z]))(\d+[a-z])(\+?)$/.exec(move);
  return { drop, from, to, promotes: promotion === "+" };
}
