//! The flags of `ozutsu-match`, and those that all programs share.

use super::manual::{FlagDoc, Manual, Section, flag};

pub const MATCH: Manual = Manual {
    name: "ozutsu-match",
    about: "matches between USI and UCI engines in the games of the cannon shogi family",
    introduction: "\
Test whether a new version is stronger than the old one, playing two games at a time:

  ozutsu-match \\
    -engine name=new cmd=./ozutsu-new -engine name=old cmd=./ozutsu-old \\
    -each tc=1+0.01 option.USI_Hash=16 \\
    -variant cannonshogi,shosucourier,shogi -openings random -repeat \\
    -rounds 10000 -concurrency 2 -sprt elo0=0 elo1=10 -resume new-old.state

Play against a UCI engine. Fairy-Stockfish is sent the definitions of our games automatically:

  ozutsu-match -engine cmd=./ozutsu -engine cmd=stockfish proto=uci \\
    -each st=0.1 option.Hash=16 -variant cannonshosu -games 100 -repeat -openings random",
    sections: &[
        Section {
            title: "Engines",
            text: "\
Values of -engine and -each:
  cmd=PROGRAM        the program             dir=FOLDER    its working directory
  With dir=, a relative cmd= is a path from that folder, as in fastchess: dir=new cmd=ozutsu and
  dir=new cmd=./ozutsu start new/ozutsu. A name without a slash that is not there is searched in PATH.
  args='A B'         its arguments           arg=A         one argument, may contain spaces
  name=NAME          its name in the results proto=usi|uci its protocol [default: usi]
  option.NAME=VALUE  an engine option; Hash and USI_Hash mean the same
  tc=[MOVES/]TIME[+INC]  the clock, in seconds or minutes:seconds; tc=inf is no clock
  byoyomi=SECONDS    time for each move once the clock has run out
  st=SECONDS         fixed time for each move
  nodes=N  depth=N   limits for each move, with or without a clock
  timemargin=MS      how far a move may exceed its time [default: 20]
  stall=SECONDS      how long an engine may take to answer once its time is over, before it is
                     killed [default: 2]; without a clock, also how long a search may take
                     [default: 600]
  startup=SECONDS    how long it may take to answer usi or uci [default: 30]
  ping=SECONDS       how long it may take to answer isready [default: 30]; every line that it prints
                     extends this, up to ten times in all
",
            flags: &[&[
                flag("-engine KEY=VALUE...", "an engine; there are two or more").words(ENGINE_KEYS),
                flag("-each KEY=VALUE...", "values for all engines").words(ENGINE_KEYS),
                flag("-startup-ms N", "as startup= for all engines, in milliseconds"),
                flag("-ping-ms N", "as ping= for all engines, in milliseconds"),
            ]],
        },
        Section {
            title: "Games",
            text: "",
            flags: &[
                GAME_FLAGS,
                &[
                    flag(
                        "-tournament round-robin|gauntlet",
                        "with more than two engines, which of them meet: every two [default], or the first and \
                         every other one",
                    )
                    .words("round-robin gauntlet"),
                    flag("-rounds N", "the number of rounds [default: 1]"),
                    flag(
                        "-games N",
                        "the number of games in each round of every two engines that meet [default: 2]; an odd \
                         total is rounded up to whole pairs",
                    ),
                    flag("-repeat", "play both games of a pair from the same opening, with colours swapped"),
                    flag("-seed N", "seed of the openings [default: drawn from the time]"),
                    flag("-srand N", "as -seed"),
                    flag("-wait MS", "wait between games"),
                    flag(
                        "-recover",
                        "restart engines that crash or stall, which lose, instead of ending the match. With a \
                         state file, the pair that ends the match is not stored, but played again",
                    ),
                ],
            ],
        },
        Section {
            title: "Ending games and the match early",
            text: "",
            flags: &[
                &[flag(
                    "-sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]",
                    "end the match when the test accepts a hypothesis",
                )
                .words("elo0= elo1= alpha= beta= model=logistic model=normalized")],
                ADJUDICATION_FLAGS,
            ],
        },
        Section {
            title: "Output",
            text: "",
            flags: &[
                &[
                    flag("-pgnout FILE", "append games as PGN"),
                    flag(
                        "-log FILE",
                        "append games as lines of tab-separated fields: game, Black, White, result, reason, USI \
                         position",
                    ),
                    flag("-state FILE", "store the results and games in a new file"),
                    flag(
                        "-resume FILE",
                        "store the results and games, and continue the match if the file exists; warns if an \
                         engine's file or id name has changed",
                    ),
                    flag(
                        "-shard I/N",
                        "play only part I of N, to spread a match over several machines; needs -seed",
                    ),
                    flag(
                        "--merge FILE...",
                        "print the results of several state files together; add -sprt for its result, -json for \
                         JSON",
                    ),
                    flag(
                        "--watch FOLDER",
                        "with --merge, print the running result of the state files in a folder, until -sprt \
                         accepts a hypothesis or all shards are complete",
                    ),
                    flag("-event NAME", "the name of the match in PGN"),
                    flag("-site NAME", "its place in PGN"),
                    flag(
                        "-ratinginterval N",
                        "print the results after every N games if stderr is not a terminal [default: 10]",
                    ),
                    flag("-json", "print JSON for programs, one object per line (docs/json.md)"),
                    flag(
                        "-debug",
                        "print to stderr what engines read (<) and write (>), with the milliseconds since the \
                         first line",
                    ),
                ],
                GENERAL_FLAGS,
            ],
        },
    ],
    notes: "\
An engine that makes an illegal move, crashes, does not answer, answers with an unreadable line or
exceeds its time loses the game, and the reason and the position are printed. Ctrl-C ends the match
and prints the results.

Exit status: 0 done, and with -sprt H1 accepted; 3 H0 accepted; 4 the test is undecided;
1 an engine crashed, stalled or cannot be used, or a result cannot be written; 2 bad input or usage;
130 interrupted by Ctrl-C
",
};

const ENGINE_KEYS: &str = "name= cmd= args= arg= dir= proto=usi proto=uci tc= st= byoyomi= nodes= depth= timemargin= \
                           stall= startup= ping= option.";

/// The flags of the engine that the tuning programs let play against itself.
pub const SELF_PLAY_FLAGS: &[FlagDoc] = &[
    flag("-engine KEY=VALUE...", "the engine, with the keys of ozutsu-match").words(ENGINE_KEYS),
    flag("-each KEY=VALUE...", "more of them").words(ENGINE_KEYS),
];

pub const GAME_FLAGS: &[FlagDoc] = &[
    flag("-variant A,B|all", "the games; pairs take turns among them [default: cannonshogi]"),
    flag(
        "-rules FILE...",
        "add games from files, and send the file to engines that do not know the game but have the option \
         VariantPath",
    ),
    flag(
        "-openings set [order=sequential|random] [plies=N] [start=N]",
        "the 300 stored openings of each game, repeated after the last, or random ones for a game without \
         [default: set order=random]",
    )
    .words("set random startpos file= order=random order=sequential plies= start= balance="),
    flag(
        "-openings random [plies=8] [balance=250]",
        "random moves after which a shallow search scores the position within the balance, where a pawn is about \
         290; depends on the seed",
    ),
    flag(
        "-openings file=FILE [order=sequential|random] [plies=N] [start=N]",
        "the positions of an EPD file, the last ones of PGN or other games, or lines of: [GAME] \
         startpos|SFEN|FEN [moves M M ...]",
    ),
    flag("-openings startpos", "the start position: without a clock, engines repeat one game"),
    flag("-concurrency N", "number of games played at the same time [default: 1]"),
];

pub const ADJUDICATION_FLAGS: &[FlagDoc] = &[
    flag(
        "-resign movecount=N score=CP",
        "adjudicate a loss after N consecutive moves with a score of -CP or less",
    )
    .words("movecount= score="),
    flag(
        "-draw movenumber=N movecount=N score=CP",
        "adjudicate a draw after movecount consecutive moves of both players with scores within CP of 0, from full \
         move movenumber on",
    )
    .words("movenumber= movecount= score="),
    flag("-maxmoves N", "adjudicate a draw after N full moves [default: 400]"),
];

pub const GENERAL_FLAGS: &[FlagDoc] = &[
    flag("-completions SHELL", "print the completion script for bash, fish, powershell or zsh")
        .words("bash fish powershell zsh"),
    flag("-man", "print the manual page"),
    flag("--version", "print the version"),
    flag("--help, -h", "print this text"),
];

/// The last paragraph of the tuning programs.
pub const TUNING_NOTES: &str = "\
Exit status: 0 done; 1 an engine cannot be used, or a result cannot be written; 2 bad input or
usage; 130 interrupted by Ctrl-C
";
