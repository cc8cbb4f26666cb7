//! The help text.

/// What `--help` prints.
pub const HELP: &str = "\
ozutsu-match: matches between USI and UCI engines in the games of the cannon shogi family

Two versions of an engine, two games at once, until it is known which is better:

  ozutsu-match \\
    -engine name=new cmd=./ozutsu-new -engine name=old cmd=./ozutsu-old \\
    -each tc=1+0.01 option.USI_Hash=16 \\
    -variant cannonshogi,shosucourier,shogi -openings random -repeat \\
    -rounds 10000 -concurrency 2 -sprt elo0=0 elo1=10 -resume new-old.state

An opponent that speaks UCI; Fairy-Stockfish is taught our games by itself:

  ozutsu-match -engine cmd=./ozutsu -engine cmd=stockfish proto=uci \\
    -each st=0.1 option.Hash=16 -variant cannonshosu -games 100 -repeat -openings random

Engines (twice -engine; -each says what holds for both)
  cmd=PROGRAM        what to start           dir=FOLDER    where
  args='A B'         its arguments           arg=A         one argument, spaces and all
  name=NAME          what to call it         proto=usi|uci what it speaks; usi if not said
  option.NAME=VALUE  an option of the engine; Hash and USI_Hash are taken for each other
  tc=[MOVES/]TIME[+INC]  seconds, or minutes:seconds; tc=inf is no clock
  byoyomi=SECONDS    for each move once the time of tc= is used up
  st=SECONDS         for each move
  nodes=N  depth=N   for each move, with a clock or without
  timemargin=MS      by how much a move may be late; 20 if not said
  stall=SECONDS      how long, once its flag fell, an engine may take to answer before it is
                     killed; 2 if not said

Games
  -variant A,B|all   the games, which take turns; the default is cannonshogi
  -rounds N -games N rounds and games in each, 1 and 2 if not said; always whole pairs
  -repeat            both games of a pair from one opening, colours swapped
  -openings set [order=sequential|random] [plies=N] [start=N]
                     the 300 that are stored for each game, again from the first after the last
  -openings random [plies=8] [balance=250]
                     random moves after which our own search sees neither side ahead by more,
                     anew for every seed; a pawn is about 290
  -openings file=FILE [order=sequential|random] [plies=N] [start=N]
                     a line each: [GAME] startpos|SFEN|FEN [moves M M ...]
  -seed N            what chance begins with; one drawn from the time if not said
  -concurrency N     games at once
  -recover           go on when an engine crashed or stalled; else the match ends there

Ends
  -sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]
  -resign movecount=N score=CP              lost by who sees itself so far behind so often
  -draw movenumber=N movecount=N score=CP   drawn when both see so little for so long
  -maxmoves N        a draw after so many full moves, 400 if not said

Results
  -pgnout FILE       games as PGN, added to the file
  -log FILE          games as lines: game, Black, White, result, reason, USI position; tabs apart
  -state FILE        results after every pair; no match may be there yet
  -resume FILE       the same, going on with what is there
  -shard I/N         every Nth pair of each game, from the Ith on: the others elsewhere
  --merge FILE...    the sum of state files, with -sprt if wanted
  -event NAME        what the match is called in PGN
  -ratinginterval N  the standing after every N games where no terminal shows it; 10 if not said

An engine that makes an illegal move, crashes, does not answer, answers nonsense or oversteps its
time loses the game, and what it did is printed. Ctrl-C ends the match and prints the standing.
";
