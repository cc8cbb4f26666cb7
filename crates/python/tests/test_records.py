"""Records in all formats."""

import copy
import gzip
import pickle

import ozutsu
import pytest

KIF = "先手：Alice\n後手：Bob\n   1 ７六歩(77)\n*a comment\n   2 ３四歩(33)\n   3 投了\n"


def test_reading():
    (record,) = ozutsu.Record.parse(KIF)
    assert record.game.name == "shogi" and len(record) == 2
    assert record.tags == {"Black": "Alice", "White": "Bob"}
    assert (record.result, record.reason) == ("white", "resignation")
    assert [move.usi for move in record.moves] == ["7g7f", "3c3d"]
    assert [(position.ply, move.usi) for position, move in record] == [(0, "7g7f"), (1, "3c3d")]
    assert [position.ply for position in record.positions()] == [0, 1, 2]
    first = record.main_line[0]
    assert first.comments == ["a comment"] and first.move.usi == "7g7f" and first.parent.move is None


@pytest.mark.parametrize("name", ozutsu.Record.formats())
def test_every_format_is_written_and_read(name, tmp_path):
    record = ozutsu.Record(ozutsu.Position("shogi", moves=["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]))
    record.set_end("black", "resignation")
    (again,) = ozutsu.Record.parse(record.text(name), game="shogi")
    assert again.moves == record.moves
    path = tmp_path / "record.txt"
    record.write(path, format=name)
    assert ozutsu.Record.read(path, game="shogi")[0].moves == record.moves


def test_records_that_name_no_game(tmp_path):
    path = tmp_path / "game.usi"
    path.write_text("position startpos moves 7g7f 3c3d 5g5f 5c5d\n")
    with pytest.warns(UserWarning, match="game.usi: .* read as cannonshogi; .* or shogi.* would fit, too; choose with game="):
        assert ozutsu.Record.read(path)[0].game.name == "cannonshogi"
    assert ozutsu.Record.read(path, game="shogi")[0].game.name == "shogi"
    # No other game has this move.
    assert ozutsu.Record.parse("startpos moves 2g2f")[0].game.name == "shogi"
    # Files of one's own name theirs.
    ozutsu.Record.read(path, game="shogi")[0].write(path)
    assert ozutsu.Record.read(path)[0].game.name == "shogi"


def test_files_in_shift_jis(tmp_path):
    (record,) = ozutsu.Record.parse(KIF)
    path = tmp_path / "game.kif"
    record.write(path)
    assert "先手：Alice".encode("shift_jis") in path.read_bytes()
    assert ozutsu.Record.read(path) == [record]
    assert ozutsu.Record.parse(path.read_bytes()) == [record]
    record.write(path, encoding="utf-8")
    assert "先手：Alice".encode() in path.read_bytes()
    for encoding in [None, "utf-8", "shift_jis"]:
        packed = tmp_path / "game.kif.gz"
        record.write(packed, encoding=encoding)
        assert "先手：Alice".encode(encoding or "shift_jis") in gzip.decompress(packed.read_bytes())
    record.set_tag("Black", "Zoë 😀")
    with pytest.warns(UserWarning, match="game.kif: written in UTF-8, because "):
        record.write(path)
    assert ozutsu.Record.read(path)[0].tags["Black"] == "Zoë 😀"
    with pytest.raises(ozutsu.Error, match="cannot be written in Shift_JIS"):
        record.write(tmp_path / "other.kif", encoding="shift_jis")
    assert not (tmp_path / "other.kif").exists()


def test_several_games(tmp_path):
    records = [ozutsu.Record(ozutsu.Position("shogi", moves=moves)) for moves in (["7g7f"], ["2g2f", "8c8d"])]
    path = tmp_path / "games.pgn"
    ozutsu.Record.write_all(records, path)
    assert [record.moves for record in ozutsu.Record.read(path)] == [record.moves for record in records]
    with pytest.raises(ozutsu.Error, match="a kif file can hold only one game"):
        ozutsu.Record.write_all(records, tmp_path / "games.kif")


def test_trees():
    record = ozutsu.Record(ozutsu.Position("shogi"))
    first = record.root.add("7g7f")
    first.comments = ["the bishop's diagonal"]
    record.root.add("2g2f").add("8c8d")
    assert record.root.add("7g7f").comments == ["the bishop's diagonal"]
    assert [node.move.usi for node in record.root.children] == ["7g7f", "2g2f"]
    assert record.root.children[1].children[0].position.moves[1].usi == "8c8d"
    (again,) = ozutsu.Record.parse(record.text("kif"))
    assert again == record
    with pytest.raises(ozutsu.Error, match="'7g7e': "):
        record.root.add("7g7e")


def test_kif_without_the_name_of_a_game():
    games = [ozutsu.Record.parse("   1 １六歩(17)\n", game=game)[0].game.name for game in [None, "cannonshogi"]]
    assert games == ["shogi", "cannonshogi"]


def test_pickle_and_copy():
    (record,) = ozutsu.Record.parse(
        '[Variant "shogi"]\n[Event "a \\"b\\""]\n[White "A"]\n\n{before} 1. c3c4 {first [%clk 0:09:58] [%emt 0:00:02] '
        "[%eval 0.31] [%csl Ge4,Rd5] [%cal Gc3c4]} $1 ( 1. h3h4 b7b6 {other} ( 1... g7g6 ) ) 1... g7g6 "
        "{Black resigns} 1-0\n"
    )
    (kif,) = ozutsu.Record.parse(KIF.replace("*a comment", "*a comment\n&a bookmark"))
    own = ozutsu.Record(ozutsu.Position("shosu", "4k5/10/10/10/10/R9/10/10/10/9K b - 7", ["10f10a", "6a6b"]))
    for kept in [record, kif, own]:
        for same in [pickle.loads(pickle.dumps(kept)), copy.copy(kept), copy.deepcopy(kept)]:
            assert same == kept
            assert [same.text(name) for name in ("pgn", "moves")] == [kept.text(name) for name in ("pgn", "moves")]
            same.set_tag("Event", "another")
            assert same != kept
    assert pickle.loads(pickle.dumps(kif)).text("kif") == kif.text("kif")
    assert "&a bookmark" in kif.text("kif")
    with pytest.raises(ozutsu.Error, match="illegal|no piece"):
        ozutsu.Record._unpickle(ozutsu.Position(), '{"tags":[],"start":{},"moves":[[1,"5e5d",{}]]}')


def test_games_that_have_ended_by_rule():
    position = ozutsu.Position("shogi", moves=["2h1h", "8b9b", "1h2h", "9b8b"] * 3)
    record = ozutsu.Record(position)
    assert (record.result, record.reason) == ("draw", "repetition")


def test_errors(tmp_path):
    with pytest.raises(ozutsu.Error, match="line 4: "):
        ozutsu.Record.parse(KIF.replace("７六歩(77)", "７六歩(77)\n   2 ７六歩(77)").replace("*a comment\n", ""))
    missing = tmp_path / "missing.kif"
    with pytest.raises(FileNotFoundError) as caught:
        ozutsu.Record.read(missing)
    assert caught.value.filename == str(missing) and str(caught.value).endswith(f"directory: '{missing}'")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        ozutsu.Record(ozutsu.Position()).write(tmp_path / "nowhere/game.kif")
    with pytest.raises(OSError, match="not a regular file"):
        ozutsu.Record.read(tmp_path)
    with pytest.raises(ozutsu.Error, match="unknown format 'doc', expected one of kif"):
        ozutsu.Record.parse(KIF, format="doc")
    with pytest.raises(ozutsu.Error, match="the name of the file tells no format"):
        ozutsu.Record(ozutsu.Position()).write(tmp_path / "x.doc")
    with pytest.raises(ozutsu.Error, match="unknown result 'red'"):
        ozutsu.Record(ozutsu.Position()).set_end("red")
    with pytest.raises(ozutsu.Error, match="reason: unknown variant `lost`, expected one of `unknown`, "):
        ozutsu.Record(ozutsu.Position()).set_end("white", "lost")
    with pytest.raises(ozutsu.Error, match="only games of shogi"):
        ozutsu.Record(ozutsu.Position()).text("csa")
    assert ozutsu.Record(ozutsu.Position()) != None  # noqa: E711
    with pytest.raises(TypeError):
        hash(ozutsu.Record(ozutsu.Position()))
