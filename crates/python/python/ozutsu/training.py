"""Positions, self-play games and networks as numpy arrays, for training networks with other programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Literal

from ozutsu._ozutsu import Error, Game, Position, _features, _SelfPlay, _write_network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Features", "Samples", "SelfPlay", "features", "write_network"]


def _numpy():
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays of positions need numpy: pip install numpy") from error
    return numpy


@dataclass(frozen=True, eq=False)
class Features:
    """Network inputs of positions.

    Those of position i are `own[offsets[i]:offsets[i + 1]]`, and so on, as `torch.nn.EmbeddingBag` takes them.
    """

    own: NDArray[np.int32]
    """Pieces on their squares and in hand, as the side to move sees them: below `Game.input_count`."""
    other: NDArray[np.int32]
    """The same pieces as the other side sees them."""
    offsets: NDArray[np.int32]
    """Where each position starts in `own` and `other`."""
    own_threats: NDArray[np.int32]
    """Threats, as the side to move sees them: below `Game.threat_count`."""
    other_threats: NDArray[np.int32]
    """The same threats as the other side sees them."""
    threat_counts: NDArray[np.float32]
    """How often each threat occurs."""
    threat_offsets: NDArray[np.int32]
    """Where each position starts in the arrays of threats."""
    linear: NDArray[np.int32]
    """The linear evaluation of each position for the side to move, to which a network's output is added. 1,600 units
    multiply the odds of winning by e."""

    def __len__(self) -> int:
        return len(self.offsets)

    def _columns(self) -> tuple[np.ndarray, ...]:
        """Return the arrays that have a number for each position."""
        return (self.linear,)

    def __getitem__(self, positions: ArrayLike | slice):
        """Return some of the positions, chosen as the elements of an array are."""
        np = _numpy()
        chosen = np.atleast_1d(np.arange(len(self))[positions])
        own, other, offsets = _take(chosen, self.offsets, self.own, self.other)
        threats = _take(chosen, self.threat_offsets, self.own_threats, self.other_threats, self.threat_counts)
        return type(self)(own, other, offsets, *threats, *(column[chosen] for column in self._columns()))


@dataclass(frozen=True, eq=False)
class Samples(Features):
    """Network inputs of positions of self-play games, and what the games say about them, for the side to move."""

    scores: NDArray[np.int16]
    """The search score, in the units of `linear`."""
    results: NDArray[np.float32]
    """1 if the game was won, 0.5 if it was drawn, 0 if it was lost."""

    def _columns(self) -> tuple[np.ndarray, ...]:
        return self.linear, self.scores, self.results


def _take(chosen: np.ndarray, offsets: np.ndarray, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return what arrays of inputs have for the chosen positions, and the offsets of these."""
    np = _numpy()
    lengths = np.diff(offsets, append=np.int32(len(arrays[0])))[chosen]
    ends = np.cumsum(lengths)
    new_offsets = (ends - lengths).astype(np.int32)
    inputs = np.arange(lengths.sum()) + np.repeat(offsets[chosen] - new_offsets, lengths)
    return *(array[inputs] for array in arrays), new_offsets


def _arrays(buffers: list[bytearray]) -> list[np.ndarray]:
    np = _numpy()
    types = [np.int32] * 5 + [np.float32] + [np.int32] * 2 + [np.int16, np.float32]
    return [np.frombuffer(buffer, type) for buffer, type in zip(buffers, types, strict=True)]


def features(positions: Position | Iterable[Position]) -> Features:
    """Return the network inputs of a position, or of positions of games with the same board and pieces."""
    _numpy()
    positions = [positions] if isinstance(positions, Position) else list(positions)
    return Features(*_arrays(_features(positions))[:8])


class SelfPlay:
    """The games of files of `ozutsu-learn play`, all with the same board and pieces.

    They stay packed in memory, about five bytes a move. positions says which of a game are used, without those whose
    score is at least max_score: "all", or "quiet", those that are not in check and in which the move played is neither
    a capture nor a promotion.
    """

    def __init__(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        *,
        positions: Literal["all", "quiet"] = "quiet",
        max_score: int = 32767,
    ) -> None:
        _numpy()
        self._games = _SelfPlay([paths] if isinstance(paths, str | PathLike) else list(paths), positions, max_score)

    @property
    def game(self) -> Game:
        """The first game."""
        return self._games.game

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._games)

    def samples(self, games: Iterable[int] | None = None) -> Samples:
        """Return the positions of games, given by their numbers from 0, or of all."""
        numbers = range(len(self)) if games is None else [int(game) for game in games]
        return Samples(*_arrays(self._games._samples(numbers)))


def write_network(
    path: str | PathLike[str],
    game: Game | str,
    *,
    rows: ArrayLike,
    biases: ArrayLike,
    output_weights: ArrayLike,
    output_bias: float = 0.0,
    threat_rows: ArrayLike | None = None,
) -> None:
    """Write a network of floats as a file for `Engine(eval=path)` and the option EvalFile.

    rows has `Game.input_count` rows with a weight for each hidden unit, biases one for each, output_weights two rows: the
    side to move's and the other side's. The first hidden units can have threat_rows, too. Both numbers of units must be
    multiples of 32. Weights are rounded, and clipped to what a network can hold.
    """
    np = _numpy()
    game = Game(game) if isinstance(game, str) else game
    threats = np.zeros((game.threat_count, 0)) if threat_rows is None else threat_rows
    width, threat_width = np.size(biases), np.size(threats) // game.threat_count
    parts = []
    for name, part, shape in (
        ("rows", rows, (game.input_count, width)),
        ("threat_rows", threats, (game.threat_count, threat_width)),
        ("biases", biases, (width,)),
        ("output_weights", output_weights, (2, width)),
        ("output_bias", output_bias, ()),
    ):
        array = np.asarray(part, np.float32)
        if array.shape != shape:
            raise Error(f"{name}: shape {array.shape}, expected {shape}")
        parts.append(array.ravel())
    _write_network(path, game, width, threat_width, np.concatenate(parts).tobytes())
