//! The languages in which people play at a terminal, with what is said in them: a row of [`TEXTS`] for each text.

use records::{GameEnd, MoveTextError, format_western, japanese_line};
use rules::{Color, Move, Position, Rules};
use std::fmt::Display;

/// A language of the texts of play. What programs read is always English.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Language {
    #[default]
    English,
    Japanese,
    /// Chinese in simplified characters.
    Simplified,
    /// Chinese in traditional characters.
    Traditional,
}

impl Language {
    /// Returns the language of a locale such as `ja_JP.UTF-8`: English if there are no texts in it.
    pub fn of_locale(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase().replace('-', "_");
        let (language, country) = locale.split_once(['_', '.', '@']).unwrap_or((&locale, ""));
        let is_traditional =
            ["tw", "hk", "mo", "hant"].iter().any(|name| country.starts_with(name));
        match language {
            "ja" => Self::Japanese,
            "zh" if is_traditional => Self::Traditional,
            "zh" => Self::Simplified,
            _ => Self::English,
        }
    }

    /// Returns whether pieces are written in kanji.
    pub fn has_kanji(self) -> bool {
        self != Self::English
    }

    /// Translates an English text. What is not known stays as it is.
    pub fn text(self, english: &str) -> String {
        let row = TEXTS.iter().find(|(known, ..)| *known == english);
        match (self, row) {
            (Self::English, _) | (_, None) => english.to_owned(),
            (Self::Japanese, Some((_, japanese, _))) => (*japanese).to_owned(),
            (Self::Simplified, Some((.., chinese))) => (*chinese).to_owned(),
            (Self::Traditional, Some((.., chinese))) => {
                let words = TRADITIONAL_WORDS.iter();
                let text =
                    words.fold((*chinese).to_owned(), |text, (from, to)| text.replace(from, to));
                text.chars().map(|c| replaced(c, TRADITIONAL, 0, 1)).collect()
            }
        }
    }

    /// Translates an English text, and puts values in the places of `{0}`, `{1}` and so on.
    pub fn fill(self, english: &str, values: &[&dyn Display]) -> String {
        let text = self.text(english);
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let value = part.split_once('}').and_then(|(number, rest)| {
                let number: usize = number.parse().ok()?;
                Some(format!("{}{rest}", values.get(number)?))
            });
            filled += &value.unwrap_or_else(|| format!("{{{part}"));
        }
        filled
    }

    /// Returns the name of a side in a sentence.
    pub fn side(self, side: Color) -> String {
        self.text(games::side_name(side))
    }

    /// Returns the title of a game.
    pub fn title(self, rules: &'static Rules) -> &'static str {
        let spec = rules.spec();
        self.first_of([&spec.title_ja, &spec.title_zh_hans, &spec.title_zh_hant], rules.title())
    }

    /// Returns what is said about a game.
    pub fn about(self, rules: &'static Rules) -> &'static str {
        let spec = rules.spec();
        self.first_of([&spec.about_ja, &spec.about_zh_hans, &spec.about_zh_hant], rules.about())
    }

    /// Returns the text in this language, of one in each but English, or the English one if there is none.
    fn first_of(self, texts: [&'static String; 3], english: &'static str) -> &'static str {
        let text = match self {
            Self::English => "",
            Self::Japanese => texts[0],
            Self::Simplified => texts[1],
            Self::Traditional => texts[2],
        };
        if text.is_empty() { english } else { text }
    }

    /// Writes a legal move as people do.
    pub fn move_text(self, position: &Position, mv: Move) -> String {
        match self {
            Self::English => format_western(position, mv),
            Self::Japanese => japanese_line(position, &[mv]),
            Self::Simplified => in_chinese(&japanese_line(position, &[mv]), 1),
            Self::Traditional => in_chinese(&japanese_line(position, &[mv]), 2),
        }
    }

    /// Describes the end of a game in a sentence.
    pub fn describe_end(self, end: &GameEnd) -> String {
        // The reason may be a word of a file.
        let reason = end.describe(["{0}", "{1}"]).replace(char::is_control, " ");
        let side = if reason.contains("{1}") { Color::White } else { Color::Black };
        let reason = self.fill(&reason.replace("{1}", "{0}"), &[&self.side(side)]);
        match end.result.winner() {
            Some(winner) => self.fill("{0} wins: {1}.", &[&self.side(winner), &reason]),
            None => self.fill("{0}.", &[&games::capitalize(&reason)]),
        }
    }

    /// Says why a move cannot be played.
    pub fn refusal(self, reason: &MoveTextError) -> String {
        match reason {
            MoveTextError::Rules(reason) => self.text(&reason.to_string()),
            MoveTextError::Pieces(reasons) => {
                let text = |(from, reason): &(_, rules::IllegalMove)| {
                    self.fill("from {0}: {1}", &[from, &self.text(&reason.to_string())])
                };
                reasons.iter().map(text).collect::<Vec<_>>().join("; ")
            }
            MoveTextError::Ambiguous(moves) => {
                let or = self.text(" or ");
                self.fill("ambiguous: it can be {0}", &[&moves.join(&or)])
            }
            MoveTextError::Text(text) => self.text(text),
        }
    }
}

/// Returns the character at one place of a group in which it is at another place.
fn replaced(c: char, groups: &str, from: usize, to: usize) -> char {
    let has = |group: &&str| group.chars().nth(from) == Some(c);
    groups.split(' ').find(has).and_then(|group| group.chars().nth(to)).unwrap_or(c)
}

/// Writes a Japanese move with the characters of Chinese: those at a place of [`PIECES`].
fn in_chinese(text: &str, place: usize) -> String {
    text.chars().map(|c| replaced(c, PIECES, 0, place)).collect()
}

/// Writes a move in Chinese characters with those of Japanese. Others stay as they are.
pub(crate) fn from_chinese(text: &str) -> String {
    text.chars().map(|c| replaced(replaced(c, PIECES, 1, 0), PIECES, 2, 0)).collect()
}

/// The characters of moves that differ: Japanese, simplified, traditional.
const PIECES: &str =
    "歩步步 飛飞飛 車车車 龍龙龍 馬马馬 銀银銀 将将將 砲炮砲 銅铜銅 鉄铁鐵 酔醉醉 竪竖豎 横横橫";

/// The words of [`TEXTS`] that differ: simplified, traditional.
const TRADITIONAL_WORDS: &[(&str, &str)] =
    &[("将军", "王手"), ("将死", "詰死"), ("命令", "指令"), ("搜索", "搜尋")];

/// The characters of [`TEXTS`] that differ: simplified, traditional.
const TRADITIONAL: &str = "\
    项項 盖蓋 个個 为為 于於 从從 会會 写寫 军軍 则則 刚剛 动動 区區 协協 双雙 变變 后後 吗嗎 对對 将將 应應 \
    开開 弃棄 执執 挡擋 数數 断斷 无無 时時 显顯 来來 标標 样樣 汉漢 没沒 炮砲 点點 牵牽 现現 盘盤 \
    着著 确確 离離 种種 级級 经經 结結 继繼 续續 胜勝 规規 计計 认認 让讓 议議 许許 设設 评評 诘詰 \
    该該 说說 读讀 谱譜 负負 轮輪 输輸 达達 还還 这這 进進 连連 选選 里裡 钟鐘 间間 须須 预預 马馬 \
    驹駒";

/// English, Japanese, Chinese in simplified characters.
#[rustfmt::skip]
const TEXTS: &[(&str, &str, &str)] = &[
    ("Black", "先手", "先手"),
    ("White", "後手", "后手"),
    (" to move", "（手番）", "（走棋方）"),
    (", in hand:", "、持駒：", "，持驹："),
    ("none", "なし", "无"),
    ("Ozutsu {0}, playing {1}. Type a move such as {2} to play it, 'go' to let the engine move, 'play white' to play \
against it, 'pieces' and 'rules' for how the game is played, or 'help' for all commands.",
     "Ozutsu {0}、{1}。{2}のように入力すると指します。go でエンジンが指し、play white でエンジンが後手を持ちます。\
駒の動きは pieces、ルールは rules、コマンドの一覧は help で表示します。",
     "Ozutsu {0}，{1}。输入{2}这样的着法来走棋。go 让引擎走一着，play white 让引擎执后手。pieces 显示棋子的走法，\
rules 显示规则，help 显示所有命令。"),
    ("New game of {0}{1}.", "新しい対局：{0}{1}。", "新对局：{0}{1}。"),
    (", handicap {0}", "、手合割：{0}", "，让子：{0}"),
    ("{0} played {1}.", "{0}：{1}", "{0}：{1}"),
    ("{0} is thinking ...", "{0}が考えています…", "{0}思考中…"),
    ("Thinking ...", "考えています…", "思考中…"),
    ("Hint: {0}", "ヒント：{0}", "提示：{0}"),
    (", expecting {0}", "、予想手 {0}", "，预计应着 {0}"),
    ("Hint: a win can be declared", "ヒント：宣言勝ちできます", "提示：可以宣言胜利"),
    ("Hint: there is no move", "ヒント：指す手がありません", "提示：无着可走"),
    ("hint: the engine is thinking about its move", "hint：エンジンが考えています", "hint：引擎正在思考"),
    ("Best move: {0}", "最善手：{0}", "最佳着法：{0}"),
    ("Mate: {0}", "詰み：{0}", "诘：{0}"),
    ("No mate by checks alone", "王手の連続による詰みはありません", "连续将军不能诘"),
    ("No mate found", "詰みは見つかりませんでした", "没有找到诘"),
    ("A win can be declared", "宣言勝ちできます", "可以宣言胜利"),
    ("The engine resigns", "エンジンは投了します", "引擎认输"),
    ("No move", "指す手がありません", "无着可走"),
    ("{0} wins: {1}.", "{0}の勝ち（{1}）。", "{0}胜（{1}）。"),
    ("{0}.", "{0}。", "{0}。"),
    ("The game is over. {0}", "対局は終わっています。{0}", "对局已经结束。{0}"),
    (" 'undo' takes it back.", "undo で戻せます。", "undo 可以撤回。"),
    (" Type 'undo' to go back, 'new' for another game, or 'save FILE' to keep this one.",
     "undo で一手戻り、new で新しい対局を始め、save ファイル名 で保存します。",
     "undo 退回一着，new 开始新对局，save 文件名 写入棋谱。"),
    ("check", "王手", "将军"),
    ("impasse, black may claim a win", "入玉、先手は宣言勝ちできます", "入玉，先手可以宣言胜利"),
    ("impasse, white may claim a win", "入玉、後手は宣言勝ちできます", "入玉，后手可以宣言胜利"),
    ("impasse, either side may claim a draw", "持将棋にできます", "可以判为持将棋"),
    ("{0} wins", "{0}の勝ち", "{0}胜"),
    ("unfinished", "未終局", "未完"),
    ("draw", "引き分け", "和棋"),
    ("{0} resigns", "{0}の投了", "{0}认输"),
    ("{0} is mated", "{0}の玉が詰み", "{0}被将死"),
    ("{0} has no legal move", "{0}に指す手なし", "{0}无着可走"),
    ("draw by stalemate", "指す手がなく引き分け", "无着可走，和棋"),
    ("{0} loses on time", "{0}の時間切れ", "{0}超时"),
    ("{0} makes an illegal move", "{0}の反則", "{0}犯规"),
    ("{0} loses by repetition", "千日手により{0}の負け", "千日手，{0}负"),
    ("repetition draw", "千日手", "千日手"),
    ("{0} gives perpetual check", "{0}による連続王手の千日手", "{0}连续将军造成千日手"),
    ("draw by impasse", "持将棋", "持将棋"),
    ("{0} loses by declaration", "入玉宣言により{0}の負け", "入玉宣言，{0}负"),
    ("{0}'s king reaches its goal", "{0}のトライ", "{0}的玉将到达目标"),
    ("draw by length", "最大手数による引き分け", "达到手数上限，和棋"),
    ("draw by agreement", "合意による引き分け", "双方议和"),
    ("interrupted", "中断", "对局中断"),
    ("{0} loses by adjudication", "裁定により{0}の負け", "裁定{0}负"),
    ("draw by adjudication", "裁定による引き分け", "裁定和棋"),
    ("{0} abandons the game", "{0}の対局放棄", "{0}放弃对局"),
    ("{0} does not appear", "{0}の不戦敗", "{0}缺席"),
    ("no mate", "不詰", "不诘"),
    ("{0} cannot be played: {1}", "{0}は指せません：{1}", "{0}不能走：{1}"),
    ("move {0}, {1}: {2}; the position is unchanged", "{0}手目の{1}は指せません：{2}。局面は変わりません",
     "第{0}着{1}不能走：{2}。局面没有改变"),
    ("from {0}: {1}", "{0}から：{1}", "从{0}：{1}"),
    ("ambiguous: it can be {0}", "どの手か決まりません：{0}", "无法确定是哪一着：{0}"),
    (" or ", "か", "或"),
    ("no legal move is written like this", "そのように書く手はありません", "没有这样写的着法"),
    ("a piece expected after the square", "マスの後に駒がありません", "格子之后没有棋子"),
    ("there is no move before it", "前の手がありません", "之前没有着法"),
    ("no such piece can move there", "その駒はそこへ動けません", "该棋子走不到那里"),
    ("no such piece can move there in this way", "その駒はそのように動けません", "该棋子不能这样走"),
    ("no such piece can be dropped", "打てる駒がありません", "没有可以打入的棋子"),
    ("not a move on this board", "このゲームにはない手です", "这种棋没有这样的着法"),
    ("no piece on the origin square", "そのマスに駒がありません", "该格没有棋子"),
    ("the piece belongs to the opponent", "相手の駒です", "这是对方的棋子"),
    ("the piece cannot move there", "その駒はそこへ動けません", "该棋子走不到那里"),
    ("another piece is in the way", "間に駒があります", "中间有棋子挡住"),
    ("there is no piece in between to jump over", "飛び越える駒がありません", "中间没有炮架"),
    ("there is more than one piece in between to jump over", "飛び越えられる駒は一枚だけです", "中间的炮架多于一个"),
    ("the piece can move there only to capture", "そこへは駒を取るときだけ動けます", "只有吃子时才能走到那里"),
    ("the piece cannot capture there", "そこへは空きマスのときだけ動けます", "那里只能走到空格，不能吃子"),
    ("the destination has a piece of the same side", "自分の駒があります", "那里有己方的棋子"),
    ("the piece cannot promote", "その駒は成れません", "该棋子不能升变"),
    ("promotion requires moving from or into the promotion zone", "敵陣の外では成れません",
     "只有进入、离开升变区或在其中走子时才能升变"),
    ("the piece must promote there", "行き所がなくなるので成らなければなりません", "不升变就无路可走，必须升变"),
    ("no such piece in hand", "その駒は持ち駒にありません", "没有这种持驹"),
    ("the square is already occupied", "駒のあるマスには打てません", "该格已有棋子，不能打入"),
    ("the piece could never move from there", "行き所のない駒は打てません", "打在那里就无路可走"),
    ("the file already has an unpromoted pawn of the same side", "二歩です", "二步"),
    ("the king would be in check there", "玉が取られる所へは動けません", "玉将走到那里会被吃"),
    ("the king would remain in check", "王手がかかっています", "没有解除将军"),
    ("the piece is pinned: its king would be in check", "動かすと玉が取られます", "该棋子被牵制，移动后玉将会被吃"),
    ("the piece would become a screen for a check of its own king", "大砲の踏み台になり、玉に王手がかかります",
     "会成为炮架，使己方玉将被将军"),
    ("a pawn drop must not give mate", "打ち歩詰めです", "打步诘"),
    ("the limit of consecutive checks is reached", "連続王手の上限に達しています", "连续将军已达上限"),
    ("a king has reached its goal and won the game", "玉が目標に着き、対局は終わっています",
     "玉将已到达目标，对局已经结束"),
    ("it is {0}'s turn, and the engine is thinking; 'stop' makes it move",
     "{0}の手番で、エンジンが考えています。stop ですぐに指します", "轮到{0}，引擎正在思考。stop 让它马上走"),
    ("The engine plays no side; 'go' lets it play a move.", "エンジンはどちらも持ちません。go で一手指します。",
     "引擎不执棋。go 让它走一着。"),
    ("The engine plays Black.", "エンジンが先手を持ちます。", "引擎执先手。"),
    ("The engine plays White.", "エンジンが後手を持ちます。", "引擎执后手。"),
    ("The engine plays both sides; 'stop' ends that.", "エンジンが両方を持ちます。stop で終わります。",
     "引擎执双方。stop 停止。"),
    ("The engine plays with a rating of {0}.", "エンジンのレーティングは{0}です。", "引擎的等级分为{0}。"),
    ("The engine plays at full strength, level {0}.", "エンジンは全力で指します（レベル{0}）。", "引擎全力走棋（等级{0}）。"),
    ("The engine plays at level {0} of {1}.", "エンジンはレベル{0}で指します（最高{1}）。", "引擎以等级{0}走棋（最高{1}）。"),
    ("play: invalid side {0}: expected black, white, both or none", "play：{0}は使えません。black、white、both、none のどれかです",
     "play：{0}无效，应为 black、white、both 或 none"),
    ("level: invalid number {0}: expected {1} to {2}", "level：{0}は使えません。{1}から{2}までの数です",
     "level：{0}无效，应为{1}到{2}的数"),
    ("undo: there is no move to take back", "undo：戻せる手がありません", "undo：没有可以撤回的着法"),
    ("undo: invalid number {0}: expected the number of moves to take back", "undo：{0}は使えません。戻す手の数です",
     "undo：{0}无效，应为撤回的着数"),
    ("undo: only one move can be taken back", "undo：戻せるのは一手だけです", "undo：只能撤回一着"),
    ("undo: only {0} moves can be taken back; 'undo {0}' goes to the start", "undo：戻せるのは{0}手までです。undo {0} で最初に戻ります",
     "undo：最多撤回{0}着。undo {0} 回到开始"),
    ("unknown command {0}; did you mean '{1}'?", "{0}というコマンドはありません。{1} ですか？", "没有命令{0}。是 {1} 吗？"),
    ("unknown command {0}; type 'help' for a list of commands", "{0}というコマンドはありません。一覧は help で表示します",
     "没有命令{0}。help 显示所有命令"),
    ("go: {0}; no search is started; 'help go' lists the limits", "go：{0}。探索しません。指定は help go で表示します",
     "go：{0}。不进行搜索。help go 显示可用的限制"),
    ("unknown limit {0}", "{0}は使えません", "{0}无效"),
    ("The last game is kept: 'recent 1' goes back to it.", "前の対局は残っています。recent 1 で戻れます。",
     "上一局已保留。recent 1 可以回到该局。"),
    ("The game is kept in {0}: 'recent 1' goes back to it.", "対局は {0} に残っています。recent 1 で戻れます。",
     "对局保留在 {0}。recent 1 可以回到该局。"),
    ("Games are not kept: {0}: {1}", "対局を残せません：{0}：{1}", "不能保留对局：{0}：{1}"),
    ("There are no games yet that were left.", "最近の対局はまだありません。", "还没有最近的对局。"),
    ("recent: invalid number {0}; 'recent' lists the games", "recent：{0}は使えません。recent で一覧を表示します",
     "recent：{0}无效。recent 显示对局列表"),
    ("'recent 1' goes back to the first. Folder: {0}", "recent 1 で一局目に戻ります。フォルダー：{0}",
     "recent 1 回到第一局。位置：{0}"),
    ("Loaded {0} of {1}", "{1}の棋譜を読み込みました（{0}）", "读入{1}的棋谱（{0}）"),
    ("1 move", "1手", "1着"),
    ("{0} moves", "{0}手", "{0}着"),
    ("just now", "たった今", "刚才"),
    ("1 minute ago", "1分前", "1分钟前"),
    ("{0} minutes ago", "{0}分前", "{0}分钟前"),
    ("1 hour ago", "1時間前", "1小时前"),
    ("{0} hours ago", "{0}時間前", "{0}小时前"),
    ("1 day ago", "1日前", "1天前"),
    ("{0} days ago", "{0}日前", "{0}天前"),
    ("Type 'quit' or press Ctrl-D to end.", "quit か Ctrl-D で終わります。", "quit 或 Ctrl-D 结束。"),
    ("Play", "対局", "对局"),
    ("Game", "棋譜", "棋谱"),
    ("Board", "盤", "棋盘"),
    ("Engine", "その他", "引擎"),
    ("play a move (or: c3c4, P-7f)", "指す（７六歩、P-7f でも可）", "走棋（也可写７六步、P-7f）"),
    ("let the engine play a move", "エンジンが一手指す", "让引擎走一着"),
    ("what the engine plays (or: both, none)", "エンジンの手番（both、none も可）", "引擎执哪方（也可用 both、none）"),
    ("play weaker: 0 to 20 (or: elo N)", "強さ：0から20（または elo N）", "强度：0到20（或 elo N）"),
    ("show a good move", "良い手を見る", "提示一着好棋"),
    ("take back the last move, or N", "一手または N 手戻す", "撤回一着或 N 着"),
    ("give up the game", "投了する", "认输"),
    ("start a game, with handicap if named", "新しい対局（駒落ちも可）", "新对局（可让子）"),
    ("keep the game as KIF, CSA, PGN ...", "棋譜を保存（KIF、CSA、PGN など）", "保存棋谱（KIF、CSA、PGN 等）"),
    ("continue a game from a file", "ファイルの対局を続ける", "读入棋谱继续对局"),
    ("the last games, or go back to one", "最近の対局、その一つに戻る", "最近的对局，回到其中一局"),
    ("show the board with all details", "局面の詳細を見る", "显示局面的全部信息"),
    ("how the game is played", "駒の動きとルール", "棋子的走法和规则"),
    ("draw pieces as kanji, or as letters", "駒を漢字で、または文字で描く", "棋子用汉字或字母表示"),
    ("the legal moves; a static score", "合法手、探索なしの評価値", "合法着法，不搜索的评分"),
    ("set up a position", "局面を作る", "设置局面"),
    ("end the search, like Ctrl-C", "探索を終える（Ctrl-C と同じ）", "停止搜索（同 Ctrl-C）"),
    ("set an option, such as Threads", "Threads などの設定", "设置 Threads 等选项"),
    ("speak a protocol, for programs", "プログラム用の通信", "供程序使用的协议"),
    ("end the program, like Ctrl-D", "終了する（Ctrl-D と同じ）", "退出（同 Ctrl-D）"),
    ("The game is {0}; 'help new' lists the others.\n'help COMMAND' explains a command, such as 'help play'.",
     "今のゲームは{0}です。ほかは help new で表示します。\nhelp play のように入力するとコマンドを英語で説明します。",
     "现在的棋种是{0}。help new 显示其他棋种。\nhelp play 这样输入可显示命令的英文说明。"),
    ("'piece {0}' shows how one moves.", "動きは piece {0} のように入力すると表示します。", "输入 piece {0} 显示走法。"),
    ("'pieces' lists the pieces, 'piece {0}' shows how one moves.",
     "駒の一覧は pieces、動きは piece {0} で表示します。", "pieces 显示所有棋子，piece {0} 显示走法。"),
    ("moves and captures there", "動ける、取れる", "可走，可吃"),
    ("moves there, but does not capture", "動けるが、取れない", "可走，不可吃"),
    ("captures there, but does not move there", "取れるが、動けない", "可吃，不可走"),
    ("another piece, of either side", "ほかの駒（敵味方を問わない）", "其他棋子（任何一方）"),
    ("another piece; captured if it is the opponent's", "ほかの駒。相手の駒なら取れる", "其他棋子，是对方的可吃"),
    ("{0} in the game, both sides together", "両方合わせて{0}枚", "双方共{0}枚"),
    ("{0} in Western notation", "英語の棋譜では{0}", "英文棋谱中为{0}"),
    ("does not promote", "成れない", "不能升变"),
    ("must promote on the last rank", "最も奥の段では必ず成る", "在最后一行必须升变"),
    ("must promote on the last {0} ranks", "奥から{0}段では必ず成る", "在最后{0}行必须升变"),
    ("; ", "、", "，"),
    ("There is no promotion zone.", "成る場所はない。", "没有升变区。"),
    ("Pieces can promote on the last 3 ranks.", "奥の3段で成れる。", "在最后3行可以升变。"),
    ("A captured piece joins the other side, and can be dropped instead of a move.",
     "取った駒は持ち駒になり、動かす代わりに打てる。", "吃掉的棋子成为持驹，可以打入代替走棋。"),
    ("Two pawns allowed on a file.", "二歩は可。", "允许二步。"),
    ("No drop of a second pawn on a file.", "歩のある筋に歩を打てない。", "有步的一列不能再打步。"),
    ("No two pawns on a file.", "二歩は反則。", "禁止二步。"),
    ("Mate by a pawn drop allowed.", "打ち歩詰めは可。", "允许打步诘。"),
    ("No mate by a pawn drop.", "打ち歩詰めは反則。", "禁止打步诘。"),
    ("Repetition is a draw.", "千日手は引き分け。", "千日手为和棋。"),
    ("Repetition is a draw, perpetual check loses.", "千日手は引き分け、連続王手は負け。", "千日手为和棋，连续将军判负。"),
    ("At most 3 checks in a row.", "連続王手は3回まで。", "连续将军最多3次。"),
    ("Impasse at 38 points.", "相入玉は38点法。", "双方入玉按38点计算。"),
    ("Declaration at 28 points, 27 for White.", "入玉宣言は先手28点、後手27点。", "入玉宣言：先手28点，后手27点。"),
    ("Saved {0} to {1}", "{1}に保存しました（{0}）", "已保存到{1}（{0}）"),
    ("expected the name of a file", "ファイル名が必要です", "需要文件名"),
    ("{0} exists; 'save! {1}' overwrites it", "{0}はすでにあります。save! {1} で上書きします",
     "{0}已存在。save! {1} 覆盖它"),
    ("new: unknown handicap {0}. {1}", "new：{0}という手合割はありません。{1}", "new：没有让子{0}。{1}"),
    ("Stalemate is a draw.", "指す手がなければ引き分け。", "无着可走为和棋。"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_choose_the_language() {
        for (locale, expected) in [
            ("ja_JP.UTF-8", Language::Japanese),
            ("ja", Language::Japanese),
            ("zh_CN.UTF-8", Language::Simplified),
            ("zh_TW", Language::Traditional),
            ("zh-Hant-HK", Language::Traditional),
            ("C.UTF-8", Language::English),
            ("jam_JM", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), expected, "{locale}");
        }
    }

    #[test]
    fn every_text_has_the_same_values_in_all_languages() {
        let places = |text: &str| {
            let found = (0..4).filter(|number| text.contains(&format!("{{{number}}}")));
            found.collect::<Vec<_>>()
        };
        for (index, (english, japanese, chinese)) in TEXTS.iter().enumerate() {
            assert_eq!(places(english), places(japanese), "{english}");
            assert_eq!(places(english), places(chinese), "{english}");
            assert!(TEXTS[..index].iter().all(|(other, ..)| other != english), "{english}");
        }
        assert_eq!(Language::Japanese.fill("{0} moves", &[&3]), "3手");
        assert_eq!(Language::Traditional.text("{0} is mated"), "{0}被詰死");
        assert_eq!(Language::English.fill("{0} {x} {9}", &[&1]), "1 {x} {9}");
    }

    #[test]
    fn moves_are_written_and_read_in_chinese() {
        let start = Position::start(games::by_name("shogi").unwrap());
        let mv = records::parse_move(&start, &from_chinese("７六步")).unwrap();
        assert_eq!(Language::Simplified.move_text(&start, mv), "▲７六步");
        assert_eq!(Language::Japanese.move_text(&start, mv), "▲７六歩");
        assert_eq!(Language::English.move_text(&start, mv), "P-7f");
    }

    #[test]
    fn the_rules_of_all_games_are_translated() {
        for rules in games::all().filter(|rules| games::source(rules.name()).is_some()) {
            for rule in games::rule_sentences(rules) {
                assert_ne!(Language::Japanese.text(&rule), rule, "{}", rules.name());
            }
        }
    }

    #[test]
    fn the_reasons_of_illegal_moves_are_those_of_the_board() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../board/page/core/japanese.js");
        let board = std::fs::read_to_string(page).unwrap();
        let reasons = TEXTS.iter().filter(|(english, ..)| english.starts_with("the piece "));
        for (_, japanese, _) in reasons {
            assert!(board.contains(&format!("\"{japanese}\"")), "{japanese}");
        }
    }
}
