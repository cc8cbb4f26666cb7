// Every language has the same texts, and every text says something.

import assert from "node:assert/strict";
import test from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import { english } from "../core/english.js";
import { simplified } from "../core/chinese.js";
import { hanzi, isHanzi, kanji } from "../core/hanzi.js";
import { japanese } from "../core/japanese.js";
import { LANGUAGES, preferredLanguage } from "../core/languages.js";
import { inTraditional, traditional } from "../core/traditional.js";
import { quoted, worded } from "../core/words.js";

const languages = await Promise.all(
  Object.entries(LANGUAGES).map(async ([code, { load }]) => ({ code, texts: await load() })),
);
const others = languages.filter(({ code }) => code !== "en");

/** Returns the names of all texts below an object. */
function names(texts, path = "") {
  return Object.entries(texts).flatMap(([name, text]) => {
    const here = `${path}${name}`;
    if (Array.isArray(text)) return [`${here}: ${text.length} entries`];
    return typeof text === "object" ? names(text, `${here}.`) : [here];
  });
}

/** Calls the function with the name of each text and the text, or the code of the function that writes it. */
function eachText(texts, check, path = "") {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === "object") eachText(text, check, `${path}${name}.`);
    else check(`${path}${name}`, String(text));
  }
}

test("no text is missing in a language", () => {
  for (const { code, texts } of others) assert.deepEqual(names(texts).sort(), names(english).sort(), code);
});

test("no text is empty, except what a move without a limit adds", () => {
  for (const { code, texts } of languages) {
    eachText(texts, (name, text) => assert.ok(text.trim() || name === "movement.mode.both", `${code} ${name}`));
  }
});

/** Texts without words in any language: signs, keys and names of formats. */
const WORDLESS = /^(analysis\.symbols|position\.(sfen|exports)|movement\.mode\.both$)|keyList\.\d+\.0$/;
/** Functions that have no words, but only put those of others together. */
const COMPOSED = new Set(
  (
    "rank game.origin translation move typedMove pieceName handicapName played puzzle.counted score notices.judged " +
    "errors.illegal position.invalid movement.list movement.sentences"
  ).split(" "),
);

test("texts are in their language", () => {
  for (const { code, texts } of others) {
    eachText(texts, (name, text) => {
      const isLatin = !/[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
      assert.ok(!isLatin || WORDLESS.test(name) || COMPOSED.has(name), `${code} ${name}: ${text}`);
    });
  }
});

test("the language is the first that the person reads", () => {
  for (const [tags, code] of [
    [["ja-JP", "en"], "ja"],
    [["de", "ja"], "ja"],
    [["en-GB", "ja"], "en"],
    [["zh-CN", "ja"], "zh-Hans"],
    [["zh"], "zh-Hans"],
    [["zh-SG"], "zh-Hans"],
    [["zh-TW"], "zh-Hant"],
    [["zh-HK"], "zh-Hant"],
    [["zh-MO"], "zh-Hant"],
    [["zh-Hant-CN"], "zh-Hant"],
    [["fr", "zh-Hans-TW"], "zh-Hans"],
    [["de"], "en"],
    [[], "en"],
  ]) {
    assert.equal(preferredLanguage(tags), code, tags.join());
  }
});

test("a result without a reason is given once", () => {
  const end = (winner, reason, words) => ({ winner, draw: winner === null, reason, words });
  assert.equal(english.result(end("black", "mate"), english.side), "Black wins. White is mated.");
  assert.equal(english.result(end("black", "other", "sealed move"), english.side), "Black wins. Sealed move.");
  assert.equal(japanese.result(end("white", "time"), japanese.handicapSide), "上手の勝ち（下手の時間切れ）");
  assert.equal(japanese.result(end("white", "other", "封じ手"), japanese.side), "後手の勝ち（封じ手）");
  for (const [texts, expected] of [
    [english, ["Black wins.", "Draw."]],
    [japanese, ["先手の勝ち", "引き分け"]],
  ]) {
    const results = [end("black", "unknown"), end(null, "unknown")];
    assert.deepEqual(
      results.map((end) => texts.result(end, texts.side)),
      expected,
    );
  }
  const unfinished = { winner: null, draw: false, reason: "unknown" };
  assert.equal(english.result(unfinished, english.side), "Unfinished.");
});

test("English lists and numbers are written as in sentences", () => {
  assert.match(english.puzzle.none("A", ["B", "C", "D"]), /Choose B, C or D at the top/);
  assert.match(english.puzzle.count(1, 1, 1), /there is 1\.$/);
  assert.equal(english.position.invalid("black has no king"), "Black has no king.");
  assert.match(english.welcome.promotion(1), / the last rank may /);
  assert.match(english.welcome.promotion(3), / the last 3 ranks may /);
});

test("what a handicap is worth is given in levels", () => {
  for (const [texts, expected] of [
    [english, ["A: less than a level", "A: about a level", "A: about 3 levels"]],
    [japanese, ["A（1レベル未満）", "A（約1レベル）", "A（約3レベル）"]],
    [simplified, ["A（不到1个等级）", "A（约1个等级）", "A（约3个等级）"]],
    [traditional, ["A（不到1個等級）", "A（約1個等級）", "A（約3個等級）"]],
  ]) {
    assert.deepEqual(
      [0, 1, 3].map((levels) => texts.game.handicapWorth("A", levels)),
      expected,
    );
  }
});

test("scores are written as in each language", () => {
  assert.deepEqual([english.score("+", 134), english.score("−", 3), english.mateScore("−", 5)], ["+1.3", "0.0", "−#3"]);
  assert.deepEqual(
    [japanese.score("+", 134), japanese.score("−", 0), japanese.mateScore("+", 5)],
    ["+134", "0", "+詰5"],
  );
});

test("refusals are explained with their place and their reason", () => {
  const unreadable = (line, kind) => ({ code: "unreadable", value: { line, kind } });
  const illegal = (found, reason) => ({ code: "illegal_move", value: { found, reason } });
  const position = (offset, kind) => ({ code: "position", value: { offset, kind } });
  for (const [error, inEnglish, inJapanese] of [
    [{ code: "illegal", value: "cannot_reach" }, "the piece cannot move there", "その駒はそこへ動けません"],
    [
      { code: "move_text", value: { code: "pieces", value: [["8h", "blocked"]] } },
      "from 8h: another piece is in the way",
      "指し手を読めません（8八から：間に駒があります）",
    ],
    [
      { code: "move_text", value: { code: "ambiguous", value: ["4i5h", "6i5h"] } },
      "ambiguous: it can be 4i5h or 6i5h",
      "指し手を読めません（どの手か決まりません：4九5八か6九5八）",
    ],
    [
      position(8, { code: "rank_length", value: { rank: "b", found: 8, expected: 9 } }),
      "rank b has 8 squares instead of 9 at character 9 of the position",
      "局面を読めません（9文字目：二段のマスが8個あります。9個のはずです）",
    ],
    [
      position(20, { code: "illegal_position", value: [{ code: "no_king", value: "white" }] }),
      "White, not to move, has no king",
      "局面を読めません（後手の玉がありません）",
    ],
    [
      unreadable(3, illegal("７五歩(76)", { code: "rules", value: "opponent_piece" })),
      "line 3: '７五歩(76)' is not a legal move here: the piece belongs to the opponent",
      "読み込めません（3行目：'７五歩(76)'は指せません（相手の駒です））",
    ],
    [
      { code: "several_games", value: { reason: unreadable(1, { code: "empty" }), games: ["a", "b"] } },
      "line 1: there is neither a game nor a position; this looks like A or B: choose the game first",
      "読み込めません（1行目：棋譜がありません）。AかBのようです。先にゲームを選んでください",
    ],
    [
      { code: "out_of_range", value: { field: "puzzle", value: "9", min: "1", max: "4" } },
      "invalid puzzle 9: expected 1 to 4",
      "問題の番号に9は使えません。1から4までです",
    ],
  ]) {
    const title = (game) => game.toUpperCase();
    assert.equal(worded(english.errors, error, title), inEnglish);
    assert.equal(worded(japanese.errors, error, title), inJapanese);
  }
});

/** Returns the characters of an encoding that has those of one script only. */
function charactersOf(encoding, leads, trails) {
  const decoder = new TextDecoder(encoding);
  const range = ([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return new Set(
    range(leads).flatMap((lead) => range(trails).map((trail) => decoder.decode(new Uint8Array([lead, trail])))),
  );
}

test("Chinese texts have only the characters of their script", () => {
  const source = readFileSync(new URL("../core/chinese.js", import.meta.url), "utf8");
  const texts = [...source.matchAll(/zh`([^`]*)`/g)].map(([, text]) => text.replaceAll(/\$\{.*?\}/g, ""));
  assert.ok(texts.length > 500);
  for (const [known, write] of [
    [charactersOf("gbk", [0xb0, 0xf7], [0xa1, 0xfe]), (text) => text],
    [charactersOf("big5", [0xa4, 0xf9], [0x40, 0xfe]), inTraditional],
  ]) {
    for (const text of texts.map(write)) {
      for (const [character] of text.matchAll(/[\u4e00-\u9fff]/g))
        assert.ok(known.has(character), `${character} in ${text}`);
    }
  }
  assert.equal(simplified.standings.mate, "将死");
  assert.equal(traditional.standings.mate, "詰死");
  // Big5 has this character, too, for another word.
  assert.equal(traditional.game.noClocks, "不用棋鐘（下幾天也行）");
  assert.equal(traditional.files.bad("棋谱.kif", "x"), "無法開啟棋谱.kif：x。", "what is put in stays as it is");
});

test("what has no words in Chinese is read from its characters", () => {
  const both = (say) => [simplified, traditional].map(say);
  const start = { western: "P-7f", japanese: "▲７六歩" };
  assert.deepEqual(
    both((texts) => texts.move(start)),
    ["▲７六步", "▲７六步"],
  );
  const cannon = { name: "Gold Cannon", kanji: ["金砲", "金砲"] };
  assert.deepEqual(
    both((texts) => texts.pieceName(cannon, "black")),
    ["金炮", "金砲"],
  );
  const kings = { name: "King", kanji: ["玉将", "王将"] };
  assert.deepEqual(
    both((texts) => texts.pieceName(kings, "white")),
    ["王将", "王將"],
  );
  const unnamed = { name: "Pawn", kanji: ["ポーン", ""] };
  assert.deepEqual(
    ["black", "white"].map((side) => simplified.pieceName(unnamed, side)),
    ["Pawn", "Pawn"],
  );
  const handicap = { name: "rook and bishop", japanese: "二枚落ち" };
  assert.deepEqual(
    both((texts) => texts.handicapName(handicap)),
    ["让二子", "讓二子"],
  );
  for (const [title, expected] of [
    [{ en: "A", "zh-Hans": "简", "zh-Hant": "繁" }, ["简", "繁"]],
    [{ en: "A", ja: "大砲将棋", "zh-Hant": "繁" }, ["繁", "繁"]],
    [{ en: "A", ja: "大砲将棋" }, ["大炮将棋", "大砲將棋"]],
    [{ en: "A", ja: "キャノン将棋" }, ["A", "A"]],
    [{ en: "A" }, ["A", "A"]],
  ]) {
    assert.deepEqual(
      both((texts) => texts.translation(title)),
      expected,
    );
  }
});

test("the names of pieces are Chinese, and typed moves Japanese again", () => {
  const games = new URL("../../../games/games/", import.meta.url);
  const rules = readdirSync(games).map((game) => readFileSync(new URL(`${game}/rules.toml`, games), "utf8"));
  const names = new Set(rules.flatMap((text) => [...text.matchAll(/kanji = "([^"]*)"/g)].map(([, name]) => name)));
  assert.ok(names.has("金砲") && names.has("龍馬"));
  for (const name of names) {
    for (const script of ["simplified", "traditional"]) assert.equal(kanji(hanzi(name, script)), name);
    assert.doesNotMatch(hanzi(name, "simplified"), /[車馬銀飛龍砲銅鉄酔竪歩]/);
    assert.doesNotMatch(hanzi(name, "traditional"), /[将鉄酔竪歩横]/);
  }
});

test("names with Japanese syllables other than that of the tokin cannot be read in Chinese", () => {
  for (const text of ["と", "と金", "龍王"]) assert.ok(isHanzi(text), text);
  for (const text of ["", "ポーン", "なり銀"]) assert.ok(!isHanzi(text), text);
});

test("seconds are counted as is usual in the language", () => {
  const spoken = (texts, byoyomi) => [30, 10, 9, 1].map((left) => texts.countdown(left, byoyomi));
  assert.deepEqual(spoken(english, 60), ["30 seconds", "10 seconds", "9", "1"]);
  assert.deepEqual(spoken(japanese, 60), ["30秒", "50秒", "1", "9"]);
  assert.deepEqual(spoken(japanese, 0), ["残り30秒", "残り10秒", "9", "1"]);
  assert.deepEqual(spoken(simplified, 60), ["还剩30秒", "还剩10秒", "9", "1"]);
});

test("quoted texts are short", () => {
  assert.equal(quoted("7g7f"), "'7g7f'");
  assert.equal(quoted("歩".repeat(61)), `'${"歩".repeat(60)}…'`);
});
