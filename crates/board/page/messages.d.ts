// The messages as src/messages/ defines them, written by src/tests/page_types.rs.

/**
 * A move of the opening book.
 */
export type BookMoveView = { move: string, text: MoveText, 
/**
 * The score of the search that the book has, if it has one.
 */
score?: ScoreView, 
/**
 * How often the move was played in the games of the book; 0 if it was made without games.
 */
games: number, };

export type CheckLimitView = { 
/**
 * The checks in a row by Black and White.
 */
checks: [number, number], 
/**
 * The most that are allowed.
 */
limit: number, };

export type ClockView = { control: TimeControl, 
/**
 * The main time left, for Black and White.
 */
remaining: [number, number], 
/**
 * What is left of the byoyomi of the move, for Black and White.
 */
byoyomi: [number, number], 
/**
 * The side whose clock runs.
 */
running: Side | null, };

/**
 * A command of a page.
 */
export type Command = { "command": "new_game" } & NewGame | { "command": "play", 
/**
 * The node at which the move is played.
 */
node: number, 
/**
 * The move, in USI or as people type it in any notation.
 */
move: string, } | { "command": "go_to", node: number, } | { "command": "undo" } | { "command": "hint" } | { "command": "move_now" } | { "command": "resign" } | { "command": "claim" } | { "command": "draw" } | { "command": "pause", paused: boolean, } | { "command": "invite", 
/**
 * The side of the page that invites; a random one if absent.
 */
side?: Side | null, game: NewGame, } | { "command": "invitation", 
/**
 * The address of the page as other devices see it.
 */
page: string, } | { "command": "rematch" } | { "command": "claim_absence", draw: boolean, } | { "command": "name", name: string, } | { "command": "answer", 
/**
 * The question that is answered. If another one has taken its place, the answer is refused.
 */
question: Question, accept: boolean, } | { "command": "players", 
/**
 * The players, Black first.
 */
players: [Player, Player], } | { "command": "play_from_here", 
/**
 * The players, Black first.
 */
players: [Player, Player], 
/**
 * The clocks; none if absent.
 */
time?: TimeControl | null, } | { "command": "analyse", on: boolean, 
/**
 * The number of lines, 1 to 5.
 */
lines: number, } | { "command": "review", 
/**
 * The time for each position.
 */
move_time: number, } | { "command": "try", 
/**
 * The node of the mistake.
 */
node: number, 
/**
 * The move, in any notation.
 */
move: string, } | { "command": "mate" } | { "command": "stop" } | { "command": "remove", 
/**
 * The node of the move.
 */
node: number, } | { "command": "promote", 
/**
 * A node of the variation.
 */
node: number, } | { "command": "set_comment", node: number, 
/**
 * The lines; those that begin with `&` are bookmarks.
 */
text: string, } | { "command": "set_mark", node: number, 
/**
 * `!`, `?`, `!!`, `??`, `!?`, `?!`, or empty for none.
 */
mark: string, } | { "command": "toggle_drawing", node: number, drawing: DrawingView, } | { "command": "undo_change" } | { "command": "set_up", 
/**
 * The game.
 */
variant: string, 
/**
 * The position, as SFEN or FEN.
 */
sfen: string, } | { "command": "import", text: string, 
/**
 * The game, if the text does not name it; by default the present game.
 */
variant?: string | null, 
/**
 * The side of this person in a game of links that two people send each other.
 */
by_link?: Side | null, 
/**
 * What its links name it by. The game of that name among the recent ones goes on.
 */
link_id?: string, } | { "command": "open_file", name: string, 
/**
 * The bytes in base64.
 */
content: string, 
/**
 * The game, if the file does not name it; by default the present game.
 */
variant?: string | null, } | { "command": "show_file_game", index: number, } | { "command": "save", 
/**
 * The extension of the file's name, which tells its format.
 */
extension: string, 
/**
 * Whether to write all games of the file that was read.
 */
all: boolean, } | { "command": "set_headers", headers: Headers, } | { "command": "export", format: ExportFormat, } | { "command": "movement", square: string, } | { "command": "preview", node: number, moves: Array<string>, } | { "command": "edit" } & EditedPosition | { "command": "puzzle" } & PuzzleChoice | { "command": "read_puzzles", 
/**
 * Lines of EPD with solutions.
 */
text: string, 
/**
 * The game of lines that do not name theirs.
 */
variant: string, } | { "command": "show_solution" } | { "command": "analyse_puzzle" } | { "command": "settings", 
/**
 * The changed settings by name; `null` removes one.
 */
changes: Record<string, unknown>, } | { "command": "forget_puzzles", 
/**
 * The game.
 */
variant: string, } | { "command": "open_game", id: number, } | { "command": "forget_game", id: number, } | { "command": "load_rules" } | { "command": "find_games", text: string, 
/**
 * The number of games found that are passed over.
 */
from: number, } | { "command": "export_games", text: string, };

/**
 * Why a command is refused, as a code with values. The page has the words.
 */
export type CommandError = { "code": "changed" } | { "code": "paused" } | { "code": "not_at_end" } | { "code": "engine_to_move" } | { "code": "others_turn" } | { "code": "only_watching" } | { "code": "between_people" } | { "code": "no_question" } | { "code": "rules", "value": string } | { "code": "not_absent" } | { "code": "no_guests" } | { "code": "too_many_tables" } | { "code": "address" } | { "code": "no_move_yet" } | { "code": "time_up" } | { "code": "illegal", "value": IllegalMove } | { "code": "nothing_to_undo" } | { "code": "no_claim" } | { "code": "game_over" } | { "code": "during_game" } | { "code": "start_position" } | { "code": "no_such_move", "value": number } | { "code": "move_text", "value": MoveTextError } | { "code": "position", "value": SfenError } | { "code": "square", "value": string } | { "code": "empty_square" } | { "code": "unknown_game", "value": string } | { "code": "unknown_handicap", "value": string } | { "code": "out_of_range", "value": { field: Field, value: string, min: string, max: string, } } | { "code": "no_time" } | { "code": "solving" } | { "code": "no_puzzle" } | { "code": "puzzle_over" } | { "code": "no_puzzles", "value": string } | { "code": "no_such_puzzle", "value": string } | { "code": "no_own_puzzles" } | { "code": "no_puzzle_in_text" } | { "code": "long_solution", "value": { found: number, max: number, } } | { "code": "no_game_in_text" } | { "code": "too_many_games", "value": { found: number, max: number, } } | { "code": "no_such_game", "value": number } | { "code": "too_long", "value": number } | { "code": "position_in_text", "value": SfenError } | { "code": "unreadable", "value": RecordError } | { "code": "several_games", "value": { reason: CommandError, games: Array<string>, } } | { "code": "too_many_moves", "value": { found: number, max: number, } } | { "code": "unwritable", "value": WriteError } | { "code": "no_recent_game" } | { "code": "large_settings" } | { "code": "not_reviewed" } | { "code": "invalid", "value": string } | { "code": "closed" } | { "code": "key" } | { "code": "no_seat" } | { "code": "busy" } | { "code": "failed" } | { "code": "too_many_pages" } | { "code": "table_name" };

export type Difficulty = "easy" | "medium" | "hard";

/**
 * A circle on a square, or an arrow from it to another one.
 */
export type DrawingView = { color: "green" | "red" | "blue" | "yellow", from: string, 
/**
 * The square to which an arrow points.
 */
to: string | null, };

/**
 * A position made in the editor.
 */
export type EditedPosition = { 
/**
 * The game.
 */
variant: string, 
/**
 * The pieces on the board by square.
 */
pieces: { [key in string]: string }, 
/**
 * The pieces in hand: for Black and White, counts by letter.
 */
hands: [{ [key in string]: number }, { [key in string]: number }], 
/**
 * The side to move.
 */
side: Side, };

/**
 * Why a recorded game ended. Its text is its name in JSON and in Python.
 *
 * ```
 * use records::EndReason;
 *
 * assert_eq!("no_show".parse(), Ok(EndReason::NoShow));
 * assert_eq!(EndReason::TimeForfeit.to_string(), "time");
 * ```
 */
export type EndReason = "unknown" | "other" | "resignation" | "mate" | "stalemate" | "time" | "illegal_move" | "repetition" | "perpetual_check" | "impasse" | "declaration" | "goal_reached" | "move_limit" | "agreement" | "interruption" | "adjudication" | "abandonment" | "no_show" | "no_mate";

/**
 * How a game ended.
 */
export type EndView = { 
/**
 * The winner, if there is one.
 */
winner: Side | null, draw: boolean, reason: EndReason, 
/**
 * The record's own words, where they say more than the reason does.
 */
words?: string, };

/**
 * The task of an exercise.
 */
export type ExerciseTask = "move" | "jump" | "capture" | "promote" | "drop";

/**
 * An exercise that shows how a piece moves.
 */
export type ExerciseView = { 
/**
 * The letter of the piece to move, after a `+` if it is promoted.
 */
piece: string, task: ExerciseTask, 
/**
 * The square to which the piece is to go, if that is given.
 */
target: string | null, };

export type ExportFormat = "sfen" | "usi" | "pgn" | "kif" | "ki2" | "csa";

/**
 * A number that must be in a range.
 */
export type Field = "puzzle" | "level" | "rating" | "move_time" | "time" | "lines";

/**
 * A file with games.
 */
export type FileView = { 
/**
 * The name, empty for a text that was pasted.
 */
name: string, 
/**
 * The index of the game that is shown.
 */
shown: number, games: Array<GameSummary>, };

/**
 * A game that can be played.
 */
export type GameInfo = { name: string, 
/**
 * The name for people.
 */
title: { [key in string]: string }, 
/**
 * The origin of the game in one line.
 */
about: { [key in string]: string }, 
/**
 * The rules that differ between games.
 */
rules: Array<RuleNote>, files: number, ranks: number, 
/**
 * The depth of the promotion zone in ranks.
 */
promotion_ranks: number, 
/**
 * The letter of the king.
 */
king: string, 
/**
 * The pieces, promoted ones included, in the order in which hands are written.
 */
pieces: Array<PieceView>, handicaps: Array<HandicapView>, 
/**
 * The puzzles; empty if there are none.
 */
puzzles: Array<PuzzleGroup>, };

/**
 * A game of a file as it was when it was last read or left.
 */
export type GameSummary = { 
/**
 * The name of the game.
 */
variant: string, headers: Headers, 
/**
 * The number of moves of the main line.
 */
moves: number, 
/**
 * How the game ended, if it has.
 */
end: EndView | null, };

export type HandicapView = { 
/**
 * The English name, by which a new game is given it.
 */
name: string, 
/**
 * The usual Japanese name.
 */
japanese: string, 
/**
 * The number of the engine's levels that it is worth, rounded, if that was measured.
 */
levels: number | null, };

/**
 * The headers of a record. Unknown ones are empty.
 */
export type Headers = { 
/**
 * The name of the player who moves first.
 */
black: string, white: string, event: string, 
/**
 * The place.
 */
site: string, date: string, 
/**
 * The time control, as `900+10 byoyomi 30` in seconds.
 */
time_control: string, };

/**
 * The reason why a move is illegal.
 */
export type IllegalMove = "malformed" | "empty_square" | "opponent_piece" | "cannot_reach" | "blocked" | "no_screen" | "too_few_screens" | "too_many_screens" | "only_captures" | "cannot_capture" | "own_piece" | "cannot_promote" | "outside_promotion_zone" | "must_promote" | "not_in_hand" | "occupied" | "dead_square" | "two_pawns" | "confined" | "kings_face" | "king_attacked" | "in_check" | "pinned" | "becomes_screen" | "pawn_drop_mate" | "check_limit" | "game_over";

/**
 * A jump by a fixed vector.
 */
export type LeapView = { 
/**
 * Ranks toward the opponent.
 */
forward: number, 
/**
 * Files to the right.
 */
right: number, 
/**
 * Whether it may move to an empty square.
 */
quiet: boolean, 
/**
 * Whether it may capture.
 */
capture: boolean, 
/**
 * The squares on the way on which any piece blocks it.
 */
path: Array<StepView>, };

/**
 * The name of the engine's levels up to the next name.
 */
export type LevelName = { 
/**
 * The first level with this name.
 */
from: number, name: Strength, };

/**
 * The limits of what a page may send.
 */
export type Limits = { 
/**
 * The largest request in bytes.
 */
request: number, 
/**
 * The longest header of a record, comment and name of a person in characters.
 */
header: number, comment: number, name: number, 
/**
 * The strongest level of the engine, and its weakest and strongest rating.
 */
level: number, elo: [number, number], 
/**
 * The most lines of an analysis.
 */
lines: number, 
/**
 * The shortest and the longest time of a move, and the longest on a clock, in milliseconds.
 */
move_time: [number, number], clock: number, };

/**
 * A line of a search.
 */
export type LineView = { 
/**
 * The rank of the line, from 1.
 */
pv: number, depth: number, score: ScoreView, nodes: number, 
/**
 * The time since the search started.
 */
time: number, moves: Array<string>, 
/**
 * The moves as people write them.
 */
texts: Array<MoveText>, };

/**
 * A message of the program to a page.
 */
export type Message = { "message": "hello", 
/**
 * The table at which the page sits; empty at one with seats, where the pass leads to it.
 */
table: string, 
/**
 * The program's name and version.
 */
program: string, 
/**
 * The version of the scripts that can read what follows. A page with others loads itself again.
 */
scripts: string, games: Array<GameInfo>, levels: Array<LevelName>, 
/**
 * The address for other devices, if the program serves any.
 */
share?: ShareView, 
/**
 * The sizes in MiB of the engine's hash table from which a person may choose by the setting `hash`, the
 * first by default; empty for guests.
 */
hash_sizes: Array<number>, 
/**
 * The numbers of its threads, likewise by the setting `threads`; empty if it has only one.
 */
thread_counts: Array<number>, limits: Limits, 
/**
 * Whether pages on other devices can be invited to a game.
 */
invites: boolean, 
/**
 * Whether the page has shown a pass and not the key, so that the program keeps nothing for it: no settings,
 * puzzles or games.
 */
guest: boolean, } | { "message": "exercises", exercises: Array<ExerciseView>, } | { "message": "tree", 
/**
 * The number of nodes in the tree. Nodes from this number on are gone.
 */
count: number, 
/**
 * The nodes that are new or have changed, in order of their numbers.
 */
nodes: Array<TreeNode>, } | { "message": "state" } & TableView | { "message": "headers", headers: Headers, } | { "message": "file", file: FileView | null, } | { "message": "analysis", node: number, purpose: SearchPurpose, 
/**
 * The best line first.
 */
lines: Array<LineView>, } | { "message": "mistakes", 
/**
 * The mistakes in the order of the game.
 */
mistakes: Array<MistakeView>, } | { "message": "notice", notice: Notice, } | { "message": "settings", settings: Record<string, unknown>, } | { "message": "puzzles", 
/**
 * The progress by game.
 */
puzzles: { [key in string]: PuzzleCounts }, 
/**
 * The person's rating in them.
 */
rating: PuzzleRating, } | { "message": "games", 
/**
 * The games, the newest first.
 */
games: Array<RecentInfo>, 
/**
 * The number of all recent games.
 */
count: number, } | { "message": "problem", problem: Problem | null, } | { "message": "rules_changed", files: Array<string>, } | { "message": "key", key: string, } | { "message": "reply", 
/**
 * The name of the request.
 */
id: string, reply: Reply, } | { "message": "refused", 
/**
 * Why.
 */
error: CommandError, };

/**
 * A move that was a mistake, and what would have been better.
 */
export type MistakeView = { 
/**
 * The node of the move.
 */
node: number, 
/**
 * The side that made it.
 */
side: Side, 
/**
 * The mark `?!`, `?` or `??`; empty if only a mate was missed.
 */
mark: string, 
/**
 * The winning chance that it lost, from 0 to 1.
 */
lost: number, 
/**
 * The plies to the mate that it missed, if it did.
 */
missed_mate: number | null, 
/**
 * The better line.
 */
moves: Array<string>, 
/**
 * The better line as people write it.
 */
texts: Array<MoveText>, };

/**
 * A move in the notations of people. The page shows that of its language.
 */
export type MoveText = { western: string, japanese: string, };

/**
 * Why the text of a move is refused.
 */
export type MoveTextError = { "code": "rules", "value": IllegalMove } | { "code": "pieces", "value": [string, IllegalMove][] } | { "code": "text", "value": string } | { "code": "ambiguous", "value": Array<string> };

/**
 * The setup of a new game.
 */
export type NewGame = { 
/**
 * The name of the game.
 */
variant: string, 
/**
 * The name of a handicap.
 */
handicap?: string | null, 
/**
 * The start position, if not the game's own.
 */
sfen?: string | null, 
/**
 * The players, Black first.
 */
players: [Player, Player], 
/**
 * The clocks; none if absent.
 */
time?: TimeControl | null, 
/**
 * The side of this person in a game of links that two people send each other.
 */
by_link?: Side | null, 
/**
 * The name of this person.
 */
name?: string, };

/**
 * Something that happened.
 */
export type Notice = { "kind": "hint", 
/**
 * The node at which it is a move.
 */
node: number, move: string, 
/**
 * The move as people write it.
 */
text: MoveText, } | { "kind": "mate_found", 
/**
 * The number of moves to mate, in plies.
 */
plies: number, } | { "kind": "no_mate" } | { "kind": "mate_unknown" } | { "kind": "judged", 
/**
 * The node of the mistake.
 */
node: number, move: string, 
/**
 * The move as people write it.
 */
text: MoveText, 
/**
 * Whether the move is good enough not to count as a mistake.
 */
is_good: boolean, 
/**
 * The winning chance that it loses, from 0 to 1.
 */
lost: number, 
/**
 * The best reply and the line after it.
 */
reply: Array<MoveText>, } | { "kind": "declined", question: Question, } | { "kind": "imported", 
/**
 * The name of the game.
 */
variant: string, } | { "kind": "small_hash", 
/**
 * The size that was wanted.
 */
wanted: number, 
/**
 * The size of the table that the engine has.
 */
size: number, } | { "kind": "engine_failed" };

/**
 * A part of a record that some formats have no place for.
 */
export type Omission = "tags" | "variations" | "comments" | "drawings" | "times" | "evaluations" | "end";

/**
 * The puzzles that the person has read from a text.
 */
export type OwnPuzzlesView = { count: number, 
/**
 * The number of those tried.
 */
tried: number, 
/**
 * The number of those solved.
 */
solved: number, };

/**
 * How a piece moves in a position: squares by what it can do there, whatever is on them.
 */
export type PieceMovement = { 
/**
 * The squares to which it moves and on which it captures.
 */
both: Array<string>, 
/**
 * The squares to which it moves without capturing.
 */
quiet: Array<string>, 
/**
 * The squares on which it only captures.
 */
capture: Array<string>, 
/**
 * The squares of the pieces over which it jumps.
 */
screen: Array<string>, };

/**
 * A kind of piece.
 */
export type PieceView = { 
/**
 * The letter, after a `+` if the kind is promoted.
 */
id: string, name: string, 
/**
 * The letters of western notation, with a `+` if promoted.
 */
western: string, 
/**
 * The full name in kanji, for Black and White.
 */
kanji: [string, string], 
/**
 * The one or two characters on the board, for Black and White.
 */
short_kanji: [string, string], 
/**
 * The number of pieces in the set; 0 for promoted kinds.
 */
count: number, leaps: Array<LeapView>, 
/**
 * The moves along lines.
 */
rays: Array<RayView>, };

/**
 * Who plays a side. Kept with recent games, so fields that a newer version has added are no errors.
 */
export type Player = { "kind": "person" } | { "kind": "engine", 
/**
 * The skill level, 0 to 20; 20 is full strength.
 */
level?: number, 
/**
 * The Elo rating. Ignored if there is a level.
 */
elo?: number, 
/**
 * The time for each move, if the game has no clocks.
 */
move_time: number, };

/**
 * The reason why a position is illegal.
 */
export type PositionError = { "code": "multiple_kings", "value": Side } | { "code": "no_king", "value": Side } | { "code": "king_in_hand", "value": Side } | { "code": "too_many_pieces", "value": { 
/**
 * The kind's letter.
 */
letter: string, 
/**
 * The number of pieces found.
 */
found: number, 
/**
 * The number of pieces in the start position.
 */
limit: number, } } | { "code": "dead_square", "value": { 
/**
 * The piece's letter.
 */
letter: string, 
/**
 * The piece's square.
 */
square: string, } } | { "code": "two_pawns", "value": { 
/**
 * The side.
 */
color: Side, 
/**
 * The file, counted from one at Black's right.
 */
file: number, } } | { "code": "kings_face" } | { "code": "opponent_in_check", "value": Side };

/**
 * Why the user's data is not what a person expects. The display is for the terminal.
 */
export type Problem = { "code": "not_kept", "value": string } | { "code": "set_aside", "value": { path: string, to: string, } };

/**
 * Which puzzle to show.
 */
export type PuzzleChoice = { 
/**
 * The game. The person's own puzzles may be of other games.
 */
variant: string, 
/**
 * The puzzles from which to choose.
 */
source: PuzzleSource, 
/**
 * The number of the puzzle, from 1. Without it, the next exercise, or a puzzle that fits the choice and the
 * person's rating, a new one if there is any.
 */
number?: number | null, 
/**
 * The attacker's moves; 4 stands for 4 or more.
 */
moves?: number | null, difficulty?: Difficulty | null, goal: "mate" | "win" | null, 
/**
 * Whether to begin a streak, or to go on with the one whose puzzle on the board is solved. Its puzzles become
 * harder, whatever else is chosen.
 */
streak: boolean, };

/**
 * The progress in the stored puzzles of a game.
 */
export type PuzzleCounts = { 
/**
 * The numbers of the puzzles tried.
 */
tried: Array<number>, 
/**
 * The numbers of the puzzles solved.
 */
solved: Array<number>, 
/**
 * The most puzzles solved in a streak, if there was one.
 */
best_streak?: number, };

/**
 * The puzzles of a game that have the same goal, length and difficulty.
 */
export type PuzzleGroup = { goal: "mate" | "win", 
/**
 * The attacker's moves; 4 stands for 4 or more.
 */
moves: number, difficulty: Difficulty, count: number, };

/**
 * A hint for the next move of a puzzle.
 */
export type PuzzleHint = { 
/**
 * The square of the piece to move, or the letter of the piece to drop with a `*`.
 */
origin: string, 
/**
 * The move, once the person has asked again.
 */
move: string | null, 
/**
 * The same move as people write it.
 */
text: MoveText | null, };

/**
 * How far a puzzle is solved.
 */
export type PuzzleProgress = "solving" | "solved" | "given_up";

/**
 * The rating of a person.
 */
export type PuzzleRating = { rating: number, 
/**
 * The standard deviation of the rating.
 */
deviation: number, };

/**
 * Where puzzles are from.
 */
export type PuzzleSource = "stored" | "own" | "exercise";

/**
 * A puzzle on the board, and the progress in solving it.
 */
export type PuzzleView = { 
/**
 * Where the puzzle is from.
 */
source: PuzzleSource, 
/**
 * The number of the puzzle, from 1.
 */
number: number, 
/**
 * The number of puzzles of the game or the text.
 */
count: number, 
/**
 * The name in the text; empty for stored puzzles.
 */
name: string, goal: "mate" | "win", 
/**
 * Whether the solution is proven.
 */
proof: "pending" | "not_applicable" | "proven" | "no_mate" | "shorter" | "second_solution" | "unknown", 
/**
 * The side that mates or wins.
 */
attacker: Side, 
/**
 * The attacker's moves in the solution.
 */
moves: number, 
/**
 * The difficulty, if the nodes are known.
 */
difficulty: Difficulty | null, 
/**
 * The nodes that the mate solver needs, or a search for a win, if they are known.
 */
nodes: number | null, 
/**
 * The rating, if the nodes are known.
 */
rating: number | null, 
/**
 * Whether the puzzle is being solved.
 */
progress: PuzzleProgress, 
/**
 * The streak of which it is one, if it is.
 */
streak: StreakView | null, wrong_moves: number, has_used_hint: boolean, 
/**
 * The verdict on the last move tried.
 */
verdict: Verdict | null, 
/**
 * The hint for the next move, if the person asked for one.
 */
hint: PuzzleHint | null, 
/**
 * The solution, once the puzzle is over.
 */
solution: Array<MoveText> | null, };

/**
 * A question of one player to the other.
 */
export type Question = "draw" | "take_back" | "new_game";

export type QuestionView = { 
/**
 * The side that asks.
 */
side: Side, question: Question, };

/**
 * The moves along a line in one direction. The numbers are maximum distances; 0 means none.
 */
export type RayView = { 
/**
 * Ranks toward the opponent per step.
 */
forward: number, 
/**
 * Files to the right per step.
 */
right: number, 
/**
 * To empty squares, with no piece in between.
 */
slide_quiet: number, 
/**
 * Captures with no piece in between.
 */
slide_capture: number, 
/**
 * To empty squares beyond exactly one piece.
 */
hop_quiet: number, 
/**
 * Captures beyond exactly one piece.
 */
hop_capture: number, 
/**
 * To empty squares beyond exactly two pieces.
 */
hop_two_quiet: number, 
/**
 * Captures beyond exactly two pieces.
 */
hop_two_capture: number, 
/**
 * To empty squares beyond one piece or more.
 */
jump_quiet: number, 
/**
 * Captures beyond one piece or more.
 */
jump_capture: number, };

/**
 * A game in the list of recent games.
 */
export type RecentInfo = { 
/**
 * Identifies the game.
 */
id: number, 
/**
 * The name of the game.
 */
variant: string, 
/**
 * The players, Black first.
 */
players: [Player, Player], 
/**
 * The names of the players in the record, as far as they are known.
 */
names?: [string | null, string | null], mode: RecentMode, 
/**
 * The clocks, if the game has any.
 */
time: TimeControl | null, 
/**
 * The number of moves of the main line.
 */
moves: number, 
/**
 * How the game ended, if it has.
 */
end: EndView | null, 
/**
 * When the game was last kept, in milliseconds since 1970.
 */
saved: number, };

/**
 * How a recent game is played.
 */
export type RecentMode = { "kind": "board" } | { "kind": "seats" } | { "kind": "by_link", 
/**
 * The side of this person.
 */
side: Side, 
/**
 * What all its links name it by; empty if they do not.
 */
id: string, };

/**
 * Why a record cannot be read: the line and what is wrong there.
 */
export type RecordError = { 
/**
 * From 1.
 */
line: number, kind: RecordErrorKind, };

export type RecordErrorKind = { "code": "encoding" } | { "code": "packed_games" } | { "code": "compressed", "value": string } | { "code": "damaged" } | { "code": "too_large", "value": number } | { "code": "empty" } | { "code": "unknown_format" } | { "code": "unknown_game", "value": string } | { "code": "position", "value": { 
/**
 * The text of the position, or of the line that completes it.
 */
found: string, reason: SfenError, } } | { "code": "illegal_move", "value": { found: string, reason: MoveTextError, } } | { "code": "ambiguous_move", "value": { found: string, 
/**
 * The moves that it fits, in USI notation.
 */
candidates: Array<string>, } } | { "code": "move_number", "value": { found: string, expected: number, } } | { "code": "unexpected", "value": { found: string, expected: string, } } | { "code": "no_solution" } | { "code": "too_many_empty_games", "value": number } | { "code": "too_deep", "value": number } | { "code": "json", "value": string } | { "code": "unclosed", "value": string };

/**
 * Why a move in a puzzle is wrong.
 */
export type Refutation = { "kind": "no_check" } | { "kind": "reply", 
/**
 * The reply as people write it.
 */
text: MoveText, } | { "kind": "unknown" } | { "kind": "not_the_solution" };

export type RepetitionResult = "draw" | "black_loses" | "white_loses" | "repeater_loses" | "repeater_wins";

/**
 * The answer to a command.
 */
export type Reply = { "reply": "done" } | { "reply": "error", 
/**
 * Why, for the person at the page.
 */
error: CommandError, } | { "reply": "text", text: string, } | { "reply": "file", name: string, 
/**
 * The bytes in base64.
 */
content: string, 
/**
 * How the file differs from what was asked for, if it does.
 */
warning: SaveWarning | null, } | { "reply": "movement" } & PieceMovement | { "reply": "preview", 
/**
 * The pieces on the board by square.
 */
pieces: { [key in string]: string }, 
/**
 * The pieces in hand: for Black and White, counts by letter.
 */
hands: [{ [key in string]: number }, { [key in string]: number }], 
/**
 * The squares of the last move.
 */
last_move: Array<string>, } | { "reply": "invalid_puzzles", 
/**
 * An error for each invalid line, with its number.
 */
errors: Array<RecordError>, } | { "reply": "edited", 
/**
 * The position as SFEN.
 */
sfen: string, 
/**
 * Why the position cannot be set up, if it cannot.
 */
error: SfenError | null, } | { "reply": "games", 
/**
 * The games, the newest first.
 */
games: Array<RecentInfo>, 
/**
 * The number of all that were found.
 */
count: number, } | { "reply": "invited", 
/**
 * The pass for the page's own seat.
 */
pass: string, } | { "reply": "invitation", 
/**
 * The address of the other player's seat. Only the page of the host gets it.
 */
player: ShareView | null, 
/**
 * The address for watching.
 */
watcher: ShareView, };

/**
 * A command with a name that the reply repeats and no other request of any page has.
 */
export type Request = { id: string, 
/**
 * The game at the table for which the command is meant. It is refused if another one is there.
 */
game?: number | null, request: Command, };

/**
 * A rule that differs between games.
 */
export type RuleNote = { "code": "two_pawns_allowed" } | { "code": "pawn_drop_limit", "value": number } | { "code": "two_pawns_forbidden" } | { "code": "pawn_drop_mate_allowed" } | { "code": "pawn_drop_mate_forbidden" } | { "code": "repetition", "value": { result: RepetitionResult, 
/**
 * The number of occurrences of a position that ends the game.
 */
count: number, 
/**
 * Whether a repetition by perpetual check loses.
 */
perpetual_check_loses: boolean, } } | { "code": "stalemate_is_draw" } | { "code": "goal_on_last_ranks", "value": number } | { "code": "goal_ranks", "value": { black: string, white: string, } } | { "code": "mandatory_promotion" } | { "code": "check_limit", "value": number } | { "code": "facing_kings_on_files" } | { "code": "facing_kings_on_files_and_ranks" } | { "code": "confined", "value": { piece: string, 
/**
 * The squares of Black.
 */
squares: string, } } | { "code": "impasse_points", "value": number } | { "code": "declaration_points", "value": [number, number] };

/**
 * How a saved file differs from what was asked for.
 */
export type SaveWarning = { "code": "characters", "value": WriteError } | { "code": "omitted", "value": Array<Omission> } | { "code": "older", "value": number };

/**
 * A score from Black's point of view.
 */
export type ScoreView = { 
/**
 * Hundredths of a pawn; absent if the game is decided.
 */
cp?: number, 
/**
 * The number of plies to the end if Black (positive) or White (negative) wins by force.
 */
mate?: number, 
/**
 * Black's chance of winning, from 0 to 1.
 */
chance: number, 
/**
 * Whether the true score may be better for Black or for White, if the search has found a bound only.
 */
better_for?: Side, };

/**
 * The purpose of a search.
 */
export type SearchPurpose = "play" | "analyse" | "hint" | "review" | "judge" | "mate" | "prove";

/**
 * The seats of a game between two people on two devices, as one page sees them.
 */
export type SeatsView = { 
/**
 * The side that the page plays; absent if it watches.
 */
own: Side | null, 
/**
 * The pass of a page that plays.
 */
pass: string | null, 
/**
 * Whether a page of Black and of White is connected.
 */
connected: [boolean, boolean], 
/**
 * Whether the clocks wait until both are.
 */
is_waiting: boolean, 
/**
 * How long the other player must stay away until this one may claim the win or a draw; absent if that is not so.
 */
absence: number | null, 
/**
 * The open question between the players. Only they get it.
 */
question: QuestionView | null, };

/**
 * An error in the text of a position.
 */
export type SfenError = { 
/**
 * The byte offset of the error. For an illegal position it is the length of the text.
 */
offset: number, 
/**
 * The kind of error.
 */
kind: SfenErrorKind, };

/**
 * The kinds of errors in the text of a position.
 */
export type SfenErrorKind = { "code": "unexpected_character", "value": string } | { "code": "missing", "value": string } | { "code": "rank_length", "value": { 
/**
 * The rank's letter.
 */
rank: string, 
/**
 * The number of squares found.
 */
found: number, 
/**
 * The number of files of the board.
 */
expected: number, } } | { "code": "rank_count", "value": { 
/**
 * The number of ranks found.
 */
found: number, 
/**
 * The number of ranks of the board.
 */
expected: number, } } | { "code": "no_promotion", "value": string } | { "code": "side_to_move" } | { "code": "hand_count" } | { "code": "move_number" } | { "code": "trailing_text" } | { "code": "illegal_position", "value": Array<PositionError> };

/**
 * An address at which other devices can open the board.
 */
export type ShareView = { 
/**
 * The address, with the key.
 */
address: string, 
/**
 * The rows of its QR code, `1` for dark and `0` for light.
 */
qr: Array<string>, };

/**
 * A side. Black (sente) makes the first move and plays up the board.
 */
export type Side = "black" | "white";

/**
 * How well a side played.
 */
export type SideReview = { 
/**
 * The accuracy in per cent; absent without moves.
 */
accuracy: number | null, 
/**
 * The number of moves with the mark `?!`.
 */
inaccuracies: number, 
/**
 * The number of moves with the mark `?`.
 */
mistakes: number, 
/**
 * The number of moves with the mark `??`.
 */
blunders: number, };

/**
 * The state of the game in a position. The values are sides.
 */
export type Standing = { "code": "to_move", "value": Side } | { "code": "in_check", "value": Side } | { "code": "win_by_impasse", "value": Side } | { "code": "draw_by_impasse" } | { "code": "mate" } | { "code": "stalemate" } | { "code": "stalemate_draw" } | { "code": "repetition_draw" } | { "code": "repetition_loss", "value": Side } | { "code": "perpetual_check", "value": Side } | { "code": "goal_reached", "value": Side };

/**
 * A square relative to that of a piece.
 */
export type StepView = { 
/**
 * Ranks toward the opponent.
 */
forward: number, 
/**
 * Files to the right.
 */
right: number, };

/**
 * Puzzles that are solved one after the other, at the first try and without help.
 */
export type StreakView = { 
/**
 * The number of those solved.
 */
solved: number, 
/**
 * Whether it has ended: the one on the board was not solved in this way.
 */
is_over: boolean, };

/**
 * How strong a level of the engine is.
 */
export type Strength = "beginner" | "novice" | "casual" | "club" | "strong" | "expert" | "master" | "full";

/**
 * The shown position and the state of the game.
 */
export type TableView = { 
/**
 * The name of the game.
 */
variant: string, 
/**
 * Identifies the game: no other one has this number, here or at another table.
 */
game: number, 
/**
 * Whether it is the game with which the table began.
 */
first: boolean, 
/**
 * The shown node.
 */
node: number, 
/**
 * The last node of the main line.
 */
last_node: number, 
/**
 * The pieces on the board by square.
 */
pieces: { [key in string]: string }, 
/**
 * The pieces in hand: for Black and White, counts by letter.
 */
hands: [{ [key in string]: number }, { [key in string]: number }], 
/**
 * The English name of the handicap with which the game began.
 */
handicap: string | null, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The position as SFEN.
 */
sfen: string, 
/**
 * The legal moves, if a person may move here.
 */
legal: Array<string>, 
/**
 * The squares of the last move.
 */
last_move: Array<string>, 
/**
 * The square of the king in check.
 */
check: string | null, 
/**
 * The squares of the pieces that give check.
 */
checkers: Array<string>, 
/**
 * The state of the game in the words of `ozutsu show`.
 */
status: string, 
/**
 * The state of the game for people.
 */
standing: Standing, 
/**
 * The checks in a row by Black and White, and the limit, if the game has one.
 */
check_limit: CheckLimitView | null, 
/**
 * The result that the side to move may claim by the impasse rule: `win` or `draw`.
 */
claim: string | null, 
/**
 * How the game ended, if it has.
 */
end: EndView | null, 
/**
 * The players, Black first.
 */
players: [Player, Player], 
/**
 * The names of the players in a game that was read.
 */
names: [string | null, string | null], 
/**
 * The side of the only person at this page.
 */
person: Side | null, 
/**
 * The seats, if two people play on two devices. The shown node is then that of the page.
 */
seats: SeatsView | null, 
/**
 * The side of this person in a game of links that two people send each other.
 */
by_link: Side | null, 
/**
 * The name of that game in its links.
 */
link_id: string, 
/**
 * Whether the last change of the move tree can be undone.
 */
undoable: boolean, 
/**
 * Whether moves were played on this board that a new game would lose.
 */
unsaved: boolean, paused: boolean, 
/**
 * Whether pages may play moves at any node and change the tree: no game is in progress.
 */
free: boolean, analysing: boolean, 
/**
 * The number of lines of the analysis.
 */
lines: number, 
/**
 * The purpose of the running search.
 */
searching: SearchPurpose | null, 
/**
 * The clocks, if the game has any.
 */
clocks: ClockView | null, 
/**
 * How well Black and White played, once every move of the main line is reviewed.
 */
review: [SideReview, SideReview] | null, 
/**
 * The number of moves judged and of all, while the game is reviewed.
 */
review_progress: [number, number] | null, puzzle: PuzzleView | null, 
/**
 * The puzzles that the person has read from a text.
 */
own_puzzles: OwnPuzzlesView | null, 
/**
 * The moves of the opening book, the most usual first. Empty while a game is in progress.
 */
book: Array<BookMoveView>, };

/**
 * The clocks of a game, the same for both sides. Kept with recent games, like [`Player`].
 */
export type TimeControl = { 
/**
 * The time at the start.
 */
main: number, 
/**
 * The time added after each move.
 */
increment: number, 
/**
 * The time for each move once the main time is used up.
 */
byoyomi: number, };

/**
 * A move of the game.
 */
export type TreeNode = { node: number, 
/**
 * The node before it; absent for the start position.
 */
parent?: number, 
/**
 * The nodes after it, also those after the end of the game.
 */
children: Array<number>, 
/**
 * The node that continues its line; absent if that ends here.
 */
next?: number, 
/**
 * The number of moves from the start position.
 */
ply: number, 
/**
 * The number of the move as the record counts it.
 */
number: number, move?: string, 
/**
 * The side that made the move.
 */
side: Side, 
/**
 * The move as people write it.
 */
text: MoveText, 
/**
 * The marks `!`, `?`, `!?` and the like.
 */
mark?: string, comments?: Array<string>, drawings?: Array<DrawingView>, 
/**
 * The time spent on the move.
 */
elapsed?: number, 
/**
 * The evaluation of the position after the move.
 */
evaluation?: ScoreView, 
/**
 * How the game ended here.
 */
end?: EndView, };

/**
 * The verdict on a move in a puzzle.
 */
export type Verdict = { "kind": "right", 
/**
 * The move as people write it.
 */
text: MoveText, } | { "kind": "wrong", move: string, 
/**
 * The move as people write it.
 */
text: MoveText, 
/**
 * Why it is wrong; absent while the mate solver looks for a reply.
 */
refutation: Refutation | null, };

/**
 * Why a record cannot be written in a format.
 */
export type WriteError = { "code": "shogi_only", "value": string } | { "code": "too_deep", "value": number } | { "code": "one_game_only", "value": string } | { "code": "not_in_shift_jis", "value": string };
