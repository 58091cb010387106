import type { Exports, Imports } from './kernel';

/** Return an instance of the module, like WebAssembly.Instance but without WebAssembly. */
export default function start(imports: Imports): Exports;
