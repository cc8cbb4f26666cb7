// What the page knows: the last messages of the program, what is selected, and the settings.

export const DEFAULT_SETTINGS = {
  pieceSet: "kanji",
  board: "wood",
  theme: "auto",
  sound: true,
  animation: true,
  premoves: true,
  evaluations: false,
  hover: true,
  targets: true,
  coordinates: true,
  arrows: true,
  side: "black",
  strength: "level",
  level: 5,
  elo: 1500,
  timing: "move",
  moveTime: 1,
  minutes: 10,
  increment: 0,
  byoyomi: 10,
  puzzleLength: "",
  puzzleDifficulty: "",
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
  /** The suggested move, as the notice "hint" gives it, and whether more than its piece is shown. */
  hint: null,
  /** The position in the editor, or null. */
  editor: null,
  settings: { ...DEFAULT_SETTINGS },
  /** The numbers of the stored puzzles tried and solved, by game. */
  puzzles: {},
  /** The person's rating in the stored puzzles, and its deviation. */
  puzzleRating: { rating: 0, deviation: 0 },
  /** The mistakes of the reviewed game, and what the program says of a move tried in place of one. */
  mistakes: [],
  judged: null,
  /** The recent games, the newest first. */
  games: [],
};

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

/** The numbers of the stored puzzles of a game that were tried and solved. */
export const puzzleProgress = (game) => store.puzzles[game] ?? { tried: [], solved: [] };

/** The description of the present game. */
export const game = () => store.hello.games.find((candidate) => candidate.name === store.state.variant);

/** The description of a piece, given as an SFEN letter of either side. */
export const pieceInfo = (piece) => game().pieces.find((info) => info.id === piece.toUpperCase());

/** The side of a piece, given as an SFEN letter. */
export const pieceSide = (piece) => (piece === piece.toUpperCase() ? "black" : "white");

export const otherSide = (side) => (side === "black" ? "white" : "black");

/** The side at the bottom of the board. */
export const bottomSide = () => (store.flipped ? "white" : "black");

/** Whether a game is being played, so that moves cannot be tried. */
export const isContest = () => !store.state.free && !store.state.end && !store.state.puzzle;

/** Whether evaluations would help a person who plays, and are not wanted. */
export const hidesEvaluations = () =>
  isContest() && !store.settings.evaluations && store.state.players.some((player) => player.kind === "person");

/** Splits a USI move into its parts. */
export function parseMove(move) {
  const [, drop, from, to, promotion] = /^(?:([A-Z])\*|(\d+[a-z]))(\d+[a-z])(\+?)$/.exec(move);
  return { drop, from, to, promotes: promotion === "+" };
}
