// Measures the gzipped JavaScript that a browser with an empty cache loads on a room's page before the first tile
// can be played, with the messages of the largest language. Everything else is loaded later. Fonts have their own
// budget. tests/browser/test_size.py compares the result with a real browser.
//
// node tools/size.mjs [folder of the built page] fails above the budget
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const BUDGET = 64 * 1024;
const FONTS = 20 * 1024;
const here = dirname(fileURLToPath(import.meta.url));
const root = process.argv[2] ?? join(here, '../../src/tilerummy/server/static');
const assets = join(root, 'assets');
const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
const text = Object.fromEntries(files.map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
const sizes = Object.fromEntries(files.map((name) => [name, gzipSync(text[name], { level: 9 }).length]));

const entry = /assets\/([\w.-]+\.js)"/.exec(readFileSync(join(root, 'index.html'), 'utf8'))?.[1];
const table = files.find((name) => name.startsWith('Table-'));
if (!entry || !table) throw new Error('the page is not built: npm run build');

/** Return the scripts with these names, together with all scripts that they import directly or indirectly. */
function neededBy(...names) {
  const needed = new Set();
  const need = (name) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, other] of text[name].matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) need(other);
  };
  names.forEach(need);
  return needed;
}

/**
 * Return a list that contains only the largest of the files with these messages. There is one file per language, and a
 * browser loads one of them.
 */
const words = (topic) =>
  files
    .filter((name) => new RegExp(`^\\w\\w-${topic}-`).test(name))
    .sort((a, b) => sizes[b] - sizes[a])
    .slice(0, 1);
const sumOf = (needed) => [...needed].reduce((all, name) => all + sizes[name], 0);

const needed = neededBy(entry, table);
words('core').forEach((name) => needed.add(name));

const sum = sumOf(needed);
for (const name of [...needed].sort((a, b) => sizes[b] - sizes[a])) {
  console.log(`${String(sizes[name]).padStart(7)}  ${name}`);
}
console.log(
  `${String(sum).padStart(7)}  bytes of JavaScript, compressed, before the first tile (${BUDGET} at most)`,
);
const game = files.find((name) => text[name].includes('replay-stage'));
if (!game) throw new Error('the page of a game is not built');
const replay = neededBy(game);
const own = sumOf([...replay, ...words('games')]);
for (const name of [...replay].sort((a, b) => sizes[b] - sizes[a]))
  if (process.argv.includes('--game')) console.log(`${String(sizes[name]).padStart(7)}  ${name}`);
console.log(`${String(own).padStart(7)}  bytes of JavaScript for the page of a game (${BUDGET} at most)`);
const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
const type = fonts.reduce((all, name) => all + readFileSync(join(assets, name)).length, 0);
console.log(`${String(type).padStart(7)}  bytes of fonts, in all scripts (${FONTS} at most)`);
process.exit(sum > BUDGET || own > BUDGET || type > FONTS ? 1 : 0);
