from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from types import ModuleType
from typing import Literal, final

__all__ = [
    "Engine",
    "Error",
    "Game",
    "Line",
    "MateResult",
    "Move",
    "Node",
    "Outcome",
    "Position",
    "Record",
    "Score",
    "Search",
    "SearchResult",
    "__version__",
    "_SelfPlay",
    "_features",
    "_pyffish",
    "_write_network",
    "games",
]

__version__: str
_pyffish: ModuleType

_Color = Literal["black", "white"]
_Result = Literal["black", "white", "draw", "unknown"]
_Path = str | PathLike[str]

class Error(ValueError):
    """Input that is refused. The message names it and the reason."""

def games() -> list[str]:
    """Return the names of all games: the built-in ones, then those from files."""

def _features(positions: Sequence[Position]) -> list[bytearray]: ...
def _write_network(path: _Path, game: Game | str, width: int, threat_width: int, weights: bytes) -> None: ...
@final
class _SelfPlay:
    def __new__(cls, paths: Sequence[_Path], positions: str, max_score: int) -> _SelfPlay: ...
    @property
    def game(self) -> Game: ...
    def __len__(self) -> int: ...
    def _samples(self, games: Sequence[int]) -> list[bytearray]: ...

@final
class Game:
    """A game: its rules, board and pieces."""

    def __new__(cls, name: str | None = None) -> Game:
        """Return the game with a name, or the first one."""

    @staticmethod
    def load(path: _Path) -> list[Game]:
        """Read the games of a file, TOML or a variants.ini of Fairy-Stockfish, and add them to games()."""

    @staticmethod
    def parse(text: str) -> list[Game]:
        """Read the games of a text in the format of a file, and add them to games()."""

    @staticmethod
    def _unpickle(text: str) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> str:
        """One line on the origin of the game and of these rules."""

    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def input_count(self) -> int:
        """The number of inputs of a network for the game that say which pieces are where."""

    @property
    def threat_count(self) -> int:
        """The number of inputs of a network for the game that count threats."""

    @property
    def start_sfen(self) -> str: ...
    @property
    def rules(self) -> list[str]:
        """The rules that differ between games, one line each."""

    @property
    def pieces(self) -> dict[str, str]:
        """The names of the pieces by their letters, those of promoted pieces after a plus."""

    @property
    def handicaps(self) -> list[str]:
        """The names of the handicaps."""

    def handicap(self, name: str) -> Position:
        """Return the start position of a handicap."""

    def to_toml(self) -> str:
        """Return the rules as TOML, which Game.load and Game.parse read."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[str]]: ...

@final
class Move:
    """A move of a game. It may be illegal in a position."""

    def __new__(cls, game: Game | str, text: str) -> Move:
        """Read a move in USI or UCI notation, which need not be legal."""

    @property
    def game(self) -> Game: ...
    @property
    def usi(self) -> str: ...
    @property
    def uci(self) -> str: ...
    def western(self, position: Position) -> str:
        """Return the move in Western notation. It must be legal in the position."""

    def kanji(self, position: Position) -> str:
        """Return the move in Japanese notation. It must be legal in the position."""

    @property
    def from_square(self) -> str | None:
        """The start square in USI notation, or None for a drop."""

    @property
    def to_square(self) -> str:
        """The target square in USI notation."""

    @property
    def is_drop(self) -> bool: ...
    @property
    def is_promotion(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Game, str]]: ...

@final
class Outcome:
    """How a game has ended."""

    @property
    def winner(self) -> _Color | None:
        """The winner, or None for a draw."""

    @property
    def reason(self) -> Literal["mate", "stalemate", "repetition", "perpetual_check", "impasse", "goal_reached"]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Position:
    """A position with the moves that led to it."""

    def __new__(
        cls, game: Game | str | None = None, sfen: str | None = None, moves: Iterable[Move | str] = ...
    ) -> Position:
        """Set up a position and play moves. Without a position, that is the start position of the game, and without a
        game, that of the first one."""

    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> _Color:
        """The side to move."""

    @property
    def ply(self) -> int:
        """The number of moves made since the position was set up."""

    @property
    def move_number(self) -> int:
        """The number of the next move."""

    @property
    def moves(self) -> list[Move]:
        """The moves made since the position was set up."""

    def sfen(self) -> str: ...
    def fen(self) -> str:
        """Return the position in FEN, as UCI programs such as Fairy-Stockfish write it."""

    def legal_moves(self) -> list[Move]: ...
    def parse_move(self, text: str) -> Move:
        """Read a legal move in any notation: USI, UCI, Western, algebraic or Japanese."""

    def push(self, move: Move | str) -> Move:
        """Play a legal move, given as Move or in any notation, and return it."""

    def pop(self) -> Move:
        """Take the last move back, and return it. Raise IndexError if there is none."""

    def is_check(self) -> bool: ...
    def is_legal(self, move: Move | str) -> bool: ...
    def gives_check(self, move: Move | str) -> bool: ...
    def is_capture(self, move: Move | str) -> bool: ...
    def outcome(self, *, claim_impasse: bool = False) -> Outcome | None:
        """Return how the game has ended, or None. With claim_impasse, a claim that the side to move can make by the
        impasse rule ends it too."""

    def impasse_claim(self) -> Literal["win", "draw"] | None:
        """Return what the side to move may claim by the impasse rule."""

    def perft(self, depth: int) -> int:
        """Count the sequences of legal moves of this length."""

    def piece_at(self, square: str) -> str | None:
        """Return the piece on a square, such as "5e", as SFEN writes it, or None."""

    @property
    def board(self) -> dict[str, str]:
        """The pieces on the board by their squares."""

    def hand(self, side: _Color) -> dict[str, int]:
        """Return the pieces in hand of a side: capital letters with their numbers."""

    def copy(self) -> Position: ...
    def kanji(self) -> str:
        """Return the board as a diagram of KIF (BOD), with the pieces in kanji."""

    def svg(self) -> str:
        """Return the board as an SVG image."""

    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, tuple[Game, str, list[str]]]: ...

@final
class Record:
    """A game record: a start position, tags, and a tree of moves with comments."""

    def __new__(cls, position: Position) -> Record:
        """Create a record of the moves of a position. If they have ended the game by rule, so says the record."""

    @staticmethod
    def read(path: _Path, format: str | None = None, game: Game | str | None = None) -> list[Record]:
        """Read the games of a file. Its content tells the format and the encoding. The game is that of records
        which name none; without it, that is the one which they fit."""

    @staticmethod
    def parse(text: str | bytes, format: str | None = None, game: Game | str | None = None) -> list[Record]:
        """Read the games of a text, or of the bytes of a file."""

    @staticmethod
    def formats() -> list[str]:
        """Return the names of the formats."""

    def text(self, format: str) -> str:
        """Return the record as text in a format."""

    def write(self, path: _Path, format: str | None = None, encoding: str | None = None) -> None:
        """Write the record to a file. Without a format, the extension of the file tells it. The encoding is "utf-8"
        or "shift_jis"; without it, .kif and .ki2 are Shift_JIS, or with a warning UTF-8 if a character is not in
        it."""

    @staticmethod
    def write_all(
        records: Sequence[Record], path: _Path, format: str | None = None, encoding: str | None = None
    ) -> None:
        """Write several records to one file."""

    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> Position:
        """The start position."""

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""

    @property
    def tags(self) -> dict[str, str]:
        """A copy of the tags."""

    def set_tag(self, key: str, value: str | None) -> None:
        """Set a tag, such as "Black". None removes it."""

    @property
    def result(self) -> _Result:
        """The winner, "draw", or "unknown"."""

    @property
    def reason(self) -> str | None:
        """Why the game ended, such as "resignation", or None if the record does not tell an end."""

    def set_end(self, result: _Result, reason: str = "unknown") -> None:
        """Record how the game ended after the last move of the main line."""

    @property
    def root(self) -> Node:
        """The node of the start position."""

    @property
    def main_line(self) -> list[Node]:
        """The nodes of the main line after the root."""

    def positions(self) -> Iterator[Position]:
        """Return an iterator over the positions of the main line, the start position first."""

    def __iter__(self) -> Iterator[tuple[Position, Move]]:
        """Iterate over the main line: each position with the move that was played in it."""

    def __len__(self) -> int:
        """The number of moves of the main line."""

    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[object, tuple[Position, str]]: ...
    @staticmethod
    def _unpickle(start: Position, text: str) -> Record: ...

@final
class Node:
    """A move of a record and what is said about it, or the start position."""

    @property
    def move(self) -> Move | None:
        """The move, or None for the start position."""

    @property
    def ply(self) -> int: ...
    @property
    def position(self) -> Position:
        """The position after the move."""

    @property
    def parent(self) -> Node | None: ...
    @property
    def children(self) -> list[Node]:
        """The nodes after this one, the main continuation first."""

    def add(self, move: Move | str) -> Node:
        """Add a legal move, unless it is there already, and return its node."""

    @property
    def comments(self) -> list[str]: ...
    @comments.setter
    def comments(self, comments: Sequence[str], /) -> None: ...
    @property
    def glyphs(self) -> list[int]:
        """The numeric annotation glyphs of PGN."""

    @property
    def elapsed(self) -> float | None:
        """The time spent on the move, in seconds."""

    @property
    def clock(self) -> float | None:
        """The time left on the clock after the move, in seconds."""

    @property
    def cp(self) -> int | None:
        """The evaluation in centipawns from Black's view, or None if there is none or a mate."""

@final
class Engine:
    """The game engine. It runs one search at a time."""

    def __new__(cls, threads: int = 1, hash: int = 16, eval: _Path | None = None) -> Engine:
        """Create an engine with threads and a hash table in MiB. The evaluation is that of the game, "linear", or a
        file with a network or parameters."""

    @property
    def threads(self) -> int: ...
    @property
    def hash(self) -> int: ...
    def search(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        movetime: int | None = None,
        multipv: int = 1,
        searchmoves: Iterable[Move | str] | None = None,
    ) -> Search:
        """Start a search. Without limits it runs until it is stopped. The time is in milliseconds."""

    def mate(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        movetime: int | None = None,
        plies: int | None = None,
    ) -> MateResult:
        """Look for a mate by consecutive checks until it is found or disproved, or a limit is reached. The time is
        in milliseconds."""

    def clear(self) -> None:
        """Forget what earlier searches have found."""

@final
class Search:
    """A running search: an iterator over the lines that it reports."""

    def __iter__(self) -> Search: ...
    def __next__(self) -> Line: ...
    def stop(self) -> None:
        """Stop the search, which then has a result."""

    @property
    def result(self) -> SearchResult:
        """The result. Waits for the end of the search."""

    def __enter__(self) -> Search: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Line:
    """A report of a search: a line of moves, its score, and the state of the search."""

    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def multipv(self) -> int:
        """The rank of the line among the best ones, from 1."""

    @property
    def score(self) -> Score: ...
    @property
    def bound(self) -> Literal["lower", "upper"] | None:
        """Whether the score is only a bound."""

    @property
    def nodes(self) -> int: ...
    @property
    def nps(self) -> int:
        """The nodes per second."""

    @property
    def time(self) -> int:
        """The time since the start in milliseconds."""

    @property
    def hashfull(self) -> int:
        """How full the hash table is, in permille."""

    @property
    def pv(self) -> list[Move]: ...

@final
class Score:
    """A score from the view of the side to move."""

    @property
    def cp(self) -> int:
        """Centipawns, as USI programs count them. Those of a decided game are very many."""

    @property
    def mate(self) -> int | None:
        """The plies until mate, negative if the side to move is mated; None if there is no mate."""

    @property
    def is_win(self) -> bool:
        """Whether the side to move wins, by mate or by rule."""

    @property
    def is_loss(self) -> bool:
        """Whether the side to move loses, by mate or by rule."""

    @property
    def winning_chance(self) -> float:
        """The chance to win, from 0 to 1."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class SearchResult:
    """The result of a search."""

    @property
    def best_move(self) -> Move | None:
        """The best move, or None if there is no legal move."""

    @property
    def ponder_move(self) -> Move | None:
        """The expected reply."""

    @property
    def score(self) -> Score: ...
    @property
    def pv(self) -> list[Move]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def depth(self) -> int:
        """The last depth completed."""

@final
class MateResult:
    """The result of a mate search."""

    @property
    def status(self) -> Literal["mate", "no mate", "unknown"]:
        """ "unknown" if a limit was reached."""

    @property
    def line(self) -> list[Move] | None:
        """The line that mates, or None."""

    @property
    def nodes(self) -> int: ...
    def __bool__(self) -> bool:
        """Whether there is a mate."""
