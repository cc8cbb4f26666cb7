"""Cannon shogi and related games: positions, records, the engine Ozutsu and its mate solver."""

from ozutsu import pyffish
from ozutsu._ozutsu import (
    Engine,
    Error,
    Game,
    Line,
    MateResult,
    Move,
    Node,
    Outcome,
    Position,
    Record,
    Score,
    Search,
    SearchResult,
    __version__,
    games,
)

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
    "games",
    "pyffish",
]
