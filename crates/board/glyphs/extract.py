#!/usr/bin/env python3
"""Writes page/board/kanji.js: the outlines of the characters on the pieces.

    apt-get install fonts-noto-cjk
    pip install fonttools
    glyphs/extract.py > page/board/kanji.js

The outlines come from Noto Serif CJK JP Bold (kanji) and Noto Sans CJK JP Bold (letters), which are
under the SIL Open Font License; see LICENSE-OFL. Each outline is an SVG path in a square of 100 units.
"""

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FOLDER = "/usr/share/fonts/opentype/noto/"
# The pieces of the built-in games, then those of other shogi variants, which games from files use.
KANJI = (
    "王玉飛車角行金銀桂馬香歩兵龍竜将成と酔象跳竪横妃砲銅鉄犬全圭杏"
    "太子獅師奔鳳凰麒麟豹虎盲猛反仲人石猫醜嗔悪狼熊木火水風天大臣副騎飛燕鶏鷹鷲牛鹿豚猪白赤青黒"
    "鯨駒獣鶉鶴雉鴨鵬仙老鼠蛙孔雀狐法性文左右前旗猿鳥砦僧後女王騎士城門弓弩炮帥相仕卒士包"
    "変軍曹督走直斜回方四先十字星月日山川林霧雲雷電刀剣槍盾力近遠小中上下千万"
    # The ranks.
    "一二三四五六七八九十"
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+abcdefghij"


def outlines(font_name, characters, height):
    """Returns the SVG path of each character that the font has, centered in a square of 100 units."""
    collection = TTCollection(FOLDER + font_name)
    font = next(f for f in collection.fonts if f["name"].getDebugName(1).endswith("CJK JP"))
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = 100 / font["head"].unitsPerEm
    paths = {}
    for character in dict.fromkeys(characters):
        name = names.get(ord(character))
        if name is None:
            continue
        width = glyphs[name].width * scale
        transform = Transform(scale, 0, 0, -scale, (100 - width) / 2, height)
        pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".rstrip("0").rstrip("."))
        glyphs[name].draw(TransformPen(pen, transform))
        paths[character] = pen.getCommands()
    return paths


def main():
    paths = outlines("NotoSerifCJK-Bold.ttc", KANJI, 88) | outlines("NotoSansCJK-Bold.ttc", LETTERS, 87)
    print("// Outlines of the characters on the pieces, as SVG paths in a square of 100 units.")
    print("//")
    print("// Made by glyphs/extract.py from Noto Serif CJK JP Bold and Noto Sans CJK JP Bold, (c) Adobe,")
    print("// under the SIL Open Font License 1.1; see glyphs/LICENSE-OFL.")
    print("/** @type {{ [character: string]: string }} */")
    print("export const OUTLINES = {")
    for character, path in paths.items():
        print(f'  "{character}": "{path}",')
    print("};")


main()
