// Runs the WebAssembly module of the engine: texts in and out.

/** Whether modules can be suspended until events are handled (JavaScript Promise Integration). */
export const canSuspend = typeof WebAssembly.Suspending === "function";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Loads the module that lies beside this file. */
export async function loadModule() {
  const address = new URL("./ozutsu.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  // Not every server knows the type that compileStreaming requires.
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Starts an instance. Returns a function that calls one of the module's functions with a text as its input.
 * Meanwhile, `takeOutput` is called with each text that the module gives. A job of an engine also calls
 * `wait(milliseconds)`, which lets messages arrive, and resolves to 1 if one is for it; its call returns a promise
 * if the module can be suspended.
 */
export async function start(module, takeOutput, wait) {
  let panic = null;
  // Addresses above 2 GiB arrive as negative numbers.
  const read = (address, length) => decoder.decode(new Uint8Array(functions.memory.buffer, address >>> 0, length));
  const host = {
    now: () => performance.now(),
    random: () => Math.random(),
    unix_time_f64: () => Date.now(),
    wait_for_message: canSuspend && wait ? new WebAssembly.Suspending(wait) : () => 0,
    take_output: (address, length) => takeOutput(read(address, length)),
    take_panic(address, length) {
      panic = read(address, length);
    },
  };
  const functions = { ...(await WebAssembly.instantiate(module, { host })).exports };
  if (canSuspend && wait) functions.engine_run = WebAssembly.promising(functions.engine_run);
  // A panic ends in an instruction that only says "unreachable".
  const explain = (error) => {
    throw panic === null ? error : new Error(panic);
  };
  return (name, text = "") => {
    const bytes = encoder.encode(text);
    const address = functions.input(bytes.length) >>> 0;
    new Uint8Array(functions.memory.buffer, address, bytes.length).set(bytes);
    try {
      const result = functions[name]();
      return result instanceof Promise ? result.catch(explain) : result;
    } catch (error) {
      return explain(error);
    }
  };
}
