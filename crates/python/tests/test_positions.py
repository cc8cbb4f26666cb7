"""Games, positions and moves."""

import copy
import pickle
import threading
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import ozutsu
import pytest

REPOSITORY = Path(__file__).parents[3]
MINICANNON = REPOSITORY / "crates/rules/examples/minicannon.toml"
PERFT = REPOSITORY / "engine-tests/data/perft"
BUILT_IN = ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"]


def test_games():
    assert ozutsu.games()[: len(BUILT_IN)] == BUILT_IN
    game = ozutsu.Game("ShoGi")
    assert (game.name, game.files, game.ranks) == ("shogi", 9, 9)
    assert game.pieces["+P"] == "Tokin"
    assert "rook" in game.handicaps
    assert game.handicap("rook").turn == "white"
    assert game == ozutsu.Game("shogi") != ozutsu.Game("shosu")
    assert len({game, ozutsu.Game("shogi")}) == 1
    assert ozutsu.Game().name == "cannonshogi"


@pytest.mark.parametrize("name", BUILT_IN)
def test_perft(name):
    for line in (PERFT / f"{name}.tsv").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        sfen, counts = line.split("\t")[:2]
        position = ozutsu.Position(name, sfen)
        for depth, count in enumerate(map(int, counts.split()), 1):
            if count < 100_000:
                assert position.perft(depth) == count, (sfen, depth)
        assert len(position.legal_moves()) == int(counts.split()[0])
    assert ozutsu.Position(name).perft(0) == 1


def test_games_from_files_and_texts(tmp_path):
    (game,) = ozutsu.Game.load(MINICANNON)
    assert ozutsu.Position(game).perft(3) == 2305
    assert "minicannon" in ozutsu.games()
    assert pickle.loads(pickle.dumps(game)) == game
    (text_game,) = ozutsu.Game.parse(MINICANNON.read_text().replace("minicannon", "textcannon"))
    assert ozutsu.Position("textcannon").perft(2) == 159
    assert ozutsu.Game.parse(text_game.to_toml()) == [text_game]
    ini = REPOSITORY / "crates/games/tests/variants/variants.ini"
    (shadow,) = ozutsu.Game.parse("[gorocopy:gorogoro]\n")
    assert shadow.files == 5
    with warnings.catch_warnings(record=True):
        names = [game.name for game in ozutsu.Game.load(str(ini)) if game.name != "minicannon"]
    assert "tryshogi" in names
    broken = tmp_path / "broken.toml"
    broken.write_text(MINICANNON.read_text().replace("ranks = 5", "ranks = 50"))
    with pytest.raises(ozutsu.Error, match=r"broken\.toml:\d+: ranks: 50 is not from 3 to 10"):
        ozutsu.Game.load(broken)
    with pytest.raises(FileNotFoundError, match="missing.toml"):
        ozutsu.Game.load(tmp_path / "missing.toml")
    with pytest.raises(ozutsu.Error, match="'shogi' is a built-in game"):
        ozutsu.Game.parse(ozutsu.Game("shogi").to_toml())


def test_a_game_without_handicaps():
    (game,) = ozutsu.Game.parse(
        "name = 'kings'\nfiles = 3\nranks = 4\npromotion-ranks = 0\nstart = '1k1/3/3/1K1'\n"
        "[[piece]]\nletter = 'K'\nname = 'King'\nmovement = 'K'\nrole = 'king'\n"
    )
    assert game.handicaps == []
    with pytest.raises(ozutsu.Error, match="unknown handicap 'rook', kings has none"):
        game.handicap("rook")


def test_a_broken_game_beside_others_is_a_warning():
    with pytest.warns(UserWarning, match="line 4"):
        (game,) = ozutsu.Game.parse("[goodgoro:gorogoro]\n\n[badgoro:gorogoro]\nmaxRank = 77\n")
    assert game.name == "goodgoro"


def test_moves_in_all_notations():
    position = ozutsu.Position("shogi")
    for text in ["7g7f", "c3c4", "P-7f", "▲７六歩", "76歩"]:
        move = position.parse_move(text)
        assert (move.usi, move.uci) == ("7g7f", "c3c4")
        assert (move.western(position), move.kanji(position)) == ("P-7f", "▲７六歩")
    assert (move.from_square, move.to_square, move.is_drop, move.is_promotion) == ("7g", "7f", False, False)
    assert move == ozutsu.Move("shogi", "c3c4") and len({move, ozutsu.Move("shogi", "7g7f")}) == 1
    assert pickle.loads(pickle.dumps(move)) == move
    drop = ozutsu.Move("shogi", "P*5e")
    assert drop.is_drop and drop.from_square is None
    assert not position.is_legal(drop) and position.is_legal("7g7f")
    with pytest.raises(ozutsu.Error, match=r"'P\*5e': "):
        position.push(drop)
    with pytest.raises(ozutsu.Error, match="'2h1h' is a move of shosu, not of shogi"):
        position.push(ozutsu.Move("shosu", "2h1h"))
    assert position.sfen() == ozutsu.Game("shogi").start_sfen


def test_push_and_pop():
    position = ozutsu.Position("shogi")
    for text in ["7g7f", "3c3d", "8h2b+"]:
        position.push(text)
    assert (position.ply, position.move_number, position.turn) == (3, 4, "white")
    assert position.hand("black") == {"B": 1} and position.hand("white") == {}
    assert position.piece_at("2b") == "+B" and position.piece_at("5e") is None
    assert position.board["5a"] == "k" and len(position.board) == 39
    assert position.fen().endswith("[B] b - - 0 2")
    assert position.is_capture("3a2b") and not position.is_capture("8b7b")
    assert [move.usi for move in position.moves] == ["7g7f", "3c3d", "8h2b+"]
    assert position.pop().usi == "8h2b+"
    assert position.gives_check("8h2b+") is False
    position.pop(), position.pop()
    with pytest.raises(IndexError):
        position.pop()


def test_equality_copy_and_pickle():
    one = ozutsu.Position("shogi", moves=["7g7f", "3c3d", "2g2f"])
    other = ozutsu.Position("shogi", "startpos moves 2g2f 3c3d 7g7f")
    assert one == other and hash(one) == hash(other) and one != one.sfen()
    assert one != ozutsu.Position("shogi") and ozutsu.Position("shosu") != ozutsu.Position("shosucourier")
    for same in [one.copy(), copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]:
        assert same == one and same.moves == one.moves and same.sfen() == one.sfen()
        same.pop()
        assert same != one and one.ply == 3


def test_pickled_positions_of_a_game_that_has_been_replaced():
    text = MINICANNON.read_text().replace("minicannon", "pickledcannon")
    (game,) = ozutsu.Game.parse(text)
    position = ozutsu.Position(game)
    for _ in range(3):
        position.push(position.legal_moves()[0])
    pickled = pickle.dumps(position)
    # The rules are not repeated for each move.
    assert pickled.count(b"[[piece]]") == pickle.dumps(game).count(b"[[piece]]") == 6
    (other,) = ozutsu.Game.parse(text.replace("promotion-ranks = 1", "promotion-ranks = 2"))
    again = pickle.loads(pickled)
    assert again == position and again.moves == position.moves and again.game == game
    assert ozutsu.Game("pickledcannon") == other != game


@pytest.mark.parametrize(("game", "is_state"), [("shosu", True), ("shosucourier", False)])
def test_checks_in_a_row_belong_to_the_state_where_they_are_limited(game, is_state):
    start = "4k5/10/10/10/10/R9/10/10/10/9K b - 1"
    checked = ozutsu.Position(game, start, ["10f10a", "6a6b"])
    assert (checked != ozutsu.Position(game, checked.sfen())) is is_state


def test_outcomes():
    assert ozutsu.Position().outcome() is None
    mate = ozutsu.Position("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mate.is_check() and (mate.outcome().winner, mate.outcome().reason) == ("black", "mate")
    assert str(mate.outcome()) == "mate, black wins"
    shuffle = ["2h1h", "8b9b", "1h2h", "9b8b"] * 3
    draw = ozutsu.Position("shogi", moves=shuffle).outcome()
    assert (draw.winner, draw.reason) == (None, "repetition")
    checks = ["9f9a", "5a5b", "9a9b", "5b5a", "9b9a", "5a5b", "9a9b", "5b5a", "9b9a", "5a5b", "9a9b", "5b5a", "9b9a"]
    chase = ozutsu.Position("shogi", "4k4/9/9/9/9/R8/9/9/8K b - 1", checks)
    assert (chase.outcome().winner, chase.outcome().reason) == ("white", "perpetual_check")
    stalemate = ozutsu.Position("shosucourier", "k9/10/1Q8/10/10/10/10/10/10/9K w - 1")
    assert (
        not stalemate.is_check() and stalemate.outcome() == ozutsu.Position("shosucourier", stalemate.sfen()).outcome()
    )
    assert (stalemate.outcome().winner, stalemate.outcome().reason) == ("black", "stalemate")
    claim = ozutsu.Position("shogi", "K8/GGGGSSSS1/+N+N7/9/9/9/9/9/8k b 2R2B9P 1")
    assert claim.impasse_claim() == "win" and claim.outcome() is None
    assert claim.outcome(claim_impasse=True).reason == "impasse"


def test_views():
    position = ozutsu.Position("cannonshogi")
    position.push(position.legal_moves()[0])
    assert "│ l │ n │ s │" in str(position) and "\x1b" not in str(position)
    assert eval(repr(position), vars(ozutsu)) == position
    for name in BUILT_IN:
        drawn = ozutsu.Position(name)
        drawn.push(drawn.legal_moves()[0])
        svg = ElementTree.fromstring(drawn.svg())
        groups = svg.findall("{http://www.w3.org/2000/svg}g")
        assert len(groups) == len(drawn.board)
        assert drawn._repr_svg_() == drawn.svg()
        (read,) = ozutsu.Record.parse(f"棋種：{name}\n{drawn.kanji()}")
        assert read.start == drawn


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ozutsu.Game("chess"), "unknown game 'chess', expected one of cannonshogi"),
        (lambda: ozutsu.Position("chess"), "unknown game 'chess'"),
        (lambda: ozutsu.Position("shogi", "9/9"), "2 ranks instead of 9"),
        (lambda: ozutsu.Position("shogi", ""), "missing board"),
        (lambda: ozutsu.Position("shogi", moves=["7g7e"]), "'7g7e': "),
        (lambda: ozutsu.Position("shogi").push(""), "''"),
        (lambda: ozutsu.Position("shogi").piece_at("10a"), "'10a': expected a square of the board"),
        (lambda: ozutsu.Position("shogi").hand("red"), "'red': expected 'black' or 'white'"),
        (lambda: ozutsu.Position("shogi").perft(101), "depth 101: expected 0 to 100"),
        (lambda: ozutsu.Position("shogi").perft(-1), "depth -1: expected 0 to 100"),
        (lambda: ozutsu.Position("shogi").perft(2**70), f"depth {2**70}: expected 0 to 100"),
        (lambda: ozutsu.Move("shogi", "x"), "expected a square of the board"),
        (lambda: ozutsu.Game("shogi").handicap("queen"), "unknown handicap 'queen'"),
    ],
)
def test_errors(call, message):
    with pytest.raises(ozutsu.Error) as caught:
        call()
    assert isinstance(caught.value, ValueError) and message in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ozutsu.Position(3), "expected a game or its name, not int"),
        (lambda: ozutsu.Position("shogi", moves="7g7f"), "expected a list of moves, not str"),
        (lambda: ozutsu.Position("shogi", moves=[3]), "expected a move or its text, not int"),
        (lambda: ozutsu.Position("shogi").push(None), "expected a move or its text, not NoneType"),
        (lambda: ozutsu.Position("shogi").perft(1.5), "'float' object"),
        (lambda: ozutsu.Record.parse(3), "expected a text or bytes, not int"),
    ],
)
def test_arguments_of_a_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_moves_can_come_from_an_iterator():
    moves = ["7g7f", "3c3d"]
    assert ozutsu.Position("shogi", moves=iter(moves)) == ozutsu.Position("shogi", moves=moves)


def test_threads_share_a_position_and_a_record():
    position, other = ozutsu.Position("shogi"), ozutsu.Position("shogi")
    record = ozutsu.Record(position)
    calls = [
        lambda: position.push(position.legal_moves()[0]),
        lambda: position.pop() if position.ply else None,
        lambda: position.is_legal("7g7f"),
        lambda: position.gives_check("7g7f"),
        lambda: position == other,
        lambda: other == position,
        lambda: position.board,
        lambda: ozutsu.Record(position),
        lambda: record.root.add("7g7f"),
        lambda: record == ozutsu.Record(other),
        lambda: record.tags,
        lambda: record.set_tag("Event", "x"),
    ]
    errors = []

    def work(start):
        for index in range(1_000):
            try:
                calls[(start + index) % len(calls)]()
            except (ozutsu.Error, IndexError):
                # Another thread has changed the position.
                pass
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
