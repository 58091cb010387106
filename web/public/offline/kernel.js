/** Loads the C++ kernel, compiled to WebAssembly. kernel/wasm/ defines the functions that it exports. */

const UNSUPPORTED = 52; // WASI's ENOSYS

/**
 * Compile the kernel. Returns a function that takes the name of a kernel function and its arguments, as the bytes of
 * 64-bit numbers, and returns the results as bytes. If the kernel rejects the arguments, it returns the reason as a
 * string.
 */
export async function loadKernel(source) {
  const module = await WebAssembly.compile(source);
  const clock = { clock_time_get };
  const imports = { host: { refuse }, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === 'wasi_snapshot_preview1') imports[from][name] = clock[name] ?? (() => UNSUPPORTED);
  }
  let exports;
  let reason = '';

  function refuse(at, length) {
    reason = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length));
  }

  function clock_time_get(_clock, _precision, at) {
    const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
    new DataView(exports.memory.buffer).setBigUint64(at, nanoseconds, true);
    return 0;
  }

  function start() {
    exports = new WebAssembly.Instance(module, imports).exports;
    exports._initialize();
  }

  start();
  return (name, input) => {
    const at = exports.input(input.length / 8);
    new Uint8Array(exports.memory.buffer, at, input.length).set(input);
    reason = '';
    try {
      exports[name]();
    } catch (error) {
      start(); // after an exception, the memory of the instance is in an unknown state
      if (!reason) throw error;
      return reason;
    }
    return new Uint8Array(exports.memory.buffer, exports.output(), 8 * exports.output_size()).slice();
  };
}
