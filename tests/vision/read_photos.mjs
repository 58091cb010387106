// Used by a test: reads photos with a build for browsers. Each line of the input is a width, a height, the pixels and the
// weights in Base64, and each line of the output the reading as bytes in Base64.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , path] = process.argv;
const start = path.endsWith('.wasm')
  ? (imports) => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), imports).exports
  : (await import(pathToFileURL(path))).default;
const BYTES = 4 * (3 + 200 * (2 + 22 + 1440));

for await (const line of createInterface({ input: process.stdin })) {
  const [width, height, ...files] = line.split(' ');
  const [photo, weights] = files.map((file) => Buffer.from(file, 'base64'));
  const shares = [];
  const kernel = start({ host: { report: (share) => shares.push(share) } });
  if (!kernel.prepare(weights.length, Number(width), Number(height))) throw new Error('too large');
  new Uint8Array(kernel.memory.buffer, kernel.weights(), weights.length).set(weights);
  new Uint8Array(kernel.memory.buffer, kernel.photo(), photo.length).set(photo);
  const reading = new Uint8Array(kernel.memory.buffer, kernel.read(), BYTES);
  if (shares.at(-1) !== 1 || shares.some((share, i) => share < shares[i - 1])) throw new Error('wrong shares');
  console.log(Buffer.from(reading).toString('base64'));
}
