/*
 * Ozutsu as a worker of a page: `new Worker("ozutsu.worker.js")`. Each message is a line of UCI or USI, in both
 * directions. A message { file: NAME, contents: TEXT or BYTES } keeps a file in memory, for options that name one.
 * In Node the file is also a worker, and a command that reads and writes lines.
 *
 * The module handles the messages that have arrived, and returns when nothing is left to do. While it searches, it
 * asks for messages every few milliseconds. How it gets them depends on where it runs:
 *
 * - A worker thread of Node can take a message from its port at any time.
 * - In a page, the module is suspended until the events that have occurred are handled (JavaScript Promise
 *   Integration).
 * - In a browser without that, a second worker searches and hears only that it must stop: the URL of a blob, which it
 *   loads again and again, is revoked.
 *
 * The build puts host.js before it, which has `start`, `loadModule` and `canSuspend`.
 */
(() => {
    "use strict";

    const isNode = typeof process === "object" && Boolean(process.versions?.node);
    const isSuspended = canSuspend && !isNode;
    /** The name of the worker that searches for another one. */
    const SEARCHER = "ozutsu-searcher";
    /** The lines that end a search. */
    const ANSWER = /^(bestmove|checkmate|Nodes searched|\d+ nodes|info string (perft|bench) stopped)/;

    const encoder = new TextEncoder();

    /** Returns the bytes of a message: its kind, and what belongs to it. */
    function encode(message) {
        if (message === null) {
            return encoder.encode("E");
        }
        if (typeof message?.file !== "string") {
            return encoder.encode(`T${message}`);
        }
        const { file, contents } = message;
        const name = encoder.encode(`F${file}\0`);
        const bytes = typeof contents === "string" ? encoder.encode(contents) : new Uint8Array(contents);
        const all = new Uint8Array(name.length + bytes.length);
        all.set(name);
        all.set(bytes, name.length);
        return all;
    }

    /**
     * The module and the messages for it. `wait(milliseconds)` lets messages arrive; it returns a promise if
     * `isSuspended`. `send` takes the lines of the module.
     */
    class Engine {
        #module;
        #wait;
        #send;
        #queue = [];
        #isRunning = false;
        #run;
        /** What another instance needs to know if this one fails: the last message for each option and file, and the position. */
        #settings = new Map();
        #position;
        /** The last message. It is not among the settings yet, because it may be what makes the module fail. */
        #last;
        #isRestoring = false;
        /** The messages that arrive while another instance is given the settings. */
        #waiting = [];
        /** The `go` that has not been answered, and the first move of its best line. */
        #search = null;
        #move = null;
        /** Whether the protocol is USI. */
        #isUsi = false;

        constructor(module, wait, send) {
            this.#module = module;
            this.#wait = wait;
            this.#send = send;
        }

        /** Queues a message. */
        push(message) {
            (this.#isRestoring ? this.#waiting : this.#queue).push(message);
        }

        /** Does what the messages ask for. Returns false after `quit`. */
        async run() {
            if (this.#isRunning) {
                return true;
            }
            this.#isRunning = true;
            try {
                this.#run ??= await this.#start();
                let goesOn = true;
                while (goesOn && this.#queue.length > 0) {
                    goesOn = Boolean(await this.#run());
                }
                return goesOn;
            } catch (error) {
                return await this.#restart(error);
            } finally {
                this.#isRunning = false;
            }
        }

        async #start() {
            const take = () => (this.#queue.length === 0 ? null : encode(this.#note(this.#queue.shift())));
            const receive = (milliseconds) => {
                const waited = this.#wait(milliseconds);
                return waited === undefined ? take() : waited.then(take);
            };
            const report = (line) => this.#report(line);
            const call = await start(this.#module, report, receive, isSuspended ? "run_session" : null);
            return () => call("run_session");
        }

        /** Remembers what another instance would need to know. */
        #note(message) {
            const commandOf = (message) => String(message).trim().split(/\s/, 1)[0];
            const command = commandOf(this.#last);
            if (this.#last?.file !== undefined || ["uci", "usi", "setoption"].includes(command)) {
                const about = this.#last.file ?? String(this.#last).trim().replace(/\svalue\s.*/s, "");
                // A new value keeps the place of the first one: other options may need it.
                this.#settings.set(about, this.#last);
            } else if (command === "position") {
                this.#position = this.#last;
            }
            const next = commandOf(message);
            if (next === "go") {
                [this.#search, this.#move] = [String(message), null];
            } else if (next === "usi" || next === "uci") {
                this.#isUsi = next === "usi";
            }
            this.#last = message;
            return message;
        }

        #report(line) {
            const isOtherLine = / multipv (?!1 )/.test(line);
            const [, move] = (!isOtherLine && / pv (\S+)/.exec(line)) || [];
            this.#move = move ?? this.#move;
            if (ANSWER.test(line)) {
                this.#search = null;
            }
            if (!this.#isRestoring) {
                this.#send(line);
            }
        }

        /** Returns the answer to the search of an instance that failed. */
        #answer() {
            if (/\sperft\b/.test(this.#search)) {
                return "info string perft stopped";
            }
            if (this.#isUsi && /\smate\b/.test(this.#search)) {
                return "checkmate timeout";
            }
            return `bestmove ${this.#move ?? (this.#isUsi ? "resign" : "(none)")}`;
        }

        /** Replaces an instance that failed, and answers the search for it. */
        async #restart(error) {
            this.#send(`info string internal error: ${String(error.message ?? error).replaceAll(/\s+/g, " ")}`);
            if (this.#search !== null) {
                this.#send(this.#answer());
                this.#search = null;
            }
            const unhandled = this.#queue;
            const known = [...this.#settings.values()].concat(this.#position ?? []);
            const isCreated = this.#run !== undefined;
            [this.#settings, this.#position, this.#last, this.#run] = [new Map(), undefined, undefined, undefined];
            if (this.#isRestoring || !isCreated) {
                // Another instance would fail, too. The next message starts one without settings.
                this.#queue = [];
                return true;
            }
            this.#queue = known;
            this.#isRestoring = true;
            this.#isRunning = false;
            await this.run();
            this.#isRestoring = false;
            this.#queue.push(...unhandled, ...this.#waiting.splice(0));
            this.#send("info string the engine was restarted; its hash table is empty");
            return this.run();
        }
    }

    /** Runs on a worker thread of Node. */
    async function runInNode(port, receiveMessageOnPort) {
        const { readFileSync } = require("node:fs");
        const { join } = require("node:path");
        const module = await WebAssembly.compile(readFileSync(join(__dirname, "ozutsu.wasm")));
        const clock = new Int32Array(new SharedArrayBuffer(4));
        const wait = (milliseconds) => {
            Atomics.wait(clock, 0, 0, milliseconds);
            for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
                engine.push(received.message);
            }
        };
        const engine = new Engine(module, wait, (line) => port.postMessage(line));
        port.on("message", async (message) => {
            engine.push(message);
            if (!(await engine.run())) {
                port.close();
            }
        });
    }

    /** Reads lines from stdin and writes those of a worker to stdout. */
    function runAsCommand(Worker) {
        const worker = new Worker(__filename, { resourceLimits: { stackSizeMb: 32 } });
        worker.on("message", (line) => process.stdout.write(`${line}\n`));
        worker.on("exit", () => process.stdin.destroy());
        // Nobody reads the output any more.
        process.stdout.on("error", () => process.exit());
        const lines = require("node:readline").createInterface({ input: process.stdin });
        lines.on("line", (line) => worker.postMessage(line));
        lines.on("close", () => worker.postMessage(null));
    }

    /** Returns an engine. Without one, says so and never returns: no message can be answered. */
    async function startEngine(wait) {
        const address = new URL(self.location.hash.slice(1) || "ozutsu.wasm", self.location.href);
        try {
            return new Engine(await loadModule(address), wait, (line) => self.postMessage(line));
        } catch (error) {
            self.postMessage(`info string internal error: the engine cannot be loaded: ${error.message}`);
            return new Promise(() => {});
        }
    }

    /** Runs in a worker of a page. */
    function runInPage() {
        const events = new MessageChannel();
        const wait = (milliseconds) =>
            new Promise((resolve) => {
                if (milliseconds > 0) {
                    setTimeout(resolve, milliseconds);
                } else {
                    events.port1.onmessage = resolve;
                    events.port2.postMessage(null);
                }
            });
        const engine = startEngine(wait);
        self.onmessage = async ({ data }) => {
            (await engine).push(data);
            if (!(await (await engine).run())) {
                self.close();
            }
        };
    }

    /** Runs in a worker of a page that lets another worker search. */
    function runBesideSearcher() {
        const searcher = new Worker(self.location.href, { name: SEARCHER });
        let waiting = [];
        /** The URL that lets the searcher go on, while it searches. */
        let permission;
        /** How many of the searches that were passed on are not answered. */
        let searches = 0;
        const pass = () => {
            searches = waiting.filter((message) => /^\s*(go|bench)/.test(message)).length;
            permission = URL.createObjectURL(new Blob(["go on"]));
            searcher.postMessage({ messages: waiting, permission });
            waiting = [];
        };
        self.onmessage = ({ data }) => {
            if (searches > 0 && data === "isready") {
                self.postMessage("readyok");
                return;
            }
            waiting.push(data);
            if (!permission) {
                pass();
            } else if (/^\s*(stop|ponderhit|position|go|gameover|quit|bench|new|undo)/.test(data)) {
                URL.revokeObjectURL(permission);
            }
        };
        searcher.onmessage = ({ data }) => {
            if (typeof data === "string") {
                searches -= searches > 0 && ANSWER.test(data) ? 1 : 0;
                self.postMessage(data);
                return;
            }
            URL.revokeObjectURL(permission);
            permission = undefined;
            searches = 0;
            if (!data.goesOn) {
                self.close();
            } else if (waiting.length > 0) {
                pass();
            }
        };
    }

    /** Runs in the worker that searches for another one. */
    function runAsSearcher() {
        let permission;
        let lastLook = performance.now();
        const mayGoOn = () => {
            try {
                const request = new XMLHttpRequest();
                request.open("GET", permission, false);
                request.send();
                return true;
            } catch {
                return false;
            }
        };
        const wait = () => {
            if (permission && performance.now() - lastLook > 20) {
                if (!mayGoOn()) {
                    permission = undefined;
                    started.push("stop");
                }
                lastLook = performance.now();
            }
        };
        let started;
        const engine = startEngine(wait);
        self.onmessage = async ({ data }) => {
            started = await engine;
            permission = data.permission;
            for (const message of data.messages) {
                started.push(message);
            }
            self.postMessage({ goesOn: await started.run() });
        };
    }

    if (!isNode && self.name === SEARCHER) {
        runAsSearcher();
    } else if (!isNode && !canSuspend) {
        runBesideSearcher();
    } else if (!isNode) {
        runInPage();
    } else {
        const { isMainThread, parentPort, receiveMessageOnPort, Worker } = require("node:worker_threads");
        if (isMainThread) {
            runAsCommand(Worker);
        } else {
            runInNode(parentPort, receiveMessageOnPort);
        }
    }
})();
