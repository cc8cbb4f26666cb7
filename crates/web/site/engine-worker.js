// The engine of a table: does one job after another. It is stopped by ending the worker.

import { start } from "./host.js";

/** Resolves to the function that calls the module. */
let starting;
/** The number of the job, and whether only its last report is missing. */
let number;
let isDone;

self.onmessage = async ({ data }) => {
  try {
    if (data.module) {
      starting = start(data.module, (report) => postMessage({ job: number, report, isDone }));
      return;
    }
    const call = await starting;
    number = data.job.id;
    isDone = false;
    const begin = performance.now();
    const pause = call("engine_set_up", JSON.stringify(data));
    await new Promise((resolve) => setTimeout(resolve, pause - (performance.now() - begin)));
    call("engine_run");
    isDone = true;
    call("engine_finish");
  } catch (error) {
    postMessage({ job: number, crash: String(error) });
  }
};
