// Unpacks an archive with the client's own code, and prints each file in Base64.
import { readFileSync } from 'node:fs';
import { unpacked, writeFiles } from '../../web/public/offline/unpack.js';

const archive = readFileSync(process.argv[2]).toString('base64');
const response = await unpacked(`data:application/octet-stream;base64,${archive}`);
const folders = new Set();
const files = {};
const FS = {
  mkdirTree: (path) => folders.add(path),
  writeFile: (path, content) => {
    if (!folders.has(path.slice(0, path.lastIndexOf('/')))) throw new Error(`no folder for ${path}`);
    files[path] = Buffer.from(content).toString('base64');
  },
};
writeFiles(FS, '/lib', await response.arrayBuffer());
console.log(JSON.stringify(files));
