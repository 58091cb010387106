// Publishes a build, which is created in a separate folder and then moved to the folder that a running server serves.
// The start page is moved last, so that every request gets either the complete old version or the complete new one.
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

/** Move all files from one folder to another, and delete any other files there. */
export function publish(from, to) {
  const files = filesIn(from).sort((a, b) => Number(a === PAGE) - Number(b === PAGE));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  for (const old of filesIn(to)) if (!files.includes(old)) rmSync(join(to, old), { force: true });
  rmSync(from, { recursive: true, force: true });
}

/** Return the files that the web client needs offline: those for all users, and the messages by language. */
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

/** A Vite plugin that writes `offline.json` and publishes the build. */
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
