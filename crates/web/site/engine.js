// The worker of an engine.

import { canSuspend } from "./host.js";

/** Does the searches of a table. Calls `onReport` with each report on a job, `onCrash` if one cannot be done. */
export class Engine {
  #module;
  #onReport;
  #onCrash;
  /** The worker, or null after it has crashed. */
  #worker = null;
  /** The number of the job that the worker does, or null. */
  #job = null;
  /** The size of its hash table in MiB, once it has one. */
  #hash = null;

  constructor(module, onReport, onCrash) {
    this.#module = module;
    this.#onReport = onReport;
    this.#onCrash = onCrash;
  }

  search(job, hash) {
    this.stop();
    if (this.#worker === null || (this.#hash !== null && this.#hash !== hash)) this.#restart();
    this.#job = job.id;
    this.#hash = hash;
    this.#worker.postMessage({ job, hash });
  }

  /** Stops the job. A worker that hears nothing while it searches is replaced, and its hash table is lost. */
  stop() {
    if (this.#job === null) return;
    if (canSuspend) this.#worker.postMessage({ stop: true });
    else this.#restart();
    this.#job = null;
  }

  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#job = null;
    this.#hash = null;
  }

  #restart() {
    this.end();
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" });
    // Messages of a worker that was ended may still arrive.
    const take = (message) => worker === this.#worker && this.#take(message);
    worker.onmessage = ({ data }) => take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // The error of a script that cannot be loaded has no message.
      take({ crash: event.message ?? "engine-worker.js cannot be loaded" });
    };
    worker.postMessage({ module: this.#module });
    this.#worker = worker;
  }

  #take({ job, report, isDone, crash }) {
    if (crash === undefined) {
      // Nobody waits for the end of a job that was stopped.
      if (job !== this.#job) return;
      if (isDone) this.#job = null;
      this.#onReport(job, report);
      return;
    }
    const crashed = this.#job;
    this.end();
    if (crashed !== null) this.#onCrash(crashed);
  }
}
