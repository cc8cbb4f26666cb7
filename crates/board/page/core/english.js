// The texts of the page in English, and the words for what the program says.

import { quoted, worded } from "./words.js";

/** @import { CommandError, EndReason, EndView, Field, HandicapView, IllegalMove, MoveText, MoveTextError, Omission, PieceView, PositionError, Problem, PuzzleView, Question, RecordError, RecordErrorKind, Refutation, RepetitionResult, RuleNote, SaveWarning, SfenError, SfenErrorKind, Side, Standing, Strength, WriteError } from "../messages.d.ts" */
/** @import { WordsFor } from "./words.js" */

/** @typedef {(game: string) => string} TitleOf Gives the title of the game with a name. */
/** @typedef {{ [side in Side]: string }} Sides What the sides are called. */

const capitalised = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

const joined = (/** @type {string[]} */ items, conjunction = "and") =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`;

const leap = (/** @type {number} */ n) => (n === 1 ? "Leaps to 1 square" : `Leaps to ${n} squares`);

/** A difference in strength. */
function levelCount(/** @type {number} */ n) {
  if (n === 0) return "less than a level";
  return n === 1 ? "about a level" : `about ${n} levels`;
}

const SIDE_NAMES = { black: "Black", white: "White" };

/** @type {{ [result in RepetitionResult]: string }} */
const repetitions = {
  draw: "repetition is a draw",
  black_loses: "Black loses by repetition",
  white_loses: "White loses by repetition",
  repeater_loses: "the side that repeats a position loses",
  repeater_wins: "the side that repeats a position wins",
};

/** @type {WordsFor<RuleNote>} */
const rules = {
  two_pawns_allowed: "two pawns allowed on a file",
  pawn_drop_limit: (limit) =>
    limit === 1 ? "no drop of a second pawn on a file" : `no pawn drop on a file with ${limit} pawns`,
  two_pawns_forbidden: "no two pawns on a file",
  pawn_drop_mate_allowed: "mate by a pawn drop allowed",
  pawn_drop_mate_forbidden: "no mate by a pawn drop",
  repetition: ({ result, count, perpetual_check_loses }) =>
    repetitions[result] +
    (count === 4 ? "" : ` at ${count} occurrences`) +
    (perpetual_check_loses ? ", perpetual check loses" : ""),
  stalemate_is_draw: "stalemate is a draw",
  goal_on_last_ranks: (count) => `a king wins on the last ${count === 1 ? "rank" : `${count} ranks`}`,
  goal_ranks: ({ black, white }) => `a king wins on its goal: rank ${black || "none"}, ${white || "none"} for White`,
  mandatory_promotion: "promotion is mandatory",
  facing_kings_on_files: "the kings may not face each other on a file",
  facing_kings_on_files_and_ranks: "the kings may not face each other on a file or rank",
  confined: ({ piece, squares }) => `the ${piece} stays on ${squares}`,
  check_limit: (limit) => `at most ${limit} checks in a row`,
  impasse_points: (points) => `impasse at ${points} points`,
  declaration_points: ([black, white]) => `declaration at ${black} points, ${white} for White`,
};

/** @type {{ [field in Field]: string }} */
const fields = {
  puzzle: "puzzle",
  level: "level",
  rating: "rating",
  move_time: "time",
  time: "time",
  lines: "number of lines",
};

/** @type {{ [reason in IllegalMove]: string }} */
const illegalMoves = {
  malformed: "not a move on this board",
  empty_square: "no piece on the origin square",
  opponent_piece: "the piece belongs to the opponent",
  cannot_reach: "the piece cannot move there",
  blocked: "another piece is in the way",
  no_screen: "there is no piece in between to jump over",
  too_few_screens: "there are too few pieces in between to jump over",
  too_many_screens: "there are too many pieces in between to jump over",
  only_captures: "the piece can move there only to capture",
  cannot_capture: "the piece cannot capture there",
  own_piece: "the destination has a piece of the same side",
  cannot_promote: "the piece cannot promote",
  outside_promotion_zone: "promotion requires moving from or into the promotion zone",
  must_promote: "the piece must promote there",
  not_in_hand: "no such piece in hand",
  occupied: "the square is already occupied",
  dead_square: "the piece could never move from there",
  two_pawns: "the file already has an unpromoted pawn of the same side",
  confined: "the piece may not leave its part of the board",
  kings_face: "the kings would face each other",
  king_attacked: "the king would be in check there",
  in_check: "the king would remain in check",
  pinned: "the piece is pinned: its king would be in check",
  becomes_screen: "an enemy piece could then jump over it and capture the king",
  pawn_drop_mate: "a pawn drop must not give mate",
  check_limit: "the limit of consecutive checks is reached",
  game_over: "a king has reached its goal and won the game",
};

/** @type {WordsFor<PositionError>} */
const illegalPositions = {
  multiple_kings: (side) => `${SIDE_NAMES[side]} has more than one king`,
  no_king: (side) => `${SIDE_NAMES[side]}, not to move, has no king`,
  king_in_hand: (side) => `${SIDE_NAMES[side]} has a king in hand`,
  too_many_pieces: ({ letter, found, limit }) => `${found} '${letter}' pieces, but the game has only ${limit}`,
  dead_square: ({ letter, square }) => `unpromoted '${letter}' on ${square} could never move`,
  two_pawns: ({ color, file }) => `${SIDE_NAMES[color]} has two unpromoted pawns on file ${file}`,
  kings_face: "the kings face each other",
  opponent_in_check: (side) => `${SIDE_NAMES[side]} is in check but not to move`,
};

/** @type {WordsFor<SfenErrorKind>} */
const positionErrors = {
  unexpected_character: (found) => `unexpected '${found}'`,
  missing: (part) => `missing ${part}`,
  rank_length: ({ rank, found, expected }) => `rank ${rank} has ${found} squares instead of ${expected}`,
  rank_count: ({ found, expected }) => `${found} ranks instead of ${expected}`,
  no_promotion: (letter) => `'${letter}' has no promoted form`,
  side_to_move: "invalid side to move (expected 'b' or 'w')",
  hand_count: "invalid number of pieces in hand",
  move_number: "invalid move number",
  trailing_text: "trailing text",
  illegal_position: (errors) => errors.map((error) => worded(illegalPositions, error)).join("; "),
};

const positionError = (/** @type {SfenError} */ { offset, kind }) =>
  worded(positionErrors, kind) +
  (kind.code === "illegal_position" ? "" : ` at character ${offset + 1} of the position`);

/** @type {WordsFor<MoveTextError>} */
const moveTextErrors = {
  rules: (reason) => illegalMoves[reason],
  pieces: (reasons) => reasons.map(([from, reason]) => `from ${from}: ${illegalMoves[reason]}`).join("; "),
  text: (reason) => reason,
  ambiguous: (moves) => `ambiguous: it can be ${moves.join(" or ")}`,
};

/** @type {WordsFor<RecordErrorKind>} */
const recordErrors = {
  encoding: "the text is neither UTF-8, UTF-16, Shift_JIS nor EUC-JP",
  packed_games: "packed self-play games, which 'ozutsu-learn pack' writes as text",
  compressed: (program) => `the file is compressed: unpack it first with ${program}`,
  damaged: "the compressed file is damaged or incomplete",
  too_large: (limit) => `the compressed file unpacks to more than ${limit} MiB`,
  empty: "there is neither a game nor a position",
  unknown_format:
    "unknown format: expected KIF, KI2, CSA, JKF, PGN, Game Courier, a match log, SFEN, USI positions or moves",
  unknown_game: (name) => `unknown game ${quoted(name)}`,
  position: ({ found, reason }) => `${quoted(found)} is not a position of the game: ${positionError(reason)}`,
  illegal_move: ({ found, reason }) => `${quoted(found)} is not a legal move here: ${worded(moveTextErrors, reason)}`,
  ambiguous_move: ({ found, candidates }) => `${quoted(found)} is ambiguous: it can be ${candidates.join(" or ")}`,
  move_number: ({ found, expected }) => `move number ${found} found, ${expected} expected`,
  unexpected: ({ found, expected }) => `${quoted(found)} found, ${expected} expected`,
  no_solution: "the solution (pv) is missing",
  too_many_empty_games: (most) => `more than ${most} games without moves`,
  too_deep: (most) => `variations are nested more than ${most} levels deep`,
  json: (reason) => `invalid JKF: ${reason}`,
  unclosed: (part) => `${part} is never closed`,
};

const recordError = (/** @type {RecordError} */ { line, kind }) => `line ${line}: ${worded(recordErrors, kind)}`;

/** @type {WordsFor<WriteError>} */
const writeErrors = {
  shogi_only: (format) => `only games of shogi can be written as ${format}`,
  too_deep: (most) => `variations are nested more than ${most} levels deep`,
  one_game_only: (format) => `a ${format} file can hold only one game`,
  not_in_shift_jis: (letter) => `'${letter}' cannot be written in Shift_JIS`,
};

/** @type {WordsFor<CommandError, [title: TitleOf]>} */
const errors = {
  changed: "the board has changed meanwhile",
  paused: "the game is paused",
  not_at_end: "go to the last move to play on",
  engine_to_move: "it is the engine's turn",
  others_turn: "it is the other player's turn",
  only_watching: "this page only watches the game",
  between_people: "not in a game between two people",
  no_question: "the other player asks nothing",
  rules: (reason) => `the rules cannot be loaded: ${reason}`,
  not_absent: "the other player has not been away for two minutes",
  no_guests: "nobody can be invited here",
  too_many_tables: "too many boards are open; close one of the pages",
  too_many_pages: "too many pages show this game",
  table_name: "invalid table name: expected letters, digits and '-'",
  address: "the address cannot be shown as a QR code",
  no_move_yet: "the engine has no move yet",
  time_up: "the time is up",
  illegal: (reason) => illegalMoves[reason],
  nothing_to_undo: "there is no move to take back",
  no_claim: "the impasse rule allows no claim here",
  game_over: "the game is over",
  during_game: "not during a game",
  start_position: "the start position cannot be removed",
  no_such_move: (number) => `there is no move ${number}`,
  move_text: (error) => worded(moveTextErrors, error),
  position: (error) => positionError(error),
  square: (name) => `'${name}' is not a square of the board`,
  empty_square: "there is no piece on the square",
  unknown_game: (name) => `unknown game '${name}'`,
  unknown_handicap: (name) => `unknown handicap '${name}'`,
  out_of_range: ({ field, value, min, max }) => `invalid ${fields[field]} ${value}: expected ${min} to ${max}`,
  no_time: "invalid time: expected a main time or byoyomi",
  solving: "solve the puzzle first, or show its solution",
  no_puzzle: "there is no puzzle on the board",
  puzzle_over: "the puzzle is over",
  no_puzzles: (game, title) => `there are no puzzles for ${title(game)}`,
  no_such_puzzle: (game, title) => `no puzzle for ${title(game)} has this goal, length and difficulty`,
  no_own_puzzles: "there are no puzzles of your own",
  no_puzzle_in_text: "there is no puzzle in the text",
  long_solution: ({ found, max }) => `a solution has ${found} moves, expected ${max} at most`,
  no_game_in_text: "there is no game in the text",
  too_many_games: ({ found, max }) => `there are ${found} games, expected ${max} at most`,
  no_such_game: (index) => `the file has no game ${index + 1}`,
  too_long: (max) => `the text is too long: expected ${max} characters at most`,
  position_in_text: (error) => positionError(error),
  unreadable: (error) => recordError(error),
  several_games: ({ reason, games }, title) =>
    `${worded(errors, reason, title)}; this looks like ${joined(games.map(title), "or")}: choose the game first`,
  too_many_moves: ({ found, max }) => `the text has ${found} moves, expected ${max} at most`,
  unwritable: (error) => worded(writeErrors, error),
  no_recent_game: "this game is no longer kept",
  large_settings: "the settings are too large",
  not_reviewed: "review the game first",
  invalid: (reason) => `invalid command: ${reason}`,
  closed: "this board is closed; reload the page",
  failed: "internal error: the command failed",
  key: "The key of this page is missing or no longer valid. Open the address that ozutsu board has printed.",
  no_seat:
    "This game is no longer there. Ask for a new link; loaded again, this page shows your own board if it has one.",
  busy: "what was asked before is not ready",
};

/** @type {{ [part in Omission]: string }} */
const omissions = {
  tags: "tags",
  variations: "variations",
  comments: "comments",
  drawings: "arrows and circles",
  times: "times",
  evaluations: "evaluations",
  end: "results",
};

/** @type {WordsFor<SaveWarning>} */
const saveWarnings = {
  characters: (error) => `${worded(writeErrors, error)}, so the file is in UTF-8`,
  omitted: (parts) => `this format has no place for ${parts.map((part) => omissions[part]).join(", ")}`,
  older: (count) => `it would be too long with the oldest ${count} games: search for them, and save them on their own`,
};

/** @type {WordsFor<Problem>} */
const problems = {
  not_kept: (reason) =>
    `Settings, solved puzzles and games cannot be kept now, and what is stored stays as it is: ${reason}`,
  set_aside: ({ path, to }) =>
    `${path} is damaged and was renamed to ${to}; settings, solved puzzles and games start anew`,
};

export const english = {
  variant: "Game",
  newGame: "New game",
  settings: "Settings",
  language: "Language",
  close: "Close",
  tabs: { game: "Game", moves: "Moves", puzzles: "Puzzles", position: "Position" },
  side: SIDE_NAMES,
  handicapSide: { black: "Black", white: "White" },
  board: (/** @type {string} */ game) => `Board of ${game}`,
  hand: (/** @type {string} */ side) => `${side} pieces in hand`,
  handPiece: (/** @type {string} */ name, /** @type {string} */ side, /** @type {number} */ count) =>
    `${side} ${name} in hand, ${count}`,
  rank: (/** @type {string} */ letter) => letter,
  square: (/** @type {string} */ square, /** @type {string | null | undefined} */ piece) =>
    `${square}, ${piece ?? "empty"}`,
  squareNotes: {
    move: "legal move",
    capture: "legal capture",
    selected: "selected",
    last: "last move",
    premove: "premove",
    check: "in check",
    hinted: "hint",
    wrong: "wrong move",
    goal: "target",
  },
  piece: (/** @type {string} */ side, /** @type {string} */ name) => `${side} ${name}`,
  promotion: "Promote?",
  promote: (/** @type {string} */ name) => `Promote to ${name}`,
  doNotPromote: (/** @type {string} */ name) => `Stay ${name}`,
  illegal: (/** @type {string} */ reason) => `Not possible: ${reason}.`,
  tooLong: (/** @type {number} */ megabytes) => `This is too long: the most is ${megabytes} MB.`,
  offline: "The program has ended or cannot be reached. Trying again…",
  unsent: (/** @type {boolean} */ isMove) =>
    `No connection. ${isMove ? "Your move" : "What you have done"} is sent when it is back.`,
  lostFor: (/** @type {number} */ seconds) => `The connection was lost for ${seconds} s.`,
  failed: "The board has failed.",
  restartQuestion: (/** @type {string} */ reason) =>
    `The board has failed (${reason}). Start it again? The game is kept.`,
  restart: "Start again",
  notNow: "Not now",
  newVersion: "There is a new version.",
  loadAgain: "Load it",
  rulesChanged: (/** @type {string} */ files) => `New rules in ${files}. The game begins anew with them.`,
  controls: {
    first: "First position",
    previous: "Previous position",
    next: "Next position",
    last: "Last position",
    flip: "Flip board",
    undo: "Take back",
    askUndo: "Ask to take back",
    hint: "Hint",
    pencil: "Draw on the board",
    "move-now": "Move now",
    resign: "Resign",
    draw: "Offer draw",
    agreeDraw: "Agree to a draw",
    claimWin: "Claim the win",
    claimDraw: "Claim a draw",
    pause: "Pause",
    resume: "Continue",
    toolbar: "Game controls",
    solution: "Show solution",
    "next-puzzle": "Next puzzle",
  },
  confirmResign: "Resign this game?",
  confirmNewGame: "This game is not over. Start a new one?",
  confirmByKey: "Start a new game?",
  confirmReplace: "This game is not over. Replace it? It stays among the recent games.",
  replace: "Replace",
  keepPlaying: "Keep playing",
  exercise: {
    start: (/** @type {number} */ count) => `Learn how the pieces move (${count} exercises)`,
    try: "Try it on the board",
    number: (/** @type {number} */ number, /** @type {number} */ count) => `Exercise ${number} of ${count}`,
    tasks: {
      move: (/** @type {string} */ piece) => `Move the ${piece} to the marked square.`,
      jump: (/** @type {string} */ piece) => `Jump with the ${piece} over the other piece, to the marked square.`,
      capture: (/** @type {string} */ piece) => `Capture a piece with the ${piece}.`,
      promote: (/** @type {string} */ piece) => `Move the ${piece} into the promotion zone, and promote it.`,
      drop: (/** @type {string} */ piece) =>
        `Pieces that you capture are yours: drop the ${piece} from your hand on the marked square.`,
    },
    next: "Next exercise",
    end: "That was the last exercise. Now play a game, or solve puzzles.",
  },
  game: {
    you: "You play",
    name: "Your name",
    sides: {
      black: "Black (first)",
      white: "White (second)",
      both: "Both sides (two people)",
      random: "A random side",
      none: "Neither (engine plays itself)",
    },
    strength: "Engine strength",
    strengths: { level: "Level", elo: "Rating" },
    level: (/** @type {number} */ level, /** @type {string} */ name) => `Level ${level}: ${name}`,
    rating: "Rating",
    whiteLevel: (/** @type {string} */ level) => `White: ${level}`,
    levelHint: "0 is a beginner, 20 full strength.",
    time: "Time",
    times: { move: "Per move", clock: "Clocks" },
    noClocks: "No clocks (take days if you like)",
    preset: (/** @type {number} */ minutes, /** @type {number} */ increment, /** @type {number} */ byoyomi) =>
      increment ? `${minutes} min + ${increment} s a move` : `${minutes} min, then ${byoyomi} s a move`,
    seconds: "Seconds per move",
    minutes: "Minutes each",
    increment: "Seconds added a move",
    byoyomi: "Then seconds a move (byoyomi)",
    handicap: "Handicap",
    noHandicap: "None",
    /** A handicap, and the difference in strength that it makes up for, as a number of the engine's levels. */
    handicapWorth: (/** @type {string} */ name, /** @type {number} */ levels) => `${name}: ${levelCount(levels)}`,
    about: "Rules",
    origin: (/** @type {number} */ files, /** @type {number} */ ranks, /** @type {string} */ about) =>
      `, ${files}×${ranks}. ${about && `${about}.`}`,
    apply: "Play from here",
    pieces: "Pieces",
    piecesHint:
      "Choose a piece, or rest the pointer on one on the board, to see how it moves. With a finger, press and hold it.",
  },
  players: {
    person: "Person",
    you: "You",
    other: "Opponent",
    engine: "Engine",
    level: (/** @type {number} */ level) => `Engine, level ${level}`,
    elo: (/** @type {number} */ elo) => `Engine, rating ${elo}`,
  },
  seats: {
    title: "Play with someone…",
    about: "Two people, each on a device of their own. The game chosen at the top is played.",
    absenceRule:
      "Clocks wait for a player who is not connected. After two minutes the other may claim the win or a draw.",
    left: "Your opponent has left, and the clocks wait. After two minutes you may claim the win or a draw.",
    leftLong: "Your opponent has been away for two minutes. You may go on waiting.",
    yours: "Your games with others",
    alone:
      "Only browsers on this computer can open the link. To let other devices in, start ozutsu board with --listen and the address of this computer.",
    aboutLinks: "You and someone else send each other a link after every move. The game chosen at the top is played.",
    sides: { random: "Either side, by lot", black: "Black (first)", white: "White (second)" },
    start: "Create game",
    link: (/** @type {string} */ side) =>
      `Whoever opens this link plays ${side}. Scan it with the other device, or send it.`,
    playerLink: "Link for the opponent",
    watcherLink: "Link to watch",
    watchHint: "With this one, others can watch:",
    copy: "Copy",
    copied: "Link copied.",
    playing: (/** @type {string} */ side) => `You play ${side} against someone on another device.`,
    watching: "You watch a game between two people.",
    playingByLink: (/** @type {string} */ side) => `You play ${side} in a game by links.`,
    rematch: "New game, sides changed",
    showLink: "Show link",
    leave: "Leave",
    back: "Back to the game",
    away: "not connected",
    waiting: "Waiting for the other player",
    asks: {
      draw: "Your opponent offers a draw.",
      take_back: "Your opponent asks to take the last move back.",
      new_game: "Your opponent asks for a new game with the sides changed.",
    },
    asked: {
      draw: "You have offered a draw.",
      take_back: "You have asked to take your last move back.",
      new_game: "You have asked for a new game.",
    },
    accept: "Accept",
    decline: "Decline",
    withdraw: "Withdraw",
    sendHint: "Send the game to your opponent:",
    sendBack: "Send this back",
    sendAbout: (/** @type {string} */ side) =>
      `Send this link to your opponent, who plays ${side} and sends you another one after the move.`,
  },
  /** A text from the file of a game, in the language that fits best. */
  translation: (/** @type {{ [language: string]: string }} */ translations) => translations.en,
  /** A move as people write it. */
  move: (/** @type {MoveText} */ { western }) => western,
  /** A move that the person has typed, in a notation that the program reads. */
  typedMove: (/** @type {string} */ text) => text,
  /** The name of a kind of piece, which can depend on the side. */
  pieceName: (/** @type {PieceView} */ { name }, /** @type {Side} */ _side) => name,
  handicapName: (/** @type {HandicapView} */ { name }) => name,
  /** @type {{ [strength in Strength]: string }} */
  levels: {
    beginner: "Beginner",
    novice: "Novice",
    casual: "Casual",
    club: "Club player",
    strong: "Strong",
    expert: "Expert",
    master: "Master",
    full: "Full strength",
  },
  rules,
  /** @type {WordsFor<Standing, [sides: Sides]>} */
  standings: {
    to_move: (side, sides) => `${sides[side]} to move`,
    in_check: (side, sides) => `${sides[side]} to move, in check`,
    win_by_impasse: (side, sides) => `Impasse, ${sides[side]} may claim a win`,
    draw_by_impasse: "Impasse, either side may claim a draw",
    mate: "Mate",
    stalemate: "Stalemate",
    stalemate_draw: "Stalemate draw",
    repetition_draw: "Repetition draw",
    repetition_loss: (loser, sides) => `Repetition, ${sides[loser]} loses`,
    perpetual_check: (loser, sides) => `Perpetual check, ${sides[loser]} loses`,
    goal_reached: (winner, sides) => `King at its goal, ${sides[winner]} wins`,
  },
  yourMove: {
    now: "Your move",
    inCheck: "Your move: you are in check",
    later: "Your move. This is an earlier position.",
  },
  afterwards: { again: "Rematch", review: "Review" },
  welcome: {
    play: "Play",
    learn: "Learn the pieces",
    goal: "You win when the enemy king cannot escape capture.",
    drops: "A piece that you capture is yours: instead of moving, you may drop it on an empty square.",
    promotion: (/** @type {number} */ ranks) => {
      const zone = ranks === 1 ? "rank" : `${ranks} ranks`;
      return `A move into, within or out of the last ${zone} may promote a piece, which then moves in another way.`;
    },
    jumpers: "Cannons capture by jumping over another piece, of either side:",
    more: "More",
    begin: "Your pieces are below. Click one to see where it can go.",
  },
  hintMove: (/** @type {string} */ text) => `Hint: ${text}`,
  played: (/** @type {string} */ side, /** @type {string} */ text, /** @type {string} */ status) =>
    `${side}: ${text}. ${status}`,
  thinking: "thinking…",
  paused: "Paused",
  checks: (/** @type {number} */ count, /** @type {number} */ limit) => `checks in a row: ${count} of ${limit}`,
  /** Why a game ended. */
  endReason: (/** @type {EndView} */ { winner: side, draw, reason }, /** @type {Sides} */ sides) => {
    const winner = side ? sides[side] : "one side";
    const loser = side ? sides[side === "black" ? "white" : "black"] : "one side";
    const result = side ? `${winner} wins` : draw ? "draw" : "unfinished";
    /** @type {{ [reason in EndReason]: string }} */
    const reasons = {
      unknown: result,
      other: result,
      resignation: `${loser} resigns`,
      mate: `${loser} is mated`,
      stalemate: draw ? "draw by stalemate" : `${loser} has no legal move`,
      time: `${loser} loses on time`,
      illegal_move: `${loser} makes an illegal move`,
      repetition: side ? `${loser} loses by repetition` : "repetition draw",
      perpetual_check: `${loser} gives perpetual check`,
      impasse: "draw by impasse",
      declaration: `${loser} loses by declaration`,
      goal_reached: `${winner}'s king reaches its goal`,
      move_limit: "draw by length",
      agreement: "draw by agreement",
      interruption: "interrupted",
      adjudication: draw ? "draw by adjudication" : `${loser} loses by adjudication`,
      abandonment: `${loser} abandons the game`,
      no_show: `${loser} does not appear`,
      no_mate: "no mate",
    };
    return reasons[reason];
  },
  /** How a game ended, for a person who has played a side or for others. */
  result: (/** @type {EndView} */ end, /** @type {Sides} */ sides, /** @type {Side | null} */ own = null) => {
    const reason = capitalised(end.words ?? english.endReason(end, sides));
    const result = end.winner ? `${sides[end.winner]} wins` : end.draw ? "Draw" : reason;
    const ownResult = end.winner && own && (end.winner === own ? "You win" : "You lose");
    return result === reason ? `${ownResult || result}.` : `${ownResult || result}. ${reason}.`;
  },
  mistakes: {
    learn: (/** @type {number} */ count) => (count === 1 ? "Learn from 1 mistake" : `Learn from ${count} mistakes`),
    title: (/** @type {number} */ number, /** @type {number} */ count) => `Mistake ${number} of ${count}`,
    played: (
      /** @type {string} */ side,
      /** @type {number} */ number,
      /** @type {string} */ text,
      /** @type {string} */ loss,
    ) => `${side} played ${number}. ${text}, which ${loss}.`,
    lost: (/** @type {number} */ percent) => `lost ${percent}% of the winning chance`,
    missed: (/** @type {string} */ mate) => `missed a ${mate}`,
    find: (/** @type {string} */ side) => `Find a better move for ${side}: play it on the board.`,
    judging: "The engine judges your move…",
    good: (/** @type {string} */ text) => `${text} is good.`,
    bad: (/** @type {string} */ text, /** @type {number} */ percent, /** @type {string} */ reply) =>
      `${text} loses ${percent}%${reply ? `: ${reply}` : ""}. Try again.`,
    better: (/** @type {string} */ line) => `Better was ${line}.`,
    show: "Show the better move",
    next: "Next mistake",
    end: "Finish",
    stop: "Stop",
  },
  recent: {
    title: "Recent games",
    unfinished: "not finished",
    moves: (/** @type {number} */ count) => (count === 1 ? "1 move" : `${count} moves`),
    all: (/** @type {number} */ count) => `Show and search all ${count}`,
    more: (/** @type {number} */ count) => `Show more of ${count}`,
    find: "Names, event, game or date (2026-11)",
    none: "No game has all these words.",
    save: (/** @type {number} */ count) => `Save ${count === 1 ? "this game" : `these ${count} games`} (PGN)`,
    modes: { seats: "on two devices", by_link: "by links" },
    forget: (/** @type {string} */ title) => `Forget this game of ${title}`,
  },
  moves: {
    list: "Moves",
    start: "Start position",
    empty: "No moves yet.",
    variation: "Variation",
    type: "Type a move",
    typeHint: "7g7f, P-7f",
    promote: "Make main line",
    remove: "Delete from here",
    undoChange: "Undo change",
    comment: "Comment",
    mark: "Mark",
    time: "Time for the move",
  },
  analysis: {
    title: "Analysis",
    start: "Analyse",
    stop: "Stop analysis",
    lines: "Lines",
    mate: "Find mate",
    stopMate: "Stop mate search",
    review: "Review game",
    stopReview: "Stop review",
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    speed: (/** @type {string} */ nodes) => `${nodes}/s`,
    graph: "Evaluation of each position of the game",
    accuracy: "Accuracy",
    accuracyHint: "100% means that no move lost any winning chance.",
    marks: { inaccuracies: "Inaccuracies", mistakes: "Mistakes", blunders: "Blunders" },
    symbols: { inaccuracies: "?!", mistakes: "?", blunders: "??" },
    bar: (/** @type {string} */ text) => `Evaluation ${text}`,
    arrows: "Arrows",
    off: "“Analyse” shows the engine's lines for the position on the board.",
    searching: "Searching…",
    playLine: "Play these moves up to here",
  },
  openings: {
    title: "Opening book",
    games: (/** @type {number} */ games, /** @type {number} */ percent) =>
      `${games === 1 ? "1 game" : `${games} games`}, ${percent}%`,
  },
  puzzle: {
    title: (/** @type {string} */ game) => `Puzzles of ${game}`,
    none: (/** @type {string} */ game, /** @type {string[]} */ others) =>
      `There are no puzzles for ${game}. Choose ${joined(others, "or")} at the top.`,
    about:
      "In a mate every move must give check. Only one mates in time; at the end any mate will do. In a win one move is far better than all others.",
    number: (/** @type {number} */ number, /** @type {number} */ count) => `Puzzle ${number} of ${count}`,
    ownNumber: (/** @type {number} */ number, /** @type {number} */ count) => `Your puzzle ${number} of ${count}`,
    task: (/** @type {string} */ side, /** @type {number} */ moves) => `${side} mates in ${moves}`,
    taskWin: (/** @type {string} */ side) => `${side} wins`,
    goalWin: (/** @type {string} */ side) => `${side} to move: find the winning move`,
    goal: (/** @type {string} */ side, /** @type {number} */ moves) => `${side} to move: mate in ${moves}`,
    rating: {
      mate: (
        /** @type {string} */ difficulty,
        /** @type {number | null} */ rating,
        /** @type {number | null} */ nodes,
      ) => `${difficulty}, rating ${rating}: the mate solver needs ${nodes} nodes.`,
      win: (
        /** @type {string} */ difficulty,
        /** @type {number | null} */ rating,
        /** @type {number | null} */ nodes,
      ) => `${difficulty}, rating ${rating}: a search needs ${nodes} nodes.`,
    },
    proof: {
      pending: "The mate solver checks the solution…",
      proven: "Proven by the mate solver.",
      no_mate: "Flawed: in the solution a move gives no check, or a defence resists for longer.",
      shorter: "Flawed: there is a shorter mate.",
      second_solution: "Flawed: another move mates as soon.",
      unknown: "Not proven: the mate solver ran out of time.",
      not_applicable: "Not proven: only mates are.",
    },
    goals: "Goal",
    goalNames: { mate: "Mate", win: "Win" },
    lengths: "Length",
    length: (/** @type {number} */ moves) =>
      moves === 4 ? "4 moves or more" : `${moves} ${moves === 1 ? "move" : "moves"}`,
    difficulty: "Difficulty",
    difficulties: { easy: "Easy", medium: "Medium", hard: "Hard" },
    any: (/** @type {number} */ count) => `Any (${count})`,
    counted: (/** @type {string} */ label, /** @type {number} */ count) => `${label} (${count})`,
    empty: "No puzzle has this goal, length and difficulty.",
    start: "Start",
    next: "Next puzzle",
    startStreak: "Start a streak",
    streakHint: "Puzzles that become harder, solved one after the other. The first error ends it.",
    streak: (/** @type {number} */ solved, /** @type {boolean} */ isOver) =>
      isOver ? `The streak is over: ${solved} solved.` : `Streak: ${solved} solved`,
    bestStreak: (/** @type {number} */ solved) => `Your best streak: ${solved}`,
    again: "Start again",
    hint: "Hint",
    solution: "Show solution",
    analyse: "Analyse position",
    right: (/** @type {string} */ text) => `${text} is right.`,
    /** A wrong move. `reply` is the text of the defender's answer, if there is one. */
    wrong: (
      /** @type {string} */ text,
      /** @type {Refutation["kind"] | undefined} */ refutation,
      /** @type {string} */ defender,
      /** @type {string} */ reply,
    ) => {
      const reasons = {
        no_check: "it does not give check",
        reply: `${defender} replies ${reply}`,
        unknown: `${defender} escapes`,
        not_the_solution: "it is not what is asked for",
      };
      return refutation
        ? `${text} is wrong: ${reasons[refutation]}. Try again.`
        : `${text} is wrong. Looking for the reply…`;
    },
    solved: (/** @type {PuzzleView} */ { wrong_moves: wrong, has_used_hint: hint }) => {
      const help = [
        hint && "with a hint",
        wrong > 0 && `after ${wrong} wrong ${wrong === 1 ? "move" : "moves"}`,
      ].filter(Boolean);
      return `Solved${help.length ? ` ${help.join(", ")}` : ""}!`;
    },
    progress: { solved: "Solved:", given_up: "Solution:" },
    count: (/** @type {number} */ solved, /** @type {number} */ tried, /** @type {number} */ all) =>
      `Solved ${solved} of ${tried} tried; there ${all === 1 ? "is" : "are"} ${all}.`,
    reset: "Forget",
    confirmReset: (/** @type {string} */ game) => `Forget which puzzles of ${game} you have solved?`,
    keep: "Keep",
    yourRating: (/** @type {number} */ rating, /** @type {boolean} */ isGuess) =>
      `Your rating: ${rating}${isGuess ? " (still a guess)" : ""}`,
    ratingHint: "It counts whether you solve a puzzle at the first try without help. The next puzzle fits it.",
    confirmAnalyse: "The puzzle is not solved. Give it up and analyse its position?",
    keepSolving: "Keep solving",
    solver: "You",
    defender: "Defender",
  },
  ownPuzzles: {
    title: "Your puzzles",
    paste: "Paste puzzles",
    hint: "Lines of EPD with solutions, as ozutsu puzzles writes them",
    read: "Read",
    open: "Open file…",
    resume: "Go on with your puzzles",
    invalid: (/** @type {string} */ file) => `${file || "This text"} cannot be read, and nothing has changed:`,
  },
  /** A score in centipawns, or the plies to a mate, with a sign. */
  score: (/** @type {string} */ sign, /** @type {number} */ centipawns) => {
    const pawns = centipawns / 100;
    return `${centipawns < 5 ? "" : sign}${pawns.toFixed(pawns < 10 ? 1 : 0)}`;
  },
  /** What is spoken when 30, 20, or at most 10 seconds are left. `byoyomi` is its length in seconds, 0 outside of it. */
  countdown: (/** @type {number} */ left, /** @type {number} */ _byoyomi) =>
    left < 10 ? String(left) : `${left} seconds`,
  mateScore: (/** @type {string} */ sign, /** @type {number} */ plies) =>
    plies ? `${sign}#${Math.ceil(plies / 2)}` : "#",
  mate: (/** @type {number} */ plies) => `mate in ${Math.ceil(Math.abs(plies) / 2)}`,
  notices: {
    judged: () => "",
    hint: () => "Hint: consider this piece.",
    mate_found: (/** @type {{ plies: number }} */ { plies }) => `There is a ${english.mate(plies)}.`,
    no_mate: () => "There is no mate by checks alone.",
    mate_unknown: () => "The mate search was stopped.",
    declined: (/** @type {{ question: Question }} */ { question }) =>
      ({
        draw: "The draw is declined.",
        take_back: "The move stays.",
        new_game: "The new game is declined.",
      })[question],
    imported: (/** @type {{ variant: string }} */ { variant }, /** @type {TitleOf} */ title) =>
      `This is a game of ${title(variant)}.`,
    small_hash: (/** @type {{ wanted: number, size: number }} */ { wanted, size }) =>
      `There is no memory for ${wanted} MiB; the engine uses ${size} MiB.`,
    engine_failed: () => "The search failed.",
  },
  problems,
  errors,
  positionError,
  recordError,
  saveWarnings,
  files: {
    title: "Files",
    open: "Open file…",
    unreadable: "the browser cannot read it",
    bad: (/** @type {string} */ name, /** @type {string} */ reason) => `${name} cannot be opened: ${reason}.`,
    format: "Format",
    save: "Save",
    all: (/** @type {number} */ count) => `All ${count} games`,
    warning: (/** @type {string} */ text) => `Saved, but ${text}.`,
    games: (/** @type {number} */ count, /** @type {string} */ name) => `${count} games${name && ` in ${name}`}`,
    headers: "Names and headers",
    fields: { event: "Event", site: "Place", date: "Date", time_control: "Time control" },
  },
  position: {
    sfen: "SFEN",
    more: "More",
    set: "Set",
    copied: "Copied.",
    copyFailed: "Copy this text:",
    exports: { sfen: "SFEN", usi: "USI moves", pgn: "PGN", kif: "KIF", ki2: "KI2", csa: "CSA" },
    picture: "Picture (SVG)",
    png: "Picture (PNG)",
    copyPicture: "Copy picture",
    copyPictureFailed: "The browser does not let this page copy pictures. Save the picture instead.",
    link: "Link",
    badLink: (/** @type {string} */ reason) => `The link cannot be opened: ${reason}.`,
    share: "Copy or save",
    import: "Paste a game or position",
    importHint: "SFEN, USI, PGN, KIF, KI2, CSA or a list of moves",
    read: "Read",
    editor: "Position editor",
    edit: "Edit position",
    done: "Analyse this position",
    play: "Play from this position",
    cancel: "Cancel",
    clear: "Clear board",
    palette: "Pieces to place",
    remove: "Remove",
    sideToMove: "Side to move",
    editHint:
      "Choose a piece, then click squares. Click a hand to add a piece; with × chosen, or by a right click, to take one away.",
    valid: "The position is valid.",
    invalid: (/** @type {string} */ reason) => `${capitalised(reason)}.`,
  },
  settingsDialog: {
    title: "Settings",
    pieces: "Pieces",
    sets: {
      kanji: "Kanji, one character",
      kanji2: "Kanji, two characters",
      symbols: "Symbols",
      letters: "Letters and movement marks",
    },
    board: "Board",
    boards: { wood: "Wood", dark: "Dark wood", paper: "Paper", green: "Green", blue: "Blue" },
    notation: "Notation of moves",
    notations: { language: "As the language", western: "Western (P-7f)", japanese: "Japanese (７六歩)" },
    threads: "Threads of the engine",
    hash: "Memory of the engine",
    sound: "Sounds",
    spoken: "Speak the last seconds of a clock",
    notify: "Tell me of my move while the page is hidden",
    notifyRefused: "The browser does not let this page tell you anything.",
    animation: "Pieces glide",
    premoves: "Premoves: move while the opponent thinks",
    letterKeys: "Letters are keys",
    evaluations: "Show evaluations while playing",
    theme: "Colours",
    themes: { auto: "As the system", light: "Light", dark: "Dark" },
    hover: "Show how a piece moves when the pointer rests on it",
    targets: "Show legal moves",
    coordinates: "Coordinates",
    share: "On other devices in this network",
    keys: "Keys",
    keyList: [
      ["← → Home End", "go through the moves"],
      ["Arrows, Enter", "on the board: choose a square"],
      ["Esc", "cancel"],
      ["N", "new game"],
      ["F", "flip"],
      ["U", "take back a move or a resignation"],
      ["Ctrl+Z", "undo a change of the moves, comments or headers"],
      ["Right button", "draw circles and arrows; Shift, Alt: other colours"],
      ["H", "hint"],
      ["A", "analysis"],
      ["P", "next puzzle"],
      ["M", "how the piece on the square moves"],
    ],
  },
  movement: {
    promotesTo: (/** @type {string} */ name) => `Promotes to ${name}: `,
    legend: {
      both: "moves and captures",
      quiet: "moves, no capture",
      capture: "captures only",
      screen: "piece jumped over",
    },
    directions: {
      all: "in all eight directions",
      orthogonal: "orthogonally",
      diagonal: "diagonally",
      forward: "forward",
      backward: "backward",
      sideways: "sideways",
      vertical: "forward and backward",
      forwardDiagonal: "diagonally forward",
      backwardDiagonal: "diagonally backward",
      left: "left",
      right: "right",
      forwardLeft: "diagonally forward left",
      forwardRight: "diagonally forward right",
      backwardLeft: "diagonally backward left",
      backwardRight: "diagonally backward right",
    },
    list: joined,
    mode: { both: "", quiet: " without capturing", capture: ", only to capture" },
    sentence: (/** @type {string} */ range, /** @type {string} */ directions, /** @type {string} */ mode) =>
      `${range} ${directions}${mode}`,
    sentences: (/** @type {string[]} */ sentences) => sentences.map((sentence) => `${sentence}.`).join(" "),
    step: "Steps",
    slide: "Slides",
    upTo: (/** @type {number} */ n) => `Slides up to ${n} squares`,
    hop: "Jumps over exactly one piece",
    hopTwo: "Jumps over exactly two pieces",
    shortHop: "Jumps over an adjacent piece to the square beyond",
    jump: "Jumps over one or more pieces",
    leap,
    lameLeap: (/** @type {number} */ n) => `${leap(n)} unless a piece stands on the way`,
  },
};
