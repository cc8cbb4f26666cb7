// Names of pieces and games, and moves, from Japanese characters to those of Chinese.

/** The characters of pieces that are written otherwise in Chinese: the Japanese, the simplified, the traditional. */
const FORMS =
  "歩步步 飛飞飛 車车車 龍龙龍 竜龙龍 馬马馬 銀银銀 将将將 砲炮砲 銅铜銅 鉄铁鐵 酔醉醉 竪竖豎 横横橫 獅狮獅 鳳凤鳳 鳥鸟鳥 " +
  "鷲鹫鷲 鷹鹰鷹 鶴鹤鶴 鵬鹏鵬 鯨鲸鯨 騎骑騎 驢驴驢 猪猪豬 猫猫貓 鶏鸡雞 鶉鹑鶉 鳩鸠鳩 獣兽獸 悪恶惡 仏佛佛 気气氣 風风風 " +
  "雲云雲 槍枪槍 剣剑劍 戦战戰 闘斗鬥 隊队隊 従从從 総总總 師师師 軍军軍 衛卫衛 駒驹駒 帥帅帥 両两兩 強强強 連连連 錬炼煉 " +
  "関关關";

/** @typedef {"simplified" | "traditional"} Script */

/** @type {{ [script in Script]: Map<string, string> }} */
const CHINESE = { simplified: new Map(), traditional: new Map() };
/** @type {Map<string, string>} */
const JAPANESE = new Map();
for (const [japanese, simplified, traditional] of FORMS.split(" ")) {
  CHINESE.simplified.set(japanese, simplified);
  CHINESE.traditional.set(japanese, traditional);
  for (const chinese of [simplified, traditional]) JAPANESE.set(chinese, JAPANESE.get(chinese) ?? japanese);
}

const replaced = (/** @type {string} */ text, /** @type {Map<string, string>} */ characters) =>
  [...text].map((character) => characters.get(character) ?? character).join("");

/** A name or a move, given in Japanese characters, as Chinese players write it. */
export const hanzi = (/** @type {string} */ text, /** @type {Script} */ script) => replaced(text, CHINESE[script]);

/** A move, given in Chinese characters of either script, in Japanese ones. */
export const kanji = (/** @type {string} */ text) => replaced(text, JAPANESE);

/** Whether a text has no Japanese syllables but that of the tokin (と, U+3068), so that it can be read once its characters are Chinese. */
export const isHanzi = (/** @type {string} */ text) => text !== "" && !/[\u3041-\u3067\u3069-\u30fa]/.test(text);
