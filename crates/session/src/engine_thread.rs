//! The thread of a session's engine.

use crate::output::Output;
use crate::task::{Outcome, Task, TaskRunner};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

/// Longest wait for the end of each stopped task before the next command is handled.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);

/// Size of the stack in bytes. A perft of the largest depth takes a quarter of it.
const STACK_SIZE: usize = 8 << 20;

/// A thread that does the tasks that it is sent. It ends when this is dropped, or after an error.
#[derive(Debug)]
pub(crate) struct EngineThread {
    tasks: Sender<Arc<Task>>,
    outcomes: Receiver<Outcome>,
}

impl EngineThread {
    pub fn start(output: impl Output + 'static) -> io::Result<Self> {
        let (task_sender, tasks) = unbounded();
        let (outcome_sender, outcomes) = unbounded();
        let thread = thread::Builder::new().name("engine".into()).stack_size(STACK_SIZE);
        thread.spawn(move || {
            if let Err(error) = do_tasks(&tasks, &outcome_sender, &output) {
                let _ = outcome_sender.send(Err(error));
            }
        })?;
        Ok(Self { tasks: task_sender, outcomes })
    }

    /// Returns the channel of the outcomes.
    pub fn outcomes(&self) -> Receiver<Outcome> {
        self.outcomes.clone()
    }

    pub fn send(&self, task: Arc<Task>) {
        // Fails only after an error, which is among the outcomes.
        let _ = self.tasks.send(task);
    }

    /// Waits for an outcome, but not long.
    pub fn wait(&self) -> Option<Outcome> {
        self.outcomes.recv_timeout(STOP_TIMEOUT).ok()
    }
}

fn do_tasks(
    tasks: &Receiver<Arc<Task>>,
    outcomes: &Sender<Outcome>,
    output: &dyn Output,
) -> io::Result<()> {
    let mut runner = TaskRunner::new()?;
    for task in tasks {
        let answer = runner.run(&task, output)?;
        let _ = outcomes.send(Ok(answer));
    }
    Ok(())
}
