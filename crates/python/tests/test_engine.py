"""Searches and mate searches."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import ozutsu
import pytest

REPOSITORY = Path(__file__).parents[3]

# No bound below is a speed: they tell an answer from a hang on a busy machine.
HANG = 60


@pytest.fixture
def engine():
    return ozutsu.Engine(threads=2, hash=4)


def test_lines_and_result(engine):
    position = ozutsu.Position("cannonshogi")
    search = engine.search(position, depth=6, multipv=2)
    lines = list(search)
    assert {line.multipv for line in lines} == {1, 2} and lines[-1].depth == 6
    assert all(position.is_legal(line.pv[0]) for line in lines)
    result = search.result
    assert result.best_move == result.pv[0] and result.depth == 6 and result.nodes > 0
    assert search.result.best_move == result.best_move and list(search) == []
    assert 0 < result.score.winning_chance < 1 and result.score.mate is None


def test_limits(engine):
    position = ozutsu.Position("shogi")
    assert engine.search(position, nodes=2000).result.nodes < 100_000
    assert engine.search(position, movetime=10).result.best_move
    assert engine.search(position, depth=3, searchmoves=["7g7f"]).result.best_move.usi == "7g7f"


def test_scores(engine):
    position = ozutsu.Position("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    result = engine.search(position, depth=5).result
    assert result.score.mate == 1 and result.score.is_win and not result.score.is_loss
    assert str(result.score) == "mate 1"
    position.push(result.best_move)
    lost = engine.search(position, depth=1).result
    assert lost.best_move is None and lost.score.is_loss and lost.score < result.score


def test_a_search_without_limits_runs_until_it_is_stopped(engine):
    with engine.search(ozutsu.Position("shosu")) as search:
        assert next(search).pv
        with pytest.raises(ozutsu.Error, match="the engine is searching"):
            engine.search(ozutsu.Position("shosu"), depth=1)
        with pytest.raises(ozutsu.Error, match="the engine is searching"):
            engine.clear()
    assert search.result.best_move
    engine.clear()


def test_a_search_that_is_left_makes_way_for_the_next(engine):
    position = ozutsu.Position()
    for line in engine.search(position):
        if line.depth >= 3:
            break
    assert engine.search(position, depth=2).result.best_move


def test_python_runs_during_searches(engine):
    counted, search = 0, engine.search(ozutsu.Position(), movetime=300)
    waiting = threading.Thread(target=lambda: search.result)
    waiting.start()
    while waiting.is_alive():
        counted += 1
    assert counted > 100


def test_threads_can_wait_for_one_search(engine):
    search, results = engine.search(ozutsu.Position(), movetime=200), []
    threads = [threading.Thread(target=lambda: results.append(search.result.best_move)) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert all(line.depth > 0 for line in search)
    for thread in threads:
        thread.join()
    assert results == [search.result.best_move] * 8
    # The iteration has not ended before the last line.
    assert list(search) == []


def test_a_position_can_change_while_it_is_searched(engine):
    position = ozutsu.Position("cannonshogi")
    work = threading.Thread(target=lambda: position.perft(4))
    search = engine.search(position, movetime=200)
    work.start()
    while work.is_alive():
        position.push(position.legal_moves()[0])
        position.pop()
    assert search.result.best_move in position.legal_moves()


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(
    "work",
    [
        "list(ozutsu.Engine().search(ozutsu.Position()))",
        "ozutsu.Engine().search(ozutsu.Position()).result",
        # Another thread waits, too.
        "search = ozutsu.Engine().search(ozutsu.Position()); "
        "threading.Thread(target=list, args=(search,)).start(); search.result",
        "ozutsu.Position().perft(20)",
        "ozutsu.Engine().mate(ozutsu.Position('shogi', '4k4/9/9/9/9/9/9/9/4K4 b RBP 1'))",
    ],
)
def test_ctrl_c(work):
    code = (
        "import ozutsu, threading\nprint('ready', flush=True)\n"
        f"try:\n    {work}\nexcept KeyboardInterrupt:\n    print('stopped')"
    )

    def hear_ctrl_c():
        # Shells let programs in the background ignore it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=HANG)[0] == "stopped\n"
    finally:
        process.kill()


def test_mate(engine):
    position = ozutsu.Position("shogi", "8k/9/8P/9/9/9/9/9/K8 b G 1")
    found = engine.mate(position)
    assert found and found.status == "mate" and [move.usi for move in found.line] == ["G*1b"]
    none = engine.mate(ozutsu.Position("shogi", "8k/9/9/9/9/9/9/9/K8 b G 1"))
    assert not none and none.status == "no mate" and none.line is None
    open_king = ozutsu.Position("shogi", "4k4/9/9/9/9/9/9/9/4K4 b RBP 1")
    assert engine.mate(open_king, nodes=1).status == engine.mate(open_king, plies=1).status == "unknown"
    assert engine.mate(position, movetime=1000 * HANG, plies=1)


def test_evaluations(tmp_path):
    position = ozutsu.Position("shogi", moves=["7g7f", "8c8d"])
    scores = {ozutsu.Engine(eval=eval).search(position, depth=1).result.score for eval in (None, "linear")}
    assert len(scores) == 2
    path = tmp_path / "bad.eval"
    path.write_text("nothing")
    with pytest.raises(ozutsu.Error, match=r"bad\.eval: "):
        ozutsu.Engine(eval=path)
    with pytest.raises(FileNotFoundError, match=r"missing\.eval"):
        ozutsu.Engine(eval=tmp_path / "missing.eval")
    parameters = REPOSITORY / "crates/games/games/shosu/parameters.txt"
    engine = ozutsu.Engine(eval=parameters)
    assert engine.search(ozutsu.Position("shosu"), depth=1).result.best_move
    with pytest.raises(ozutsu.Error, match=r"parameters\.txt: the parameters are those of shosu"):
        engine.search(position, depth=1)


def test_an_engine_is_not_misled_by_another_game():
    def search(engine, game):
        result = engine.search(ozutsu.Position(game), depth=5).result
        return result.score, result.nodes

    engine = ozutsu.Engine()
    search(engine, "shosu")
    assert search(engine, "shosucourier") == search(ozutsu.Engine(), "shosucourier")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 0}, "threads 0: expected 1 to"),
        ({"hash": 0}, "hash 0: expected 1 to"),
        ({"hash": -1}, "hash -1: expected 1 to"),
        ({"threads": 2**70}, f"threads {2**70}: expected 1 to"),
    ],
)
def test_bad_options(arguments, message):
    with pytest.raises(ozutsu.Error, match=message):
        ozutsu.Engine(**arguments)


def test_bad_limits(engine):
    position = ozutsu.Position()
    for call, limits in [(engine.search, ("depth", "nodes", "movetime", "multipv")), (engine.mate, ("nodes", "plies"))]:
        for limit in limits:
            with pytest.raises(ozutsu.Error, match=f"{limit} -1: expected "):
                call(position, **{limit: -1})


def search_in_child(engine, answers):
    position = ozutsu.Position()
    for search in [lambda: engine.search(position, depth=1).result, lambda: engine.mate(position, nodes=10)]:
        try:
            answers.put(repr(search()))
        except ozutsu.Error as error:
            answers.put(str(error))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="forks")
def test_a_forked_process_needs_its_own_engine(engine):
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=search_in_child, args=(engine, answers))
    child.start()
    for _ in ("search", "mate"):
        assert "create one in each process" in answers.get(timeout=HANG)
    child.join()


FORK = """
import os, ozutsu

engine = ozutsu.Engine(threads=2, hash=1)
child = os.fork()
if child == 0:
    engine = ozutsu.Engine(hash=1)
    engine.search(ozutsu.Position(), depth=1).result
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_process_can_drop_the_engine():
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    run = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert (run.stdout, run.stderr) == ("0\n", "")
