/** A file in the worker's memory, for options such as VariantPath. */
export interface OzutsuFile {
    file: string;
    contents: string | ArrayBuffer | Uint8Array;
}

/** What the worker takes: a line of UCI or USI, a file, or the end of the input. */
export type OzutsuInput = string | OzutsuFile | null;

/** What the worker sends: a line. */
export type OzutsuOutput = string;

/** An engine of `ozutsu.js`. */
export interface OzutsuEngine {
    postMessage(line: string): void;
    addMessageListener(listener: (line: OzutsuOutput) => void): void;
    removeMessageListener(listener: (line: OzutsuOutput) => void): void;
    terminate(): void;
    FS: {
        mkdirTree(path: string): void;
        writeFile(path: string, contents: OzutsuFile["contents"]): void;
    };
}

declare global {
    /** Starts an engine in a worker: what `ozutsu.js` declares in a page, and exports in Node. */
    function Ozutsu(options?: {
        locateFile?: (name: string, prefix: string) => string;
        printErr?: (text: string) => void;
    }): Promise<OzutsuEngine>;
}
