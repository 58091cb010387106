/**
 * Runs the server of the static game in a web worker: Python, the kernel, and the games in the browser's private file
 * system. In addition to the messages of tilerummy.browser.wire, it sends its state to the page: `waiting` (until
 * another tab is closed), `loading` (with the share that has been loaded), `ready`, `full` (while the browser has no
 * space for more games), or `failed` (with a reason).
 */

import { mountFiles, openFiles } from './files.js';
import { loadKernel } from './kernel.js';
import { unpacked, writeFiles } from './unpack.js';

const STORE = '/games';
const FILES = ['games.sqlite', 'games.sqlite-journal'];
const CHECKED = '/tmp/imported.sqlite';
const EXPORTED = '/tmp/exported.sqlite';
const PROGRAM = '/lib/program';
const LOCK = 'tilerummy-games';
/** The share of the loading time that has passed after each step, as measured at 10 Mbit/s. */
const LOADED = { library: 0.25, runtime: 0.6, python: 0.7, program: 0.85 };
const STORED = self.name === 'stored'; // otherwise, the games exist as long as the page

let receive = null;
const early = []; // messages that arrive before the server is ready

self.onmessage = ({ data }) => (receive ? receive(...data) : early.push(data));

const post = (message, body) => self.postMessage([message, body]);
const report = (state, more = {}) => post(JSON.stringify({ kind: 'state', state, ...more }));

/** Run *work*, but not before all other tabs have stopped using the stored games. */
function alone(work) {
  if (!STORED) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) return work();
    report('waiting');
    return navigator.locks.request(LOCK, work);
  });
}

async function bytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** Start the server, and run it as long as the worker exists. *engine* contains the URLs of the files to load. */
async function serve(engine) {
  const base = new URL('../', import.meta.url);
  const at = (path) => new URL(path, base).href;
  report('loading');
  const loadParts = () =>
    Promise.all([
      bytes(at(engine.kernel)).then(loadKernel),
      unpacked(at(engine.program)).then((response) => response.arrayBuffer()),
      ...engine.wheels.map((wheel) => bytes(at(wheel))),
    ]);
  let parts;
  const [{ loadPyodide }, library] = await Promise.all([
    import(at(engine.pyodide)),
    unpacked(at(engine.library)).then((response) => response.blob()),
    import(at(`${engine.folder}pyodide.asm.mjs`)), // so that loadPyodide does not have to wait for it
  ]);
  report('loading', { share: LOADED.library });
  const stdLibURL = URL.createObjectURL(library);
  const python = await loadPyodide({
    indexURL: at(engine.folder),
    lockFileURL: at(engine.lock),
    stdLibURL,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    // Now all files have arrived that Python needs to start. While it starts, the others arrive.
    fsInit: async () => {
      parts = loadParts();
      report('loading', { share: LOADED.runtime });
    },
  });
  report('loading', { share: LOADED.python });
  URL.revokeObjectURL(stdLibURL);
  const [kernel, program, ...wheels] = await parts;
  report('loading', { share: LOADED.program });
  for (const wheel of wheels) python.unpackArchive(wheel, 'wheel');
  writeFiles(python.FS, PROGRAM, program);
  python.runPython(`import sys; sys.path.insert(0, "${PROGRAM}")`);
  const handles = STORED ? await openFiles(FILES) : new Map();
  if (STORED) mountFiles(python.FS, STORE, handles, (full) => report(full ? 'full' : 'ready'));
  const copied = (buffer) => {
    const view = buffer.getBuffer();
    const copy = view.data.slice();
    view.release();
    return copy;
  };
  // the kernel comes first, because the server imports the solver
  python.pyimport('tilerummy.browser.kernel').install((name, input) => python.toPy(kernel(name, copied(input))));
  const main = python.pyimport('tilerummy.browser.main');
  const database = python.pyimport('tilerummy.browser.sqlite');
  const pageEvenings = python.pyimport('tilerummy.browser.evenings');
  const server = await main.start(
    STORED ? `${STORE}/${FILES[0]}` : ':memory:',
    (message, body) => post(message, body.length ? copied(body) : undefined),
    Date.now,
    engine.pace ?? 1,
  );
  const games = {
    /** Export all games, together with the page's evenings. */
    export(id, evenings) {
      try {
        const handle = handles.get(FILES[0]);
        const all = new Uint8Array(handle.getSize());
        handle.read(all, { at: 0 });
        python.FS.writeFile(EXPORTED, all);
        pageEvenings.add_evenings(EXPORTED, python.toPy(evenings));
        post(JSON.stringify({ kind: 'exported', id }), python.FS.readFile(EXPORTED));
        python.FS.unlink(EXPORTED);
      } catch (error) {
        post(JSON.stringify({ kind: 'rejected', id, reason: String(error) }));
      }
    },
    /** Check a file of exported games before it is imported. The reply contains its evenings, if there are any. */
    check(id, all) {
      try {
        python.FS.writeFile(CHECKED, all);
        const evenings = main.check_games(CHECKED, Date.now);
        post(JSON.stringify({ kind: 'checked', id }), evenings && copied(evenings));
      } catch (error) {
        console.warn(error);
        post(JSON.stringify({ kind: 'rejected', id }));
      }
    },
    /**
     * Replace all games by those in the checked file. The page then has to reload, because its server has stopped. If
     * the import fails, the old games remain.
     */
    async import(id) {
      await server.close();
      try {
        database.replace_games(`${STORE}/${FILES[0]}`, CHECKED);
        post(JSON.stringify({ kind: 'imported', id }));
      } catch (error) {
        report('failed', { reason: String(error) });
        post(JSON.stringify({ kind: 'rejected', id }));
      }
    },
  };
  receive = (message, body = new Uint8Array()) => {
    const { kind, id } = JSON.parse(message);
    if (kind in games) void games[kind](id, body);
    else server.receive(message, python.toPy(body));
  };
  for (const data of early.splice(0)) receive(...data);
  report('ready');
  await new Promise(() => {}); // holds the lock as long as the worker runs
}

const engine = await fetch(new URL('../engine.json', import.meta.url)).then((response) => response.json());
alone(() => serve(engine)).catch((error) => {
  console.error(error);
  report('failed', { reason: String(error) });
});
