"""The functions of Fairy-Stockfish's module pyffish, for the games of this package.

The names, arguments and meanings are those of pyffish 0.0.90, so that a program that uses it needs another import
only. docs/python.md lists what differs.
"""

from pathlib import Path
from typing import NoReturn

from ozutsu._ozutsu import Error, _pyffish

error = Error

FEN_INVALID_PROMOTED_PIECE: int = _pyffish.FEN_INVALID_PROMOTED_PIECE
FEN_OK: int = _pyffish.FEN_OK
NOTATION_DEFAULT: int = _pyffish.NOTATION_DEFAULT
NOTATION_JANGGI: int = _pyffish.NOTATION_JANGGI
NOTATION_LAN: int = _pyffish.NOTATION_LAN
NOTATION_SAN: int = _pyffish.NOTATION_SAN
NOTATION_SHOGI_HODGES: int = _pyffish.NOTATION_SHOGI_HODGES
NOTATION_SHOGI_HODGES_NUMBER: int = _pyffish.NOTATION_SHOGI_HODGES_NUMBER
NOTATION_SHOGI_HOSKING: int = _pyffish.NOTATION_SHOGI_HOSKING
NOTATION_THAI_LAN: int = _pyffish.NOTATION_THAI_LAN
NOTATION_THAI_SAN: int = _pyffish.NOTATION_THAI_SAN
NOTATION_XIANGQI_WXF: int = _pyffish.NOTATION_XIANGQI_WXF
VALUE_DRAW: int = _pyffish.VALUE_DRAW
VALUE_MATE: int = _pyffish.VALUE_MATE

captures_to_hand = _pyffish.captures_to_hand
game_result = _pyffish.game_result
get_fen = _pyffish.get_fen
get_san = _pyffish.get_san
get_san_moves = _pyffish.get_san_moves
gives_check = _pyffish.gives_check
has_insufficient_material = _pyffish.has_insufficient_material
info = _pyffish.info
is_capture = _pyffish.is_capture
is_immediate_game_end = _pyffish.is_immediate_game_end
is_optional_game_end = _pyffish.is_optional_game_end
legal_moves = _pyffish.legal_moves
load_variant_config = _pyffish.load_variant_config
piece_to_partner = _pyffish.piece_to_partner
start_fen = _pyffish.start_fen
two_boards = _pyffish.two_boards
validate_fen = _pyffish.validate_fen
variants = _pyffish.variants
version = _pyffish.version


def set_option(name: str, value: object) -> None:
    """Load the games of a variants.ini by the option VariantPath. No other option changes what this module does."""
    if name != "VariantPath":
        raise Error(f"unknown option {name!r}, expected 'VariantPath'; ozutsu.Engine has the engine's options")
    load_variant_config(Path(str(value)).read_text(encoding="utf-8"))


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> NoReturn:
    """Raise an error: no game is played in the fog of war."""
    raise Error("get_fog_fen: no game of this package is played in the fog of war")
