//! The flags of `ozutsu-match`, and those that all programs share.

use super::manual::Manual;

pub const MATCH: Manual = Manual {
    name: "ozutsu-match",
    about: "matches between USI and UCI engines in the games of the cannon shogi family",
    introduction: "\
Test whether a new version is stronger than the old one, two games at a time:

  ozutsu-match \\
    -engine name=new cmd=./ozutsu-new -engine name=old cmd=./ozutsu-old \\
    -each tc=1+0.01 option.USI_Hash=16 \\
    -variant cannonshogi,shosucourier,shogi -openings random -repeat \\
    -rounds 10000 -concurrency 2 -sprt elo0=0 elo1=10 -resume new-old.state

Play against a UCI engine. Fairy-Stockfish gets the definitions of our games:

  ozutsu-match -engine cmd=./ozutsu -engine cmd=stockfish proto=uci \\
    -each st=0.1 option.Hash=16 -variant cannonshosu -games 100 -repeat \\
    -openings random",
    sections: &[
        ("Engines", &[ENGINE_FLAGS, ENGINE_KEYS]),
        ("Games", &[GAME_FLAGS, PAIRING_FLAGS]),
        ("Ending games and the match early", &[SPRT_FLAG, ADJUDICATION_FLAGS]),
        ("Output", &[OUTPUT_FLAGS, GENERAL_FLAGS]),
    ],
    notes: "\
An engine that makes an illegal move, crashes, does not answer, answers with an unreadable line or
exceeds its time loses the game, and the reason and the position are printed. Ctrl-C ends the match
and prints the results.

Exit status: 0 done, and with -sprt H1 accepted; 3 H0 accepted; 4 the test is undecided;
1 an engine crashed, stalled or cannot be used, a result cannot be written, or another process uses
the state file; 2 bad input or usage; 130 interrupted by Ctrl-C",
};

/// The keys of an engine.
pub const ENGINE_KEYS: &str = "\
cmd=PROGRAM  the program
args='A B'  its arguments
arg=A  one argument, which may contain spaces
dir=FOLDER  its working directory. A relative cmd= is a path from there, as in fastchess: dir=new cmd=ozutsu and
    dir=new cmd=./ozutsu start new/ozutsu. A name without a slash that is not there is searched in PATH
name=NAME  its name in the results
proto=usi|uci  its protocol [default: usi]
option.NAME=VALUE  an engine option; Hash and USI_Hash mean the same
tc=[MOVES/]TIME[+INC]  the clock, in seconds or minutes:seconds; tc=inf is no clock
byoyomi=SECONDS  time for each move once the clock has run out
st=SECONDS  fixed time for each move
nodes=N  limit for each move, with or without a clock
depth=N  the same
timemargin=MS  how far a move may exceed its time [default: 20]
stall=SECONDS  how long an engine may take to answer once its time is over, before it is killed [default: 2];
    without a clock, also how long a search may take [default: 600]
startup=SECONDS  how long it may take to answer usi or uci [default: 30]
ping=SECONDS  how long it may take to answer isready [default: 30]; every line that it prints extends this, up to
    ten times in all";

const ENGINE_FLAGS: &str = "\
-engine KEY=VALUE...  an engine; there are two or more
-each KEY=VALUE...  values for all engines
-startup-ms N  as startup= for all engines, in milliseconds
-ping-ms N  as ping= for all engines, in milliseconds";

const PAIRING_FLAGS: &str = "\
-tournament round-robin|gauntlet  with more than two engines, which of them meet: every two [default], or the
    first and every other one
-rounds N  the number of rounds [default: 1]
-games N  the number of games in each round of every two engines that meet [default: 2]; an odd total is rounded
    up to whole pairs
-repeat  play both games of a pair from the same opening, with colours swapped
-seed N  seed of the openings [default: drawn from the time]
-srand N  as -seed
-wait MS  wait between games
-recover  restart engines that crash or stall, which lose, instead of ending the match. With a state file, the
    pair that ends the match is not stored, but played again";

const SPRT_FLAG: &str = "\
-sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]  end the match when the test accepts a
    hypothesis";

const OUTPUT_FLAGS: &str = "\
-pgnout FILE  append games as PGN
-log FILE  append games as lines of tab-separated fields: game, Black, White, result, reason, USI position
-state FILE  store the results and games in a new file
-resume FILE  store the results and games, and continue the match if the file exists; warns if an engine's file
    or id name has changed
-shard I/N  play only part I of N, to spread a match over several machines; needs -seed
--merge FILE...  print the results of several state files together; add -sprt for its result, -json for JSON
--watch FOLDER  with --merge, print the running result of the state files in a folder, until -sprt accepts a
    hypothesis or all shards are complete
-event NAME  the name of the match in PGN
-site NAME  its place in PGN
-ratinginterval N  print the results after every N games if stderr is not a terminal [default: 10]
-json  print JSON for programs, one object per line (docs/json.md)
-debug  print to stderr what engines read (<) and write (>), with the milliseconds since the first line";

/// The flags of the engine that the tuning programs let play against itself.
pub const SELF_PLAY_FLAGS: &str = "\
-engine KEY=VALUE...  the engine
-each KEY=VALUE...  more of its values";

pub const GAME_FLAGS: &str = "\
-variant A,B|all  the games; pairs take turns among them [default: cannonshogi]
-rules FILE...  add games from files, and send the file to engines that do not know the game but have the option
    VariantPath
-openings set [order=sequential|random] [plies=N] [start=N]  the 300 stored openings of each game, repeated
    after the last, or random ones for a game without [default: set order=random]
-openings random [plies=8] [balance=250]  random moves after which a shallow search scores the position within
    the balance, where a pawn is about 290; depends on the seed
-openings file=FILE [order=sequential|random] [plies=N] [start=N]  the positions of an EPD file, the last ones
    of PGN or other games, or lines of: [GAME] startpos|SFEN|FEN [moves M M ...]
-openings startpos  the start position: without a clock, engines repeat one game
-concurrency N  number of games played at the same time [default: 1]";

pub const ADJUDICATION_FLAGS: &str = "\
-resign movecount=N score=CP  adjudicate a loss after N consecutive moves with a score of -CP or less
-draw movenumber=N movecount=N score=CP  adjudicate a draw after movecount consecutive moves of both players
    with scores within CP of 0, from full move movenumber on
-maxmoves N  adjudicate a draw after N full moves [default: 400]";

pub const GENERAL_FLAGS: &str = "\
-completions bash|fish|powershell|zsh  print the completion script
-man  print the manual page
--version  print the version
-h  see --help
--help  print this text";

/// The last paragraph of the tuning programs.
pub const TUNING_NOTES: &str = "\
Exit status: 0 done; 1 an engine cannot be used, a result cannot be written, or another process uses
the state file; 2 bad input or usage; 130 interrupted by Ctrl-C";
