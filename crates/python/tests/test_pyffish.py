"""pyffish's functions. engine-tests/thirdparty/pyffish_api_diff.py compares them with pyffish itself."""

import ozutsu
import pytest
from ozutsu import pyffish

SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"
SHUFFLE = ["h2i2", "b8a8", "i2h2", "a8b8"]


def test_games():
    assert pyffish.start_fen("shogi") == SHOGI
    assert pyffish.variants() == ozutsu.games()
    assert pyffish.captures_to_hand("shogi") and not pyffish.two_boards("shogi")
    assert pyffish.version() == tuple(map(int, ozutsu.__version__.split(".")))
    assert pyffish.info().startswith("Ozutsu ")


def test_moves_and_fens():
    assert len(pyffish.legal_moves("shogi", SHOGI, [])) == 30
    moves = ["c3c4", "g7g6", "b2h8+"]
    after = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL"
    assert pyffish.get_fen("shogi", SHOGI, moves) == f"{after}[B] b - - 0 2"
    assert pyffish.get_fen("shogi", SHOGI, moves, sfen=True) == f"{after} w B 4"
    assert pyffish.piece_to_partner("shogi", SHOGI, moves) == "b"
    assert pyffish.is_capture("shogi", SHOGI, moves[:2], moves[2])
    assert not pyffish.gives_check("shogi", SHOGI, moves)


def test_notations():
    moves = ["c3c4", "g7g6", "b2h8+"]
    assert pyffish.get_san("shogi", SHOGI, "c3c4") == "P-76"
    assert pyffish.get_san_moves("shogi", SHOGI, moves) == ["P-76", "P-34", "Bx22+"]
    hodges = pyffish.NOTATION_SHOGI_HODGES
    assert pyffish.get_san_moves("shogi", SHOGI, moves, notation=hodges) == ["P-7f", "P-3d", "Bx2b+"]
    with pytest.raises(pyffish.error, match="notation NOTATION_JANGGI: expected NOTATION_DEFAULT"):
        pyffish.get_san("shogi", SHOGI, "c3c4", notation=pyffish.NOTATION_JANGGI)


def test_results():
    mate = "4k4/4G4/4P4/9/9/9/9/9/4K4[] b - - 0 1"
    assert pyffish.game_result("shogi", mate, []) == -pyffish.VALUE_MATE
    assert pyffish.is_optional_game_end("shogi", SHOGI, SHUFFLE * 3) == (True, pyffish.VALUE_DRAW)
    assert pyffish.is_optional_game_end("shogi", SHOGI, SHUFFLE * 2) == (False, 0)
    assert pyffish.is_immediate_game_end("shogi", mate, []) == (False, 0)
    assert pyffish.has_insufficient_material("shogi", mate, []) == (False, False)
    with pytest.raises(pyffish.error, match="the game has not ended"):
        pyffish.game_result("shogi", SHOGI, [])


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        (SHOGI, pyffish.FEN_OK),
        (SHOGI.replace("[] w - - 0 1", " b - 1"), pyffish.FEN_OK),
        ("", 0),
        (SHOGI.replace("L[]", "X[]"), -10),
        ("9/9[] w", -8),
        (SHOGI.replace(" w ", " x "), -6),
        (SHOGI.replace("GKG", "G1G").replace(" w ", " b "), -3),
        (SHOGI.replace("LNSGK", "LNS+GK"), pyffish.FEN_INVALID_PROMOTED_PIECE),
    ],
)
def test_validation(fen, code):
    assert pyffish.validate_fen(fen, "shogi") == code


def test_variants_ini():
    pyffish.load_variant_config("[cannonshogi:shogi]\n[loadedgoro:gorogoro]\n")
    assert len(pyffish.legal_moves("loadedgoro", pyffish.start_fen("loadedgoro"), [])) > 0
    assert ozutsu.Game("cannonshogi").pieces["U"] == "Gold Cannon"
    with pytest.warns(UserWarning, match="line 2"):
        pyffish.load_variant_config("[badgoro:gorogoro]\nmaxRank = 77\n")


def test_what_makes_no_sense_here():
    with pytest.raises(pyffish.error, match="fog"):
        pyffish.get_fog_fen(SHOGI, "shogi")
    with pytest.raises(pyffish.error, match="unknown option 'Threads'"):
        pyffish.set_option("Threads", 2)
    with pytest.raises(pyffish.error, match="unknown game 'xiangqi'"):
        pyffish.start_fen("xiangqi")
    with pytest.raises(pyffish.error, match="invalid move 'a1a9'"):
        pyffish.legal_moves("shogi", SHOGI, ["a1a9"])
