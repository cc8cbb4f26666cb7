//! Tests of the jobs that a session queues and cancels. The tests play the engine thread.

use super::*;
use std::thread::JoinHandle;

/// Timeout of a wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Writer that sends each written line over a channel.
struct LineSender(Sender<String>);

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn line(text: &str) -> InputLine {
    InputLine::Complete(text.into())
}

/// A session on its own thread, without an engine thread.
struct TestSession {
    thread: JoinHandle<io::Result<()>>,
    input: Sender<InputLine>,
    output: Receiver<String>,
    jobs: Receiver<Job>,
    done: Sender<JobDone>,
}

impl TestSession {
    fn start(keep_alive_interval: Duration) -> Self {
        let (written, output_lines) = unbounded();
        let (output, writer_ended) = StdoutWriter::start(LineSender(written), false).unwrap();
        let ((job_sender, jobs), (done, done_receiver)) = (unbounded(), unbounded());
        let engine = EngineThread { jobs: job_sender, done: done_receiver, errors: never() };
        let rules = games::by_name("shogi").unwrap();
        let event_loop = EventLoop::new(rules, output, engine, keep_alive_interval);
        // Without a buffer, a line is taken only when the lines before it are handled.
        let (input, lines) = bounded(0);
        let thread = thread::spawn(move || event_loop.run(lines, &writer_ended, &never()));
        Self { thread, input, output: output_lines, jobs, done }
    }

    /// Sends lines and waits until they are handled.
    fn send(&self, lines: &str) {
        for line in lines.lines().chain([""]) {
            self.send_line(line);
        }
    }

    /// Sends a line without waiting until it is handled.
    fn send_line(&self, text: &str) {
        self.input.send(line(text)).unwrap();
    }

    fn finish_job(&self) {
        self.done.send(None).unwrap();
    }

    fn quit(self) {
        self.send_line("quit");
        self.thread.join().unwrap().unwrap();
    }
}

#[test]
fn blank_lines_are_printed_until_readyok() {
    let session = TestSession::start(Duration::from_millis(1));
    session.send_line("isready");
    assert!(matches!(session.jobs.recv().unwrap(), Job::Setup { prints_readyok: true, .. }));
    // Lines that arrive meanwhile do not stop the blank lines.
    let mut lines = Vec::new();
    let start = Instant::now();
    while lines.len() < 2 {
        let _ = session.input.try_send(line("setoption name MultiPV value 2"));
        lines.extend(session.output.try_recv());
        assert!(start.elapsed() < TIMEOUT, "{lines:?}");
    }
    assert_eq!(lines, ["\n", "\n"]);
    session.finish_job();
    session.quit();
}

#[test]
fn isready_after_gameover_clears_the_last_game() {
    let session = TestSession::start(KEEP_ALIVE_INTERVAL);
    // Sends lines and finishes the jobs they queue. Returns for each job whether it is `NewGame`.
    let jobs = |lines: &str| {
        session.send(lines);
        let jobs: Vec<Job> = session.jobs.try_iter().collect();
        jobs.iter().for_each(|_| session.finish_job());
        while !session.done.is_empty() {
            thread::yield_now();
        }
        jobs.iter().map(|job| matches!(job, Job::NewGame)).collect::<Vec<_>>()
    };
    assert_eq!(jobs("gameover win\nisready"), [true, false]);
    assert_eq!(jobs("isready"), [false], "only once");
    assert_eq!(jobs("gameover\ngo depth 1"), [false]);
    assert_eq!(jobs("isready"), [false], "a new game has started");
    session.quit();
}
