// Loads and drives the WebAssembly module. The scripts of the site import it, and the build puts it before the worker
// of the npm package.

/** Whether modules can be suspended until events are handled (JavaScript Promise Integration). */
export const canSuspend = typeof WebAssembly.Suspending === "function";

/** Loads the module at an address. */
export async function loadModule(address) {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    // Not every server knows the type that compileStreaming requires.
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${address}: ${error.message}`);
  }
}

/**
 * Starts an instance. Returns a function that calls one of the module's functions, with a text or bytes as its input.
 * Meanwhile, `takeOutput` is called with each text that the module gives. A function that takes long also calls
 * `receive(milliseconds)`, which lets messages arrive, and gets the next one, as a text or bytes, or null. The function
 * named `suspended` is suspended until then: it returns a promise, and so may `receive`.
 */
export async function start(module, takeOutput, receive = () => null, suspended = null) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let panic = null;
  // Addresses above 2 GiB arrive as negative numbers.
  const read = (address, length) => decoder.decode(new Uint8Array(functions.memory.buffer, address >>> 0, length));
  const write = (input) => {
    const bytes = typeof input === "string" ? encoder.encode(input) : input;
    const address = functions.input(bytes.length) >>> 0;
    new Uint8Array(functions.memory.buffer, address, bytes.length).set(bytes);
  };
  const take = (message) => {
    if (message !== null) write(message);
    return message === null ? 0 : 1;
  };
  const host = {
    now: () => performance.now(),
    random: () => Math.random(),
    unix_time_f64: () => Date.now(),
    wait_for_message: suspended
      ? new WebAssembly.Suspending(async (milliseconds) => take(await receive(milliseconds)))
      : (milliseconds) => take(receive(milliseconds)),
    take_output: (address, length) => takeOutput(read(address, length)),
    take_panic(address, length) {
      panic = read(address, length);
    },
  };
  const functions = { ...(await WebAssembly.instantiate(module, { host })).exports };
  if (suspended) functions[suspended] = WebAssembly.promising(functions[suspended]);
  // A panic ends in an instruction that only says "unreachable".
  const explain = (error) => {
    throw panic === null ? error : new Error(panic);
  };
  return (name, input = "") => {
    try {
      write(input);
      const result = functions[name]();
      return result instanceof Promise ? result.catch(explain) : result;
    } catch (error) {
      return explain(error);
    }
  };
}
