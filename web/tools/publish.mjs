// The page is built aside and then moved to where a running server serves it from: every file by one
// rename, the page itself last, so that whoever asks in between gets the old page or the new one whole.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const TEXT = /^assets\/(\w\w)-(?:core|room|pages|rules|learn|puzzles)-/;
const PAGE = 'index.html';

const filesIn = (folder) => {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch {
    return [];
  }
};

/** Move all files of a folder into another one, and remove what that had and the first has not. */
export function publish(from, to) {
  const files = filesIn(from).sort((a, b) => Number(a === PAGE) - Number(b === PAGE));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  for (const old of filesIn(to)) if (!files.includes(old)) rmSync(join(to, old), { force: true });
  rmSync(from, { recursive: true, force: true });
}

/** What a page needs that is opened without a connection: all files, and the texts by language. */
export function offlineList(names) {
  const files = [];
  const texts = {};
  for (const name of [...names].sort()) {
    const language = TEXT.exec(name)?.[1];
    if (language) (texts[language] ??= []).push(`/${name}`);
    else if (name.startsWith('assets/')) files.push(`/${name}`);
  }
  return { files, texts };
}

/** A plugin of vite that writes `offline.json` and publishes what was built. */
export const published = (from, to) => ({
  name: 'published',
  apply: 'build',
  generateBundle(_, bundle) {
    this.emitFile({
      type: 'asset',
      fileName: 'offline.json',
      source: JSON.stringify(offlineList(Object.keys(bundle))),
    });
  },
  writeBundle: { order: 'post', sequential: true, handler: () => publish(from, to) },
});
