//! The flags of `ozutsu-match`, and the match that they describe.

use crate::args::{Args, ENGINE_KEYS, Flag, Given, KeyValues, flags, parse_engine};
use crate::engine::EngineSpec;
use crate::error::{UsageError, usage};
use crate::program::{Program, Section};
use platform::Shard;
use platform::files::{CommandFiles, OutputError};
use rules::quoted;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trials::{Model, Sprt};

pub const PROGRAM: Program<MatchArgs> = Program {
    name: "ozutsu-match",
    about: "matches between USI and UCI engines in the games of the cannon shogi family",
    introduction: INTRODUCTION,
    sections: &[
        Section { title: "Engines", flags: &[ENGINE_FLAGS], keys: ENGINE_KEYS },
        Section { title: "Games", flags: &[Args::GAME_FLAGS, PAIRING_FLAGS], keys: &[] },
        Section {
            title: "Ending games and the match early",
            flags: &[SPRT_FLAG, Args::ADJUDICATION_FLAGS],
            keys: &[],
        },
        Section { title: "Output", flags: &[OUTPUT_FLAGS, Args::GENERAL_FLAGS], keys: &[] },
    ],
    notes: NOTES,
    merge_flags: &["sprt", "rules", "watch", "ratinginterval", "json"],
};

const INTRODUCTION: &str = "\
Test whether a new version is stronger than the old one, two games at a time:

  ozutsu-match \\
    -engine name=new cmd=./ozutsu-new -engine name=old cmd=./ozutsu-old \\
    -each tc=1+0.01 option.USI_Hash=16 \\
    -variant cannonshogi,shosucourier,shogi -openings random -repeat \\
    -rounds 10000 -concurrency 2 -sprt elo0=0 elo1=10 -resume new-old.state

Play against a UCI engine. Fairy-Stockfish gets the definitions of our games:

  ozutsu-match -engine cmd=./ozutsu -engine cmd=stockfish proto=uci \\
    -each st=0.1 option.Hash=16 -variant cannonshosu -games 100 -repeat \\
    -openings random";

const NOTES: &str = "\
An engine that makes an illegal move, crashes, does not answer, answers with an unreadable line or
exceeds its time loses the game, and the reason and the position are printed. Ctrl-C ends the match
and prints the results.

Exit status: 0 done, and with -sprt H1 accepted; 3 H0 accepted; 4 the test is undecided;
1 an engine crashed, stalled or cannot be used, a result cannot be written, or another process uses
the state file; 2 bad input or usage; 130 interrupted by Ctrl-C";

type MatchFlag = Flag<Args<MatchArgs>>;

const ENGINE_FLAGS: &[MatchFlag] = flags! { Args<MatchArgs>:
    /// an engine; there are two or more
    "-engine KEY=VALUE..." repeatable => Args::add_engine;
    /// values for all engines
    "-each KEY=VALUE..." repeatable => Args::add_each;
    /// as startup= for all engines, in milliseconds
    "-startup-ms N" => |args, given| {
        given.milliseconds().map(|time| args.each.push(format!("startup={}", time.as_secs_f64())))
    };
    /// as ping= for all engines, in milliseconds
    "-ping-ms N" => |args, given| {
        given.milliseconds().map(|time| args.each.push(format!("ping={}", time.as_secs_f64())))
    };
};

const PAIRING_FLAGS: &[MatchFlag] = flags! { Args<MatchArgs>:
    /// with more than two engines, which of them meet: every two [default], or the first and every other one
    "-tournament round-robin|gauntlet" => |args, given| {
        given.one_of(&TOURNAMENTS).map(|tournament| args.own.tournament = tournament)
    }, stored |args| (args.engines.len() > 2).then(|| args.own.tournament.to_string());
    /// the number of rounds [default: 1]
    "-rounds N" => Args::set_rounds;
    /// the number of games in each round of every two engines that meet [default: 2]; an odd total is rounded up to
    /// whole pairs
    "-games N" => |args, given| given.positive().map(|games| args.own.games_per_round = Some(games));
    /// play both games of a pair from the same opening, with colours swapped
    "-repeat" => |args, given| given.without_value().map(|repeat| args.own.repeat = repeat),
        stored |args| Some(if args.own.repeat { "yes" } else { "no" }.to_owned());
    /// seed of the openings [default: drawn from the time]
    "-seed N" => Args::set_seed;
    /// as -seed
    "-srand N" => Args::set_seed;
    /// wait between games
    "-wait MS" => |args, given| given.milliseconds().map(|wait| args.own.wait = wait);
    /// restart engines that crash or stall, which lose, instead of ending the match. With a state file, the pair that
    /// ends the match does not count, but is played again
    "-recover" => |args, given| given.without_value().map(|recover| args.own.recover = recover);
};

const SPRT_FLAG: &[MatchFlag] = flags! { Args<MatchArgs>:
    /// end the match when the test accepts a hypothesis
    "-sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]" => |args, given| {
        parse_sprt(given).map(|sprt| args.own.sprt = Some(sprt))
    };
};

const OUTPUT_FLAGS: &[MatchFlag] = flags! { Args<MatchArgs>:
    /// append games as PGN
    "-pgnout FILE" => |args, given| given.path().map(|path| args.own.pgn = Some(path));
    /// append games as lines of tab-separated fields: game, Black, White, result, reason, USI position
    "-log FILE" => |args, given| given.path().map(|path| args.own.log = Some(path));
    /// store the results and games in a new file
    "-state FILE" => |args, given| given.path().map(|path| args.own.new_state = Some(path));
    /// store the results and games, and continue the match if the file exists; warns if an engine's file or id name has
    /// changed
    "-resume FILE" => Args::set_resume;
    /// play only part I of N, to spread a match over several machines; needs -seed
    "-shard I/N" => |args, given| {
        let text = given.single()?;
        let shard = text.parse().map_err(|error| usage!("{given}: {error}, found {}", quoted(text)));
        shard.map(|shard| args.own.shard = shard)
    }, stored |args| Some(args.own.shard.to_string());
    /// print the results of several state files together; add -sprt for its result, -json for JSON
    "--merge FILE..." => Args::set_merge;
    /// with --merge, print the running result of the state files in a folder, until -sprt accepts a hypothesis or all
    /// shards are complete
    "--watch FOLDER" => |args, given| given.path().map(|folder| args.own.watch = Some(folder));
    /// the name of the match in PGN
    "-event NAME" => |args, given| given.text().map(|event| args.own.event = Some(event));
    /// its place in PGN
    "-site NAME" => |args, given| given.text().map(|site| args.own.site = Some(site));
    /// print the results after every N games if stderr is not a terminal [default: 10]
    "-ratinginterval N" => Args::set_interval;
    /// print JSON for programs, one object per line (docs/json.md)
    "-json" => |args, given| given.without_value().map(|json| args.own.json = json);
    /// print to stderr what engines read (<) and write (>), with the milliseconds since the first line
    "-debug" => |args, given| given.without_value().map(|debug| args.own.debug = debug);
};

/// The values of the flags that only `ozutsu-match` has.
#[derive(Clone, Debug, Default)]
pub struct MatchArgs {
    pub tournament: Tournament,
    games_per_round: Option<u64>,
    /// Whether both games of a pair have the same opening.
    pub repeat: bool,
    /// The time between two games of a worker.
    pub wait: Duration,
    /// Whether an engine that crashed or stalled is restarted.
    pub recover: bool,
    /// The SPRT that ends the match early.
    pub sprt: Option<Sprt>,
    pub pgn: Option<PathBuf>,
    pub log: Option<PathBuf>,
    /// The state file of a new match.
    pub new_state: Option<PathBuf>,
    /// The part of the match that is played. Every part has pairs of all games.
    pub shard: Shard,
    pub watch: Option<PathBuf>,
    /// The name of the match in PGN.
    pub event: Option<String>,
    /// The place of the match in PGN.
    pub site: Option<String>,
    /// Whether the results are printed as JSON.
    pub json: bool,
    /// Whether what engines read and write is printed.
    pub debug: bool,
}

const MAX_GAMES: u64 = 10_000_000;
const DEFAULT_INTERVAL: u64 = 10;

/// Which engines of a match meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournament {
    /// Every two engines.
    #[default]
    RoundRobin,
    /// The first engine and every other one.
    Gauntlet,
}

const TOURNAMENTS: [(&str, Tournament); 2] =
    [("round-robin", Tournament::RoundRobin), ("gauntlet", Tournament::Gauntlet)];

impl fmt::Display for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = TOURNAMENTS.iter().find(|(_, tournament)| tournament == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl Tournament {
    /// Returns the indices of the engines that meet.
    fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => 0..engines,
            Self::Gauntlet => 0..1,
        };
        firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
    }
}

/// A match to play.
#[derive(Clone, Debug)]
pub struct Config {
    pub args: Args<MatchArgs>,
    /// The engines, at least two. Results of two are from the first one's point of view.
    pub engines: Vec<EngineSpec>,
    /// The indices of the engines that meet.
    pub pairings: Vec<[usize; 2]>,
    pub pairs: u64,
}

impl Args<MatchArgs> {
    /// Returns the number of games between two progress lines if stderr is not a terminal.
    pub fn rating_interval(&self) -> u64 {
        self.interval.unwrap_or(DEFAULT_INTERVAL)
    }

    pub fn state(&self) -> Option<&Path> {
        self.own.new_state.as_deref().or(self.resume.as_deref())
    }
}

impl Config {
    pub fn new(args: Args<MatchArgs>) -> Result<Self, UsageError> {
        if args.own.new_state.is_some() && args.resume.is_some() {
            return Err(usage!("only one of -state and -resume is allowed"));
        }
        if args.own.watch.is_some() {
            return Err(usage!("-watch can only be combined with --merge"));
        }
        let mut engines: Vec<EngineSpec> = Vec::new();
        for (number, values) in (1..).zip(&args.engines) {
            let mut engine = parse_engine(&args.each, values, number)?;
            engine.is_traced = args.own.debug;
            let name = &engine.name;
            if engines.iter().any(|other| other.name == *name) {
                return Err(usage!("two engines are called {}: give one a name=", quoted(name)));
            }
            engines.push(engine);
        }
        if args.own.shard != Shard::default() && args.seed.is_none() {
            return Err(usage!("-shard needs -seed, the same for all parts"));
        }
        let count = engines.len();
        if count < 2 {
            return Err(usage!("expected at least two -engine, found {count}"));
        }
        if count > 2 && args.own.sprt.is_some() {
            return Err(usage!("-sprt needs two engines, found {count}"));
        }
        let pairings = args.own.tournament.pairings(count);
        let (rounds, games) = (args.rounds.unwrap_or(1), args.own.games_per_round.unwrap_or(2));
        let pairs = rounds.checked_mul(games).map(|games| games.div_ceil(2));
        let pairs = pairs
            .and_then(|pairs| pairs.checked_mul(pairings.len() as u64))
            .filter(|&pairs| pairs <= MAX_GAMES / 2)
            .ok_or_else(|| usage!("-rounds and -games: at most {MAX_GAMES} games are allowed"))?;
        Ok(Self { args, engines, pairings, pairs })
    }

    /// Checks that the files to append to are different ones, and that none of them is read.
    pub fn check_files(&self) -> Result<(), OutputError> {
        let engines = self.engines.iter().filter_map(|engine| engine.command_line.file());
        let mut files = CommandFiles::reading(engines.chain(self.args.game_settings.files()));
        let MatchArgs { log, pgn, .. } = &self.args.own;
        let outputs = [log.as_deref(), pgn.as_deref(), self.args.state()];
        outputs.into_iter().flatten().try_for_each(|path| files.check_continued(path))
    }

    pub fn names(&self) -> Vec<&str> {
        self.engines.iter().map(|engine| engine.name.as_str()).collect()
    }
}

fn parse_sprt(given: &Given) -> Result<Sprt, UsageError> {
    let models = [
        ("logistic", Model::Logistic),
        ("normalized", Model::Normalised),
        ("normalised", Model::Normalised),
    ];
    let mut keys = KeyValues::new(given, &given.values)?;
    let sprt = Sprt {
        elo0: keys.required("elo0", Given::number)?,
        elo1: keys.required("elo1", Given::number)?,
        alpha: keys.optional("alpha", Given::number)?.unwrap_or(0.05),
        beta: keys.optional("beta", Given::number)?.unwrap_or(0.05),
        model: keys.optional("model", |given| given.one_of(&models))?.unwrap_or_default(),
    };
    keys.expect_empty()?;
    let is_valid_probability = |p: f64| p > 0.0 && p < 0.5;
    if !(sprt.elo0 < sprt.elo1 && sprt.elo0.abs() < 1000.0 && sprt.elo1.abs() < 1000.0) {
        return Err(usage!("{given}: elo0 must be below elo1, both between -1000 and 1000"));
    }
    if !is_valid_probability(sprt.alpha) || !is_valid_probability(sprt.beta) {
        return Err(usage!("{given}: alpha and beta must be between 0 and 0.5"));
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{add_engine_settings, split_flags};

    #[test]
    fn the_words_after_a_flag_are_those_of_its_values() {
        let flags = PROGRAM.flag_words();
        for (flag, words) in [
            ("sprt", "alpha= beta= elo0= elo1= model=logistic model=normalized"),
            (
                "openings",
                "balance= file= order=random order=sequential plies= random set start= startpos",
            ),
            ("completions", "bash fish powershell zsh"),
            ("rounds", ""),
            (
                "each",
                "arg= args= byoyomi= cmd= depth= dir= name= nodes= option. ping= proto=uci proto=usi st= \
                 stall= startup= tc= timemargin=",
            ),
        ] {
            assert_eq!(flags[flag].iter().cloned().collect::<Vec<_>>().join(" "), words);
        }
    }

    #[test]
    fn completion_scripts_name_flags_and_words() {
        for (shell, flag) in
            [("bash", " -log "), ("zsh", " -log "), ("fish", " -o log"), ("powershell", "'-log'")]
        {
            let words = ["-completions", shell].map(str::to_owned);
            let script = PROGRAM.completions(&split_flags(&words).unwrap()[0]).unwrap();
            for part in [flag, "ozutsu-match", "gauntlet", "cannonshogi"] {
                assert!(script.contains(part), "{shell}: {part}: {script}");
            }
            // Zsh passes over other files in its folders of functions.
            let is_function = script.starts_with("#compdef ozutsu-match\n");
            assert_eq!(is_function, shell == "zsh", "{script}");
        }
    }

    fn parse(text: &str) -> Args<MatchArgs> {
        let words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        PROGRAM.parse(&split_flags(&words).unwrap()).unwrap()
    }

    #[test]
    fn large_numbers_are_clamped() {
        // Other tests may load games meanwhile.
        let least = games::names().len();
        let settings = parse("-variant ALL -concurrency 99999 -maxmoves 99999999").game_settings;
        assert!((least..=games::names().len()).contains(&settings.games.len()));
        assert_eq!((settings.concurrency, settings.adjudication.max_moves), (1024, 1 << 20));
    }

    #[test]
    fn a_state_keeps_what_decides_the_games() {
        let stored = |text: &str| {
            let config = Config::new(parse(text)).unwrap();
            let mut settings = PROGRAM.settings(&config.args);
            add_engine_settings(&config.engines[0], "engine 1", &mut settings);
            serde_json::to_value(settings).unwrap()
        };
        let engines = "-engine name=A cmd=./a -engine cmd=b -each depth=5";
        assert_eq!(
            stored(engines),
            serde_json::json!({
                "-maxmoves": "400",
                "-openings": "set order=random start=1",
                "-repeat": "no",
                "-shard": "1/1",
                "-variant": "cannonshogi",
                "engine 1 cmd": "./a",
                "engine 1 depth": "5",
                "engine 1 name": "A",
                "engine 1 proto": "usi",
                "engine 1 stall": "2",
                "engine 1 tc": "inf",
                "engine 1 timemargin": "20",
            })
        );
        let flags = "arg=x arg= dir=. proto=uci tc=40/60+0.5 byoyomi=1 nodes=9 stall=3 option.Hash=4 \
                     -engine cmd=c nodes=1 -tournament gauntlet -variant shogi,shosu -openings random plies=4 \
                     -resign movecount=3 score=500 -draw movecount=9 score=5 -maxmoves 7 -repeat -seed 1 \
                     -shard 2/3 -rounds 8 -games 4 -concurrency 2 -recover -event E";
        assert_eq!(
            stored(&format!("-engine name=A cmd=a {flags} -engine cmd=b nodes=1")),
            serde_json::json!({
                "-draw": "movenumber=0 movecount=9 score=5",
                "-maxmoves": "7",
                "-openings": "random plies=4 balance=250",
                "-repeat": "yes",
                "-resign": "movecount=3 score=500",
                "-shard": "2/3",
                "-tournament": "gauntlet",
                "-variant": "shogi,shosu",
                "engine 1 args": "x ''",
                "engine 1 byoyomi": "1",
                "engine 1 cmd": "a",
                "engine 1 dir": ".",
                "engine 1 name": "A",
                "engine 1 nodes": "9",
                "engine 1 option.Hash": "4",
                "engine 1 proto": "uci",
                "engine 1 stall": "3",
                "engine 1 tc": "40/60+0.5",
                "engine 1 timemargin": "20",
            })
        );
    }

    #[test]
    fn a_tournament_pairs_engines() {
        assert_eq!(Tournament::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Tournament::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Tournament::RoundRobin.pairings(8).len(), 28);
    }
}
