/** A file in the worker's memory, for options such as VariantPath. */
export interface OzutsuFile {
    file: string;
    contents: string | ArrayBuffer | Uint8Array;
}

/** What the worker takes: a line of UCI or USI, a file, or the end of the input. */
export type OzutsuInput = string | OzutsuFile | null;

/** What the worker sends: a line. */
export type OzutsuOutput = string;
