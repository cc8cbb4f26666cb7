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
from ozutsu.training import Features, Samples, SelfPlay, features, write_network

__all__ = [
    "Engine",
    "Error",
    "Features",
    "Game",
    "Line",
    "MateResult",
    "Move",
    "Node",
    "Outcome",
    "Position",
    "Record",
    "Samples",
    "Score",
    "Search",
    "SearchResult",
    "SelfPlay",
    "__version__",
    "features",
    "games",
    "pyffish",
    "write_network",
]
