"""Network inputs, self-play games and network files as numpy arrays."""

import multiprocessing
import os
import random
import subprocess
import sys

import numpy as np
import ozutsu
import pytest
from test_program import run

UNITS_PER_PAWN = 1600 / 6


def random_game(name, seed, plies=60):
    """Return the positions of a game of random moves, and its moves with random scores."""
    rng = random.Random(seed)
    position, positions, moves = ozutsu.Position(name), [], []
    while len(moves) < plies and (legal := position.legal_moves()):
        positions.append(position.copy())
        moves.append((position.push(rng.choice(legal)), rng.randint(-500, 500)))
    return positions, moves


def game_line(name, result, moves):
    return f"{name}\t{result}\tlength\t\t{' '.join(f'{move.usi}:{score}' for move, score in moves)}\n"


def sums(rows, inputs, offsets, counts=None):
    """Return what torch.nn.EmbeddingBag computes in the mode "sum"."""
    picked = rows[inputs] if counts is None else rows[inputs] * counts[:, None]
    return np.stack([part.sum(axis=0) for part in np.split(picked, offsets[1:])])


@pytest.mark.parametrize("name", ["shogi", "cannonshogi", "cannonshosu"])
def test_the_engine_computes_what_arrays_say(name, tmp_path):
    game, rng = ozutsu.Game(name), np.random.default_rng(1)
    width, threat_width = 64, 32
    # Multiples of the units of network files, so that nothing is rounded.
    rows = rng.integers(-20, 21, (game.input_count, width)) / 255
    threat_rows = rng.integers(-8, 9, (game.threat_count, threat_width)) / 255
    biases = rng.integers(0, 100, width) / 255
    weights = rng.integers(-20, 21, (2, width)) / 64
    path = tmp_path / "random.ozn"
    ozutsu.write_network(
        path, name, rows=rows, biases=biases, output_weights=weights, output_bias=0.25, threat_rows=threat_rows
    )
    positions, _ = random_game(name, 1)
    batch = ozutsu.features(positions)
    assert len(batch) == len(positions) and batch.own.max() < game.input_count
    logits = batch.linear / 1600 + 0.25
    for inputs, threats, output in (
        (batch.own, batch.own_threats, weights[0]),
        (batch.other, batch.other_threats, weights[1]),
    ):
        hidden = biases + sums(rows, inputs, batch.offsets)
        hidden[:, :threat_width] += sums(threat_rows, threats, batch.threat_offsets, batch.threat_counts)
        logits += np.clip(hidden, 0, 1) ** 2 @ output
    lines = [f"setoption name USI_Variant value {name}", f"setoption name EvalFile value {path}", "isready"]
    for position in positions:
        lines += [f"position sfen {position.sfen()}", "eval"]
    session = run(input="\n".join(["usi", *lines, "quit\n"]))
    pawns = [float(line.split()[1]) for line in session.stdout.splitlines() if line.startswith("Evaluation:")]
    assert len(pawns) == len(positions), session.stdout
    assert np.abs(np.array(pawns) - logits * 1600 / UNITS_PER_PAWN).max() < 0.02
    assert ozutsu.Engine(hash=1, eval=path).search(positions[0], depth=1).result.best_move


def test_games_of_a_file(tmp_path):
    path = tmp_path / "games.txt"
    games = [(result, *random_game("cannonshogi", seed)) for seed, result in enumerate(("1-0", "0-1", "1/2"))]
    path.write_text("".join(game_line("cannonshogi", result, moves) for result, _, moves in games))
    data = ozutsu.SelfPlay(path, positions="all")
    assert len(data) == 3 and data.game == ozutsu.Game("cannonshogi")
    samples = data.samples()
    positions = [position for _, positions, _ in games for position in positions]
    assert samples.scores.tolist() == [score for *_, moves in games for _, score in moves]
    black = {"1-0": 1.0, "0-1": 0.0, "1/2": 0.5}
    assert samples.results.tolist() == [
        black[result] if position.turn == "black" else 1 - black[result]
        for result, positions, _ in games
        for position in positions
    ]

    def same(found, expected):
        names = ozutsu.Features.__dataclass_fields__
        return all(np.array_equal(getattr(found, field), getattr(expected, field)) for field in names)

    assert same(samples, ozutsu.features(positions))
    order = np.random.default_rng(2).permutation(len(positions))[:50]
    assert same(samples[order], ozutsu.features([positions[index] for index in order]))
    assert samples[order].scores.tolist() == samples.scores[order].tolist()
    assert same(samples[7], ozutsu.features(positions[7])) and same(samples[3:9], ozutsu.features(positions[3:9]))
    assert len(samples[samples.scores > 500]) == 0
    assert data.samples([2, 0]).scores.tolist() == [score for index in (2, 0) for _, score in games[index][2]]
    quiet = ozutsu.SelfPlay([path, path], max_score=300)
    assert len(quiet) == 6 and abs(quiet.samples().scores).max() < 300
    calm = [
        not position.is_check() and not position.is_capture(move) and not move.usi.endswith("+")
        for _, positions, moves in games
        for position, (move, _) in zip(positions, moves, strict=True)
    ]
    assert len(ozutsu.SelfPlay(path).samples()) == sum(calm) < len(calm)


def test_what_is_refused(tmp_path):
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "bad.txt").write_text("shogi\t1-0\trules\t\t7g7e:5\n")
    good = tmp_path / "good.txt"
    good.write_text("shogi\t1-0\trules\t\t7g7f:5\n")
    for name, options, reason in (
        ("empty.txt", {}, "no games"),
        ("bad.txt", {}, "line 1: ply 1: "),
        ("good.txt", {"positions": "some"}, "'some': expected"),
    ):
        with pytest.raises(ozutsu.Error, match=reason):
            ozutsu.SelfPlay(tmp_path / name, **options)
    with pytest.raises(FileNotFoundError, match="missing.txt"):
        ozutsu.SelfPlay(tmp_path / "missing.txt")
    with pytest.raises(ozutsu.Error, match="game 1: expected 0 to 0"):
        ozutsu.SelfPlay(good).samples([1])
    with pytest.raises(ozutsu.Error, match="game -1: expected 0 to 0"):
        ozutsu.SelfPlay(good).samples([-1])
    for score in (-1, 0, 40_000):
        with pytest.raises(ozutsu.Error, match=f"max_score {score}: expected 1 to 32767"):
            ozutsu.SelfPlay(good, max_score=score)
    with pytest.raises(ozutsu.Error, match="shosu does not have the same board and pieces as shogi"):
        ozutsu.features([ozutsu.Position("shogi"), ozutsu.Position("shosu")])
    assert len(ozutsu.features([])) == 0
    arrays = {"rows": np.zeros((ozutsu.Game("shogi").input_count, 32)), "biases": np.zeros(32)}
    path = tmp_path / "network.ozn"
    for wrong, reason in (
        ({"output_weights": np.zeros(64)}, r"output_weights: shape \(64,\), expected \(2, 32\)"),
        ({"output_weights": np.full((2, 32), np.nan)}, "not a finite number"),
        ({"output_weights": np.zeros((2, 5)), "biases": np.zeros(5), "rows": arrays["rows"][:, :5]}, "multiples of 32"),
    ):
        with pytest.raises(ozutsu.Error, match=reason):
            ozutsu.write_network(path, "shogi", **{**arrays, **wrong})
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_forked_processes_read_games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(game_line("shogi", "1-0", random_game("shogi", 3)[1]))
    data = ozutsu.SelfPlay(path)
    expected = len(data.samples())

    def read():
        assert len(data.samples()) == len(ozutsu.SelfPlay(path).samples()) == expected

    process = multiprocessing.get_context("fork").Process(target=read, daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_without_numpy():
    script = "import sys; sys.modules['numpy'] = None; import ozutsu; ozutsu.features(ozutsu.Position())"
    failed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert failed.stderr.splitlines()[-1] == "ImportError: arrays of positions need numpy: pip install numpy"
