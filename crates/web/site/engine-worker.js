// The engine of a table: does one job after another. Where modules can be suspended, it hears meanwhile that a job is
// to stop.

import { canSuspend, start } from "./host.js";

/** Resolves to the function that calls the module. */
let starting;
/** The task that runs, and the last one: a job, and whether it is to stop or only its last report is missing. */
let running;
let last;
/** Resolves when all tasks are done. */
let done = Promise.resolve();
const events = new MessageChannel();

self.onmessage = ({ data }) => {
  if (data.module) starting = start(data.module, sendReport, ...(canSuspend ? [wait, "engine_run"] : []));
  else if (data.stop) last.isStopped = true;
  else {
    last = { order: data, isStopped: false, isDone: false };
    done = done.then(run.bind(null, last));
  }
};

function sendReport(report) {
  postMessage({ job: running.order.job.id, report, isDone: running.isDone });
}

async function run(task) {
  running = task;
  try {
    const call = await starting;
    if (task.isStopped) return;
    const begin = performance.now();
    const pause = call("engine_set_up", JSON.stringify(task.order));
    await sleep(pause - (performance.now() - begin));
    if (task.isStopped) return;
    await call("engine_run");
    task.isDone = true;
    call("engine_finish");
  } catch (error) {
    postMessage({ job: task.order.job.id, crash: String(error) });
  }
}

/** Lets messages arrive. Resolves to a message if the task that runs is to stop. */
async function wait(milliseconds) {
  if (milliseconds > 0) await sleep(milliseconds);
  else await nextEvent();
  return running.isStopped ? "stop" : null;
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves once the messages that are there are handled. Faster than a timer. */
function nextEvent() {
  return new Promise((resolve) => {
    events.port1.onmessage = resolve;
    events.port2.postMessage(null);
  });
}
