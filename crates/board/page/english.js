// The texts of the page in English. Texts about a position, a move or a result come from the program.

export const english = {
  variant: "Game",
  newGame: "New game",
  settings: "Settings",
  language: "Language",
  close: "Close",
  tabs: { game: "Game", moves: "Moves", puzzles: "Puzzles", position: "Position" },
  side: { black: "Black", white: "White" },
  sideSymbol: { black: "☗", white: "☖" },
  board: (game) => `Board of ${game}`,
  hand: (side) => `${side} pieces in hand`,
  handPiece: (name, side, count) => `${side} ${name} in hand, ${count}`,
  rank: (letter) => letter,
  square: (square, piece) => `${square}, ${piece ?? "empty"}`,
  squareNotes: { move: "legal move", capture: "legal capture", selected: "selected", last: "last move", premove: "premove", check: "in check", hinted: "hint", wrong: "wrong move" },
  piece: (side, name) => `${side} ${name}`,
  promotion: "Promote?",
  promote: (name) => `Promote to ${name}`,
  doNotPromote: (name) => `Stay ${name}`,
  illegal: (reason) => `Not possible: ${reason}.`,
  offline: "The program has ended or cannot be reached. Trying again…",
  controls: {
    first: "First position", previous: "Previous position", next: "Next position", last: "Last position",
    flip: "Flip board", undo: "Take back", hint: "Hint", resign: "Resign", draw: "Offer draw", agreeDraw: "Agree to a draw",
    claimWin: "Claim the win", claimDraw: "Claim a draw", pause: "Pause", resume: "Continue", toolbar: "Game controls",
    solution: "Show solution", "next-puzzle": "Next puzzle",
  },
  confirmResign: "Resign this game?",
  confirmNewGame: "This game is not over. Start a new one?",
  confirmReplace: "This game is not over and will be lost. Replace it?",
  replace: "Replace",
  keepPlaying: "Keep playing",
  game: {
    you: "You play", sides: { black: "Black (first)", white: "White (second)", both: "Both sides (two people)", none: "Neither (engine plays itself)" },
    strength: "Engine strength", strengths: { level: "Level", elo: "Rating" }, level: "Level", rating: "Rating",
    levelHint: "0 is a beginner, 20 full strength.",
    time: "Time", times: { move: "Per move", clock: "Clocks" }, noClocks: "No clocks", seconds: "Seconds per move",
    minutes: "Minutes each", increment: "Increment (s)", byoyomi: "Byoyomi (s)", handicap: "Handicap", noHandicap: "None",
    about: "Rules", apply: "Play from here", pieces: "Pieces",
    piecesHint: "Choose a piece to see how it moves.",
  },
  players: { person: "Person", engine: "Engine", level: (level) => `Engine, level ${level}`, elo: (elo) => `Engine, rating ${elo}` },
  thinking: "thinking…",
  paused: "Paused",
  checks: (count, limit) => `checks in a row: ${count} of ${limit}`,
  status: (status, side) => {
    if (status === "ongoing") return `${side} to move`;
    if (status === "check") return `${side} to move, in check`;
    return status.charAt(0).toUpperCase() + status.slice(1);
  },
  result: (end) => {
    const reason = end.text.charAt(0).toUpperCase() + end.text.slice(1);
    if (end.winner) return `${english.side[end.winner]} wins. ${reason}.`;
    return end.draw ? `Draw. ${reason}.` : `${reason}.`;
  },
  moves: {
    list: "Moves", start: "Start position", empty: "No moves yet.", variation: "Variation",
    promote: "Make main line", remove: "Delete from here",
  },
  analysis: {
    title: "Analysis", start: "Analyse", stop: "Stop analysis", lines: "Lines", mate: "Find mate", stopMate: "Stop mate search",
    review: "Review game", stopReview: "Stop review", depth: (depth) => `depth ${depth}`, speed: (nodes) => `${nodes}/s`,
    graph: "Evaluation of each position of the game", accuracy: "Accuracy",
    accuracyHint: "100% means that no move lost any winning chance.",
    marks: { inaccuracies: "Inaccuracies", mistakes: "Mistakes", blunders: "Blunders" }, symbols: { inaccuracies: "?!", mistakes: "?", blunders: "??" }, bar: (text) => `Evaluation ${text}`, arrows: "Arrows",
    off: "The engine shows its lines for the position on the board.", searching: "Searching…", playLine: "Play these moves up to here",
  },
  puzzle: {
    title: (game) => `Puzzles of ${game}`,
    none: (game, others) => `There are no puzzles for ${game}. Choose ${others} at the top.`,
    about: "Every move must give check. Only one move mates in time; at the end any mate will do.",
    number: (number, count) => `Puzzle ${number} of ${count}`, ownNumber: (number, count) => `Your puzzle ${number} of ${count}`,
    task: (side, moves) => `${side} mates in ${moves}`,
    taskWin: (side) => `${side} wins`,
    goalWin: (side) => `${side} to move: find the winning move`,
    goal: (side, moves) => `${side} to move: mate in ${moves}`,
    rating: {
      mate: (difficulty, nodes) => `${difficulty}: the mate solver needs ${nodes} nodes.`,
      win: (difficulty, nodes) => `${difficulty}: a search needs ${nodes} nodes.`,
    },
    proof: {
      pending: "The mate solver checks the solution…", proven: "Proven by the mate solver.",
      no_mate: "Flawed: in the solution a move gives no check, or a defence resists for longer.", shorter: "Flawed: there is a shorter mate.",
      second_solution: "Flawed: another move mates as soon.", unknown: "Not proven: the mate solver ran out of time.", not_applicable: "Not proven: only mates are.",
    },
    lengths: "Length", length: (moves) => moves === 4 ? "Mate in 4 or more" : `Mate in ${moves}`,
    difficulty: "Difficulty", difficulties: { easy: "Easy", medium: "Medium", hard: "Hard" },
    any: (count) => `Any (${count})`, counted: (label, count) => `${label} (${count})`,
    empty: "No puzzle has this length and difficulty.",
    start: "Start", next: "Next puzzle", again: "Start again", hint: "Hint", solution: "Show solution", analyse: "Analyse position",
    right: ({ text }) => `${text} is right.`,
    wrong: ({ text, refutation }, defender) => {
      const reasons = { no_check: "it does not give check", reply: `${defender} replies ${refutation.text}`, unknown: `${defender} escapes`, not_the_solution: "it is not the move of the solution" };
      return `${text} is wrong: ${reasons[refutation.kind]}. Try again.`;
    },
    solved: ({ wrong_moves: wrong, has_used_hint: hint }) => {
      const help = [hint && "with a hint", wrong > 0 && `after ${wrong} wrong ${wrong === 1 ? "move" : "moves"}`].filter(Boolean);
      return `Solved${help.length ? ` ${help.join(", ")}` : ""}!`;
    },
    progress: { solved: "Solved:", given_up: "Solution:" },
    count: (solved, tried, all) => `Solved ${solved} of ${tried} tried; there are ${all}.`,
    reset: "Forget", confirmReset: (game) => `Forget which puzzles of ${game} you have solved?`, keep: "Keep",
    confirmAnalyse: "The puzzle is not solved. Give it up and analyse its position?", keepSolving: "Keep solving",
    solver: "You", defender: "Defender",
  },
  ownPuzzles: {
    title: "Your puzzles", paste: "Paste puzzles", hint: "Lines of EPD with solutions, as ozutsu puzzles writes them",
    read: "Read", open: "Open file…", resume: "Go on with your puzzles",
    invalid: (file) => `${file || "This text"} cannot be read, and nothing has changed:`,
  },
  mate: (plies) => `mate in ${Math.ceil(Math.abs(plies) / 2)}`,
  notices: {
    hint: (notice) => `Hint: ${notice.text}`,
    mate_found: (notice) => `There is a mate in ${Math.ceil(notice.plies / 2)} moves.`,
    no_mate: () => "There is no mate by checks alone.",
    mate_unknown: () => "The mate search was stopped.",
    draw_declined: () => "The engine declines the draw.",
    imported: ({ title, count }) => [title && `This is a game of ${title}.`, count > 1 && `The text has ${count} games; this is the first one.`].filter(Boolean).join(" "),
    engine_failed: () => "The search failed. The game is paused.",
  },
  position: {
    sfen: "SFEN", set: "Set", copied: "Copied.", copyFailed: "Copy this text:",
    exports: { sfen: "SFEN", usi: "USI moves", pgn: "PGN", kif: "KIF" }, picture: "Picture (SVG)", share: "Copy out",
    import: "Paste a game or position", importHint: "SFEN, USI, PGN, KIF, CSA or a list of moves", read: "Read",
    editor: "Position editor", edit: "Edit position", done: "Analyse this position", play: "Play from this position", cancel: "Cancel", clear: "Clear board",
    palette: "Pieces to place", remove: "Remove", sideToMove: "Side to move",
    editHint: "Choose a piece, then click squares. Click a hand to add, right-click to take away.", valid: "The position is valid.",
  },
  settingsDialog: {
    title: "Settings", pieces: "Pieces", sets: { kanji: "Kanji, one character", kanji2: "Kanji, two characters", symbols: "Symbols", letters: "Letters and movement marks" },
    board: "Board", boards: { wood: "Wood", dark: "Dark wood", paper: "Paper", green: "Green", blue: "Blue" },
    sound: "Sounds", animation: "Pieces glide", premoves: "Premoves: move while the engine thinks",
    evaluations: "Show evaluations while playing",
    theme: "Colours", themes: { auto: "As the system", light: "Light", dark: "Dark" },
    hover: "Show how a piece moves when the pointer rests on it", targets: "Show legal moves", coordinates: "Coordinates",
    keys: "Keys", keyList: [
      ["← → Home End", "go through the moves"], ["Arrows, Enter", "on the board: choose a square"], ["Esc", "cancel"],
      ["N", "new game"], ["F", "flip"], ["U", "take back a move or a resignation"], ["H", "hint"], ["A", "analysis"], ["P", "next puzzle"], ["M", "how the piece on the square moves"],
    ],
  },
  movement: {
    promotesTo: (name) => `Promotes to ${name}: `,
    legend: { both: "moves and captures", quiet: "moves, no capture", capture: "captures only", screen: "piece jumped over" },
    directions: { all: "in all eight directions", orthogonal: "orthogonally", diagonal: "diagonally", forward: "forward", backward: "backward",
      sideways: "sideways", vertical: "forward and backward", forwardDiagonal: "diagonally forward", backwardDiagonal: "diagonally backward" },
    list: (items) => items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
    mode: { both: "", quiet: " without capturing", capture: ", only to capture" },
    sentence: (range, directions, mode) => `${range} ${directions}${mode}`,
    sentences: (sentences) => sentences.map((sentence) => `${sentence}.`).join(" "),
    step: "Steps", slide: "Slides", upTo: (n) => `Slides up to ${n} squares`, hop: "Jumps over exactly one piece",
    shortHop: "Jumps over an adjacent piece to the square beyond", jump: "Jumps over one or more pieces",
    leap: (n) => n === 1 ? "Leaps to 1 square" : `Leaps to ${n} squares`,
  },
};
