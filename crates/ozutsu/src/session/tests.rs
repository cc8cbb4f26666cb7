//! A client that waits, and the end of a session.

use super::*;
use crossbeam_channel::unbounded;
use std::io::Write;
use std::thread::JoinHandle;

/// Who waits so long would wait for ever.
const LIMIT: Duration = Duration::from_secs(60);

/// What is written, a line at a time.
struct Lines(Sender<String>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session on a thread, and what is around it.
struct Scene {
    session: JoinHandle<()>,
    tell: Sender<String>,
    lines: Receiver<String>,
    queue: Receiver<Job>,
    finished: Sender<Done>,
}

fn begin(patience: Duration) -> Scene {
    let (written, lines) = unbounded();
    let (output, ended) = Output::start(Lines(written));
    let ((jobs, queue), (finished, done)) = (unbounded(), unbounded());
    let mut session = Session::new(Rules::by_name("shogi").unwrap(), output, jobs, done);
    session.patience = patience;
    // A line is taken only when those before it are understood.
    let (tell, input) = bounded(0);
    let session = thread::spawn(move || session.talk(&input, &ended, &never()));
    Scene { session, tell, lines, queue, finished }
}

#[test]
fn who_waits_long_for_readyok_hears_blank_lines_until_then() {
    let Scene { session, tell, lines, queue, finished } = begin(Duration::from_millis(1));
    tell.send("isready".into()).unwrap();
    assert!(matches!(queue.recv().unwrap(), Job::Ready { .. }));
    // Preparing takes until the client has heard from us twice, whatever it says meanwhile.
    let mut heard = Vec::new();
    let start = Instant::now();
    while heard.len() < 2 {
        let _ = tell.try_send("setoption name MultiPV value 2".into());
        heard.extend(lines.try_recv());
        assert!(start.elapsed() < LIMIT, "{heard:?}");
    }
    assert_eq!(heard, ["\n", "\n"]);
    finished.send(Done { is_behind: false }).unwrap();
    tell.send("quit".into()).unwrap();
    session.join().unwrap();
}

#[test]
fn only_the_end_cuts_short_what_is_prepared() {
    let scene = begin(PATIENCE);
    scene.tell.send("isready".into()).unwrap();
    let Job::Ready { control, .. } = scene.queue.recv().unwrap() else { panic!("to prepare") };
    for line in ["stop", "gameover", "ponderhit", ""] {
        scene.tell.send(line.into()).unwrap();
    }
    assert!(!control.is_stopped());
    scene.tell.send("quit".into()).unwrap();
    scene.session.join().unwrap();
    assert!(control.is_stopped());
}

#[test]
fn a_game_that_is_over_is_forgotten_before_readyok() {
    let scene = begin(PATIENCE);
    // The jobs that some lines give, which are done by the next time: whether each forgets.
    let jobs = |lines: &[&str]| {
        // The last one is taken only when those before it are understood.
        for line in lines.iter().chain(&[""]) {
            scene.tell.send((*line).into()).unwrap();
        }
        let jobs: Vec<Job> = scene.queue.try_iter().collect();
        jobs.iter().for_each(|_| scene.finished.send(Done { is_behind: false }).unwrap());
        while !scene.finished.is_empty() {
            thread::yield_now();
        }
        jobs.iter().map(|job| matches!(job, Job::Clear { .. })).collect::<Vec<_>>()
    };
    assert_eq!(jobs(&["gameover win", "isready"]), [true, false]);
    assert_eq!(jobs(&["isready"]), [false], "once is enough");
    assert_eq!(jobs(&["gameover", "go depth 1"]), [false]);
    assert_eq!(jobs(&["isready"]), [false], "what was searched since is of use");
    scene.tell.send("quit".into()).unwrap();
    scene.session.join().unwrap();
}

/// Whether what was to be prepared first has been left.
fn is_left(scene: &Scene) -> bool {
    match scene.queue.recv().unwrap() {
        Job::Ready { control, .. } | Job::CatchUp { control, .. } | Job::Clear { control } => {
            control.is_stopped()
        }
        job => panic!("{job:?}"),
    }
}

#[test]
fn who_is_in_a_hurry_does_not_wait_for_what_is_prepared() {
    for (lines, is_hurried) in [
        ("isready\ngo infinite", false),
        ("isready\ngo infinite\nstop", true),
        ("isready\ngo depth 3", false),
        ("isready\ngo movetime 300", true),
        ("usinewgame\ngo btime 1000 wtime 1000", true),
        ("usinewgame\ngo ponder btime 1000 wtime 1000", false),
        ("usinewgame\ngo ponder btime 1000 wtime 1000\nponderhit", true),
        ("usinewgame\ngo ponder btime 1000 wtime 1000\ngameover", true),
    ] {
        let scene = begin(PATIENCE);
        // The last one is taken only when those before it are understood.
        for line in lines.lines().chain([""]) {
            scene.tell.send(line.into()).unwrap();
        }
        assert_eq!(is_left(&scene), is_hurried, "{lines}");
        scene.tell.send("quit".into()).unwrap();
        scene.session.join().unwrap();
    }
}

#[test]
fn what_a_search_did_not_wait_for_is_prepared_after_it() {
    let scene = begin(PATIENCE);
    scene.tell.send("go movetime 300".into()).unwrap();
    assert!(matches!(scene.queue.recv().unwrap(), Job::Search(_)));
    scene.finished.send(Done { is_behind: true }).unwrap();
    let Job::CatchUp { control, .. } = scene.queue.recv().unwrap() else { panic!("to prepare") };
    for (line, is_hurried) in [("stop", false), ("go movetime 300", true)] {
        scene.tell.send(line.into()).unwrap();
        scene.tell.send(String::new()).unwrap();
        assert_eq!(control.is_stopped(), is_hurried, "{line}");
    }
    scene.tell.send("quit".into()).unwrap();
    scene.session.join().unwrap();
}
