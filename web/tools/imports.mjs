// Checks the imports in src/. Import cycles are forbidden, even of types or lazy imports. A folder may import only
// from itself and from folders further down in LAYERS.
//
// node tools/imports.mjs
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = [
  '.',
  'pages',
  'games',
  'photo',
  'evening',
  'puzzles',
  'game',
  'review',
  'learn',
  'components',
  'net',
  'device',
  'text',
  'net/types',
  'table',
  'rules',
  'style',
];
const APART = ['demo', 'notebook']; // not layered: they may import anything, and nothing imports them

const root = join(dirname(fileURLToPath(import.meta.url)), '../src');
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));
const known = new Set(files);
const text = (file) => readFileSync(join(root, file), 'utf8');

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"?]*)(?:\?\w+)?['"]/g;
function importsOf(file) {
  const code = text(file).replace(/^\s*(\*|\/\/).*$/gm, '');
  return [...code.matchAll(IMPORT)]
    .map(([, path]) => {
      const base = relative(root, resolve(root, dirname(file), path));
      return [base, `${base}.ts`, `${base}/index.ts`].find((each) => known.has(each)) ?? base;
    })
    .filter((path) => !path.startsWith('..'));
}
const graph = new Map(files.filter((file) => /\.(ts|svelte)$/.test(file)).map((file) => [file, importsOf(file)]));

const faults = [];

function visit(file, path, done) {
  const at = path.indexOf(file);
  if (at >= 0) return faults.push(`circle: ${[...path.slice(at), file].join(' -> ')}`);
  if (done.has(file)) return;
  for (const other of graph.get(file) ?? []) visit(other, [...path, file], done);
  done.add(file);
}
const done = new Set();
for (const file of graph.keys()) visit(file, [], done);

function layerOf(file) {
  const folders = LAYERS.filter((layer) => file.startsWith(`${layer}/`));
  return LAYERS.indexOf(folders.sort((a, b) => b.length - a.length)[0] ?? '.');
}
for (const [file, imports] of graph) {
  if (APART.includes(file.split('/')[0])) continue;
  for (const other of imports) {
    if (layerOf(other) < layerOf(file)) faults.push(`upwards: ${file} imports ${other}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`${graph.size} files, ${faults.length} faults in how they are ordered`);
process.exit(faults.length ? 1 : 0);
