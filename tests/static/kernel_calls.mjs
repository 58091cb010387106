// Calls the WebAssembly kernel for a test: each line of the input is a function with its arguments in Base64, and each
// line of the output its results, or the reason for a rejection after an exclamation mark.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadKernel } from '../../web/public/offline/kernel.js';

const call = await loadKernel(readFileSync(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const [name, input] = line.split(' ');
  const results = call(name, Buffer.from(input, 'base64'));
  console.log(typeof results === 'string' ? `!${results}` : Buffer.from(results).toString('base64'));
}
