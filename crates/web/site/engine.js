// The worker of an engine.

/** The size of the hash table in MiB. */
const HASH = 64;

/** Does the searches of a table. Calls `onReport` with each report on a job, `onCrash` if one cannot be done. */
export class Engine {
  #module;
  #onReport;
  #onCrash;
  #worker;
  /** The number of the job that the worker does, or null. */
  #job = null;

  constructor(module, onReport, onCrash) {
    this.#module = module;
    this.#onReport = onReport;
    this.#onCrash = onCrash;
    this.#begin();
  }

  search(job) {
    this.stop();
    this.#job = job.id;
    this.#worker.postMessage({ job, hash: HASH });
  }

  /** Stops the job. The worker hears nothing while it searches, so another one takes its place. */
  stop() {
    if (this.#job === null) return;
    this.end();
    this.#begin();
  }

  end() {
    this.#worker.terminate();
    this.#job = null;
  }

  #begin() {
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" });
    // Messages of a worker that was ended may still arrive.
    const take = (message) => worker === this.#worker && this.#take(message);
    worker.onmessage = ({ data }) => take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      take({ crash: event.message });
    };
    worker.postMessage({ module: this.#module });
    this.#worker = worker;
  }

  #take({ job, report, isDone, crash }) {
    if (crash === undefined) {
      if (isDone) this.#job = null;
      this.#onReport(job, report);
      return;
    }
    const crashed = this.#job;
    this.end();
    this.#begin();
    if (crashed !== null) this.#onCrash(crashed);
  }
}
