//! The commands of a session, their help, and suggestions for mistyped ones.

use crate::backend::Backend;
use crate::language::Language;
use crate::terminal::wrap::wrap;
use games::suggestion;
use records::handicaps;
use rules::{Rules, quoted};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;
use vampirc_usi::command_word;

/// Width of the help where no terminal has another.
const DEFAULT_WIDTH: usize = 80;

/// A command of a session, or several that `help` explains together.
pub(crate) struct Command {
    pub names: &'static [&'static str],
    /// What other programs call it. It is not accepted, but suggested.
    other_names: &'static [&'static str],
    usage: &'static str,
    /// A few words, so that a line of the overview fits into a narrow terminal. Like the details in English, Japanese and
    /// Chinese.
    summary: [&'static str; 3],
    details: [&'static str; 3],
}

/// The commands by group, in the order of the overview.
const GROUPS: [(&str, &[Command]); 4] =
    [("Play", PLAY), ("Game", GAME), ("Board", BOARD), ("Engine", ENGINE)];

const PLAY: &[Command] = &[
    Command {
        names: &["move"],
        other_names: &[],
        usage: "7g7f",
        summary: [
            "play a move (or: c3c4, P-7f)",
            "指す（７六歩、P-7f でも可）",
            "走棋（也可写７六步、P-7f）",
        ],
        details: [
            "\
Plays the move and shows the board. Moves are written as in USI (7g7f, 8h2b+, P*5e), UCI (c3c4), Western (P-7f, \
Bx2b+) or Japanese notation (▲７六歩, 76歩). Several moves are played one after the other. 'moves' lists those that are legal.",
            "\
指して盤を表示します。指し手は USI（7g7f、8h2b+、P*5e）、UCI（c3c4）、英語（P-7f、Bx2b+）、日本語（▲７六歩、\
76歩）のどれでも書けます。いくつも書くと続けて指します。合法手は moves で表示します。",
            "\
走棋并显示棋盘。着法可用 USI（7g7f、8h2b+、P*5e）、UCI（c3c4）、英文（P-7f、Bx2b+）或中文（▲７六步、76步）书写。\
写多个着法则依次走。moves 显示合法着法。",
        ],
    },
    Command {
        names: &["go"],
        other_names: &["search", "analyse", "analyze", "think"],
        usage: "go [LIMIT]",
        summary: ["let the engine play a move", "エンジンが一手指す", "让引擎走一着"],
        details: [
            "\
The engine thinks for three seconds and plays a move for the side to move. A limit takes the place of the three \
seconds: 'go depth 20', 'go nodes 1000000', 'go movetime 10000' (in milliseconds). These play no move: 'go infinite' \
searches until 'stop', 'go mate' looks for a mate by checks alone, 'go perft N' counts the leaf nodes at depth N.",
            "\
エンジンが三秒考え、手番の側の一手を指します。go depth 20、go nodes 1000000、go movetime 10000（ミリ秒）のように書くと、\
三秒の代わりになります。次のものは指しません：go infinite は stop まで考え、go mate は王手の連続による詰みを探し、\
go perft N は深さ N の局面を数えます。",
            "\
引擎思考三秒，为走棋方走一着。go depth 20、go nodes 1000000、go movetime 10000（毫秒）可代替三秒。以下不走棋：\
go infinite 搜索到 stop 为止，go mate 寻找连续将军的诘，go perft N 计算深度 N 的局面数。",
        ],
    },
    Command {
        names: &["play"],
        other_names: &["side", "sides", "opponent"],
        usage: "play SIDE",
        summary: [
            "what the engine plays (or: both, none)",
            "エンジンの手番（both、none も可）",
            "引擎执哪方（也可用 both、none）",
        ],
        details: [
            "\
After 'play white' the engine answers each of your moves with one for White; 'play black' is for Black. With \
'play both' it plays against itself until 'stop' or Ctrl-C, and 'play none' ends all that. Without a side, says what \
the engine plays. The board is shown after its answers.",
            "\
play white とすると、指すたびにエンジンが後手の手で答えます。play black は先手です。play both では stop か Ctrl-C までエンジンどうしが指し、\
play none ですべて終わります。手番を書かないと、エンジンの手番を表示します。盤はエンジンの手の後に表示します。",
            "\
play white 之后，每走一着引擎就以后手应答；play black 则执先手。play both 让引擎自己对弈，直到 stop 或 Ctrl-C；\
play none 结束这些。不写哪一方时，显示引擎执哪方。棋盘在引擎应答之后显示。",
        ],
    },
    Command {
        names: &["level"],
        other_names: &["skill", "strength", "elo"],
        usage: "level N",
        summary: [
            "play weaker: 0 to 20 (or: elo N)",
            "強さ：0から20（または elo N）",
            "强度：0到20（或 elo N）",
        ],
        details: [
            "\
Sets the strength of the engine from 0, for beginners, to 20, its full strength; or, with 'level elo N', as a rating \
from 600 to 3000. Hints are of full strength at every level. Without a number, says what the level is.",
            "\
エンジンの強さを、初心者向けの0から全力の20までの数で決めます。level elo N ではレーティング（600から3000）で決めます。\
hint はどの強さでも全力です。数を書かないと、今の強さを表示します。",
            "\
设置引擎的强度，从适合初学者的0到全力的20；level elo N 则按等级分（600到3000）设置。提示在任何等级都是全力。\
不写数字时显示当前的等级。",
        ],
    },
    Command {
        names: &["hint"],
        other_names: &["tip", "advice"],
        usage: "hint",
        summary: ["show a good move", "良い手を見る", "提示一着好棋"],
        details: [
            "\
Thinks for three seconds at full strength and shows the best move without playing it.",
            "\
全力で三秒考え、最善の手を指さずに表示します。",
            "\
以全力思考三秒，显示最佳着法而不走棋。",
        ],
    },
    Command {
        names: &["undo"],
        other_names: &["back", "takeback", "remove", "u"],
        usage: "undo [N]",
        summary: ["take back the last move, or N", "一手または N 手戻す", "撤回一着或 N 着"],
        details: [
            "\
Takes back the last move, or the last N moves. When the engine plays a side, that is your last move and the engine's \
answer, or the last N of yours with its answers. A resignation is taken back first.",
            "\
一手、または N 手戻します。エンジンが片方を持つときは、自分の手とエンジンの答えをまとめて一手と数えます。\
投了した後は、まず投了を取り消します。",
            "\
撤回一着或 N 着。引擎执一方时，自己的着法与引擎的应答一起算一着。认输之后，先撤回认输。",
        ],
    },
    Command {
        names: &["resign", "claim"],
        other_names: &["surrender", "declare"],
        usage: "resign, claim",
        summary: [
            "give up the game; claim an impasse",
            "投了する、入玉を宣言する",
            "认输；入玉宣言",
        ],
        details: [
            "\
'resign' ends the game with a loss: of your side when the engine plays the other, otherwise of the side to move. \
'claim' ends it by the rule of impasse when it is your turn: 'd' says when you may claim a win or, in some games, a \
draw. 'undo' takes both back.",
            "\
resign は対局を負けで終えます。エンジンが片方を持つときは自分の側、そうでないときは手番の側の負けです。\
claim は自分の手番で、持将棋・入玉宣言のルールにより対局を終えます。宣言できる局面では d がそう表示します。\
どちらも undo で取り消せます。",
            "\
resign 以负结束对局：引擎执一方时是自己一方负，否则是走棋方负。claim 在轮到自己时按入玉规则结束对局，可以宣言时 d \
会显示。两者都可以用 undo 撤回。",
        ],
    },
];

const GAME: &[Command] = &[
    Command {
        names: &["new"],
        other_names: &["start", "restart", "reset", "variant"],
        usage: "new [GAME]",
        summary: [
            "start a game, with handicap if named",
            "新しい対局（駒落ちも可）",
            "新对局（可让子）",
        ],
        details: [
            "\
'new' starts the game again, 'new shogi' starts a game of shogi, and 'new shogi rook and bishop' one in which White \
plays without these pieces and moves first. 'new bishop' gives a handicap in the current game. To make another game \
the default, start the program with --variant shogi, or by a name that ends in the game's, such as ozutsu-shogi.",
            "\
new で最初から、new shogi で本将棋を始めます。new shogi rook and bishop では、後手がその駒なしで先に指します。\
new bishop は今のゲームの駒落ちです。いつも別のゲームで始めるには、--variant shogi を付けるか、ozutsu-shogi のように名前がゲーム名で終わるプログラムを起動します。",
            "\
new 重新开始，new shogi 开始一局本将棋，new shogi rook and bishop 让后手不用这些棋子而先走。new bishop 在当前棋种中让子。\
要以别的棋种为默认，用 --variant shogi 启动，或把程序命名为以棋种结尾的名称，如 ozutsu-shogi。",
        ],
    },
    Command {
        names: &["save", "save!"],
        other_names: &["write", "export"],
        usage: "save FILE",
        summary: [
            "keep the game as KIF, CSA, PGN ...",
            "棋譜を保存（KIF、CSA、PGN など）",
            "保存棋谱（KIF、CSA、PGN 等）",
        ],
        details: [
            "\
Writes the game to a file in the format that its extension names: .kif, .ki2, .csa, .jkf, .pgn, .usi, .sfen, .tsv \
(a match log) or .gamecourier. An existing file is overwritten only by 'save! FILE'.",
            "\
拡張子の形式で棋譜を保存します：.kif、.ki2、.csa、.jkf、.pgn、.usi、.sfen、.tsv（対局の記録）、.gamecourier。\
すでにあるファイルは save! ファイル名 でだけ上書きします。",
            "\
按扩展名的格式保存棋谱：.kif、.ki2、.csa、.jkf、.pgn、.usi、.sfen、.tsv（对局记录）或 .gamecourier。已有的文件只有 save! 文件名 才会覆盖。",
        ],
    },
    Command {
        names: &["load"],
        other_names: &["open", "read", "import"],
        usage: "load FILE",
        summary: ["continue a game from a file", "ファイルの対局を続ける", "读入棋谱继续对局"],
        details: [
            "\
Reads the first game of a file, in any format that 'save' writes, and goes to its last move. If the game has no result \
and it is the engine's turn, the engine moves. 'undo' goes back.",
            "\
save の形式のファイルから最初の棋譜を読み、最後の手へ進みます。結果がなくエンジンの手番なら、エンジンが指します。\
undo で戻れます。",
            "\
读入文件中的第一局棋谱，格式与 save 相同，并走到最后一着。如果没有结果而且轮到引擎，引擎就走棋。undo 可以退回。",
        ],
    },
    Command {
        names: &["recent"],
        other_names: &["history", "games", "continue", "resume"],
        usage: "recent [N]",
        summary: [
            "the last games, or go back to one",
            "最近の対局、その一つに戻る",
            "最近的对局，回到其中一局",
        ],
        details: [
            "\
The games of a terminal are kept when another one begins or the program ends, the last twenty of them. 'recent' lists \
them and names their folder, 'recent 1' goes back to the last one.",
            "\
端末で指した対局は、次の対局を始めるときや終了するときに残ります（最近の20局）。recent で一覧とフォルダーを表示し、\
recent 1 で最後の対局に戻ります。",
            "\
在终端上下的对局，在开始新对局或退出时会保留，最多二十局。recent 显示列表和文件夹，recent 1 回到最后一局。",
        ],
    },
];

const BOARD: &[Command] = &[
    Command {
        names: &["d"],
        other_names: &["board", "show", "display", "print"],
        usage: "d",
        summary: ["show the board with all details", "局面の詳細を見る", "显示局面的全部信息"],
        details: [
            "\
Shows the board, the state of the game, the last move, checks, the position as SFEN, and its key.",
            "\
盤、対局の状態、最後の手、王手、局面の SFEN とキーを表示します。",
            "\
显示棋盘、对局状态、最后一着、将军、局面的 SFEN 和键。",
        ],
    },
    Command {
        names: &["pieces", "piece", "rules"],
        other_names: &["how", "movement", "rule"],
        usage: "pieces, rules",
        summary: ["how the game is played", "駒の動きとルール", "棋子的走法和规则"],
        details: [
            "\
'pieces' lists the pieces of the game, 'piece gold cannon' draws how one moves, unpromoted and promoted, and 'piece \
cannon' does so for all cannons. A letter or a kanji names a piece, too. 'rules' tells what is special about the game.",
            "\
pieces で駒の一覧を、piece gold cannon で金砲の動きを成る前と成った後について表示します。piece cannon はすべての砲です。\
駒は文字や漢字でも指定できます。rules はこのゲームのルールを表示します。",
            "\
pieces 列出所有棋子，piece gold cannon 画出该棋子升变前后的走法，piece cannon 画出所有的炮。也可以用字母或汉字指定棋子。\
rules 说明这种棋的特别之处。",
        ],
    },
    Command {
        names: &["kanji"],
        other_names: &["script", "letters", "glyphs"],
        usage: "kanji [off]",
        summary: [
            "draw pieces as kanji, or as letters",
            "駒を漢字で、または文字で描く",
            "棋子用汉字或字母表示",
        ],
        details: [
            "\
Draws the pieces as kanji; White's are prefixed with v. 'kanji off' draws them as letters again. In a Japanese or Chinese \
locale they are kanji from the start.",
            "\
駒を漢字で描きます。後手の駒には v が付きます。kanji off で文字に戻ります。日本語と中国語の環境では、初めから漢字です。",
            "\
用汉字表示棋子，后手的棋子前有 v。kanji off 恢复为字母。在日文或中文环境中，一开始就是汉字。",
        ],
    },
    Command {
        names: &["moves", "eval"],
        other_names: &["legal", "evaluate", "score"],
        usage: "moves, eval",
        summary: [
            "the legal moves; a static score",
            "合法手、探索なしの評価値",
            "合法着法，不搜索的评分",
        ],
        details: [
            "\
'moves' lists the legal moves in the notation of the protocol, USI if none was chosen. 'eval' prints the static \
evaluation of the position for the side to move.",
            "\
moves は合法手を通信の書き方（選んでいなければ USI）で表示します。eval は手番の側から見た、探索なしの評価値です。",
            "\
moves 以协议的记法（未选择时为 USI）列出合法着法。eval 显示走棋方的静态评分。",
        ],
    },
    Command {
        names: &["position"],
        other_names: &["setup", "sfen", "fen", "setboard"],
        usage: "position ...",
        summary: ["set up a position", "局面を作る", "设置局面"],
        details: [
            "\
'position startpos' sets up the start position of the game, 'position sfen S' a position in SFEN, 'position fen F' one \
in FEN. Moves may follow: 'position startpos moves 7g7f 3c3d'.",
            "\
position startpos で開始局面、position sfen S で SFEN の局面、position fen F で FEN の局面にします。position startpos moves 7g7f 3c3d のように指し手を続けられます。",
            "\
position startpos 设置开始局面，position sfen S 设置 SFEN 局面，position fen F 设置 FEN 局面。之后可以接着法：\
position startpos moves 7g7f 3c3d。",
        ],
    },
];

const ENGINE: &[Command] = &[
    Command {
        names: &["stop"],
        other_names: &["halt", "abort"],
        usage: "stop",
        summary: [
            "end the search, like Ctrl-C",
            "探索を終える（Ctrl-C と同じ）",
            "停止搜索（同 Ctrl-C）",
        ],
        details: [
            "\
Ends the search, which answers with what it has found.",
            "\
探索を終えます。それまでに見つけた手を答えます。",
            "\
停止搜索，并以已找到的结果回答。",
        ],
    },
    Command {
        names: &["setoption"],
        other_names: &["set", "option", "options"],
        usage: "setoption ...",
        summary: ["set an option, such as Threads", "Threads などの設定", "设置 Threads 等选项"],
        details: [
            "\
'setoption name Threads value 4' searches with four threads, 'setoption name USI_Hash value 256' with 256 MiB for the \
hash table. 'usi' lists all options.",
            "\
setoption name Threads value 4 で4スレッド、setoption name USI_Hash value 256 で置換表を256 MiB にします。\
設定の一覧は usi で表示します。",
            "\
setoption name Threads value 4 用四个线程搜索，setoption name USI_Hash value 256 让置换表用256 MiB。usi 列出所有选项。",
        ],
    },
    Command {
        names: &["usi", "uci"],
        other_names: &["xboard", "protocol"],
        usage: "usi, uci",
        summary: ["speak a protocol, for programs", "プログラム用の通信", "供程序使用的协议"],
        details: [
            "\
Lists the options, and from now on speaks the protocol USI or UCI, as graphical interfaces expect: 'go' only answers, \
and commands such as 'play' are gone.",
            "\
設定の一覧を表示し、以後は将棋 GUI 用の USI か UCI で通信します。go は答えるだけになり、play などのコマンドは使えません。",
            "\
列出选项，此后使用图形界面所用的 USI 或 UCI 协议：go 只作回答，play 等命令不再可用。",
        ],
    },
    Command {
        names: &["quit"],
        other_names: &["exit", "bye", "end", "q"],
        usage: "quit",
        summary: ["end the program, like Ctrl-D", "終了する（Ctrl-D と同じ）", "退出（同 Ctrl-D）"],
        details: [
            "\
Ends the program at once. The game is kept: 'recent' lists it when the program is started again.",
            "\
すぐに終了します。対局は残り、次に起動したとき recent で表示します。",
            "\
立即退出。对局会保留，下次启动时 recent 会列出它。",
        ],
    },
];

/// Commands that the overview leaves out: those who need them know their names.
const FOR_DEVELOPERS: &[Command] = &[
    Command {
        names: &["usinewgame", "ucinewgame"],
        other_names: &["clear"],
        usage: "usinewgame",
        summary: [
            "forget what earlier searches learned",
            "探索で覚えたことを消す",
            "清除搜索所学到的内容",
        ],
        details: [
            "\
Clears the hash table and what else earlier searches have learned. The position stays.",
            "\
置換表など、これまでの探索で覚えたことを消します。局面は変わりません。",
            "\
清除置换表和以前搜索所学到的内容。局面不变。",
        ],
    },
    Command {
        names: &["bench"],
        other_names: &["benchmark", "speed"],
        usage: "bench [DEPTH]",
        summary: ["search fixed positions", "決まった局面を探索する", "搜索固定的局面"],
        details: [
            "\
Searches fixed positions of all games to a depth, and prints the nodes and their number per second.",
            "\
すべてのゲームの決まった局面を深さまで探索し、局面数と毎秒の局面数を表示します。",
            "\
把所有棋种的固定局面搜索到指定深度，显示节点数和每秒节点数。",
        ],
    },
];

/// Returns all commands.
fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().flat_map(|(_, commands)| *commands).chain(FOR_DEVELOPERS)
}

/// Returns the words that can begin a line, except moves.
pub(crate) fn command_names() -> impl Iterator<Item = &'static str> {
    // `move` is only a topic of the help.
    help_topics().filter(|name| *name != "move").chain(["help"])
}

/// Returns the topics of the help.
pub(crate) fn help_topics() -> impl Iterator<Item = &'static str> {
    commands().flat_map(|command| command.names).copied()
}

/// Returns a line of a person with the name of its command in lower case. `?` asks for the help.
pub(crate) fn with_command_name(line: &str) -> Cow<'_, str> {
    let word = command_word(line);
    let lower = if word == "?" { "help".into() } else { word.to_ascii_lowercase() };
    if lower == word || !command_names().any(|name| name == lower) {
        return line.into();
    }
    line.replacen(word, &lower, 1).into()
}

/// Returns the command that a word was probably meant to be.
fn suggest(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    if let Some(command) = commands().find(|command| command.other_names.contains(&&*word)) {
        return command.names.first().copied();
    }
    suggestion(&word, command_names())
}

/// Returns the overview of all commands.
fn overview(rules: &'static Rules, language: Language) -> String {
    let mut text = String::new();
    for (title, commands) in GROUPS {
        for (index, command) in commands.iter().enumerate() {
            let title = if index == 0 { language.text(title) } else { String::new() };
            let padding = 8_usize.saturating_sub(title.width());
            let summary = language.choose(command.summary);
            text += &format!("{title}{:padding$}{:<14}{summary}\n", "", command.usage);
        }
    }
    text + &language.fill(
        "The game is {0}; 'help new' lists the others.\n\
         'help COMMAND' explains a command, such as 'help play'.",
        &[&language.title(rules)],
    )
}

/// Returns the explanation of a command.
fn explain(command: &Command, rules: &'static Rules, language: Language) -> String {
    let [summary, details] = [command.summary, command.details].map(|texts| language.choose(texts));
    let mut text = format!("{}: {summary}\n\n{details}", command.usage);
    if command.names.contains(&"new") {
        let current = language.text(" (current)");
        let games: Vec<_> = games::names()
            .map(|name| if name == rules.name() { format!("{name}{current}") } else { name.into() })
            .collect();
        text += "\n\n";
        text += &language.fill("Games: {0}", &[&games.join(", ")]);
        text += &format!("\n{}", list_handicaps(rules, language));
    }
    text
}

/// Returns a line with the handicaps of a game.
pub(crate) fn list_handicaps(rules: &'static Rules, language: Language) -> String {
    let names: Vec<_> = handicaps(rules).map(|handicap| handicap.english).collect();
    match names[..] {
        [] => language.fill("There are no handicaps in {0}.", &[&rules.name()]),
        _ => language.fill("Handicaps in {0}: {1}", &[&rules.name(), &names.join("; ")]),
    }
}

/// Answers `help`, or `help COMMAND`.
pub(crate) fn show_help(backend: &Backend, topic: Option<&str>) {
    let (rules, output) = (backend.options.variant, &backend.output);
    let language = output.language();
    let width = output.terminal_width().unwrap_or(DEFAULT_WIDTH);
    let topic = topic.unwrap_or("help").to_lowercase();
    let text = match commands().find(|command| command.names.contains(&&*topic)) {
        Some(command) => explain(command, rules, language),
        None if topic == "help" => overview(rules, language),
        None => return output.tell(describe_unknown(backend, &topic)),
    };
    output.print_text(&wrap(&text, width));
}

/// Returns the error for an unknown command. A person is told which one was probably meant.
pub(crate) fn describe_unknown(backend: &Backend, word: &str) -> String {
    let language = backend.output.language();
    let (english, name) = match suggest(word).filter(|_| backend.protocol.is_none()) {
        Some(name) => ("unknown command {0}; did you mean '{1}'?", name),
        None => ("unknown command {0}; type 'help' for a list of commands", ""),
    };
    language.fill(english, &[&quoted(word), &name])
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [Language; 4] =
        [Language::English, Language::Japanese, Language::Simplified, Language::Traditional];

    #[test]
    fn the_overview_fits_into_a_small_terminal() {
        for (rules, language) in games::all().flat_map(|rules| LANGUAGES.map(|l| (rules, l))) {
            let whole = overview(rules, language);
            let text = wrap(&whole, 60);
            assert!(text.lines().count() < 24, "{text}");
            assert!(text.lines().all(|line| line.width() <= 60), "{text}");
            // Only the last lines are wrapped.
            assert_eq!(whole.lines().next(), text.lines().next());
        }
    }

    #[test]
    fn every_topic_is_explained_in_a_small_terminal() {
        let rules = games::by_name("shogi").unwrap();
        for (command, language) in commands().flat_map(|command| LANGUAGES.map(|l| (command, l))) {
            let text = wrap(&explain(command, rules, language), 60);
            assert!(text.lines().count() < 24, "{text}");
            assert!(text.lines().all(|line| line.width() <= 60), "{text}");
            let is_english = text.contains(command.details[0].get(..20).unwrap_or("no details"));
            assert_eq!(is_english, language == Language::English, "{text}");
        }
    }

    #[test]
    fn the_closest_command_is_suggested() {
        for (word, expected) in [
            ("udno", Some("undo")),
            ("hnit", Some("hint")),
            ("Moves", Some("moves")),
            ("exit", Some("quit")),
            ("board", Some("d")),
            ("save1", Some("save")),
            ("usinewgam", Some("usinewgame")),
            ("x", None),
            ("move", Some("moves")),
            ("10a10b", None),
            ("castle", None),
        ] {
            assert_eq!(suggest(word), expected, "{word}");
        }
    }
}
