import './addresses.js';
import { showState } from './state.js';

/**
 * Redirects the page's requests and sockets to a server that runs in a web worker. Only the static game uses this
 * script, which loads before the page's own scripts.
 */

// other sites show embed.html in a frame, whose games are not stored
const name = location.pathname.endsWith('/embed.html') ? 'embedded' : 'stored';
const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name });
const browser = { fetch: window.fetch.bind(window), WebSocket: window.WebSocket };
const heard = new Map(); // the handler of each request or socket, by id
let last = 0;

const post = (message, body) => worker.postMessage([JSON.stringify(message), body], body ? [body.buffer] : []);
const isServed = ({ origin, pathname }) =>
  origin === location.origin && /^\/(api\/|healthz$|readyz$)/.test(pathname);

const FILES = { '/api/presets': 'presets.json', '/api/levels': 'levels.json' };
let state = 'loading';
let begin;
const started = new Promise((resolve) => (begin = resolve));

worker.onmessage = ({ data: [text, body] }) => {
  const message = JSON.parse(text);
  if (message.kind === 'state') {
    ({ state } = message);
    if (state === 'ready') begin();
    void showState(message);
  } else heard.get(message.id)?.(message, body);
};

/**
 * Send a request to the worker. Returns its response, whose body may arrive in parts. The worker uses the random bytes
 * *drawn*, in hexadecimal.
 */
async function ask(request, drawn = '') {
  const { pathname, search } = new URL(request.url);
  const id = ++last;
  const body = request.method === 'GET' ? undefined : new Uint8Array(await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  const abort = () => post({ kind: 'abort', id });
  return new Promise((resolve, reject) => {
    request.signal.addEventListener('abort', () => {
      heard.delete(id);
      abort();
      reject(new DOMException('The request was aborted.', 'AbortError'));
    });
    let parts;
    const stream = new ReadableStream({ start: (controller) => (parts = controller), cancel: abort });
    heard.set(id, (message, bytes) => {
      if (message.kind === 'head') {
        const { status } = message;
        resolve(new Response(status === 204 || status === 304 ? null : stream, message));
      } else if (message.kind === 'part' && bytes) parts.enqueue(bytes);
      else if (message.kind === 'end') {
        heard.delete(id);
        try {
          parts.close();
        } catch {
          // the page has cancelled the stream
        }
      }
    });
    post({ kind: 'fetch', id, method: request.method, url: pathname + search, headers, drawn }, body);
  });
}

/** Return an object that the browser stores, after changing it. A page in a frame stores nothing. */
function inStorage(key, change, reviver) {
  if (name !== 'stored') return {};
  try {
    const object = JSON.parse(localStorage.getItem(key) ?? '{}', reviver);
    change?.(object);
    if (change) localStorage.setItem(key, JSON.stringify(object));
    return object;
  } catch {
    return {}; // the browser stores nothing
  }
}

// The latest responses about the guest and their tables, by path. The front page shows them while the worker is
// loading, since only the worker can change them. A later build of the page ignores them.
const LATEST = 'tilerummy.latest';
const BUILD = document.querySelector('script[src*="assets/"]')?.src;
const POSITION = /^\/api\/rooms\/[^/]+\/position$/;
const isKept = (path) => path === '/api/me' || path === '/api/rooms' || POSITION.test(path);

function latest(path) {
  const { at, build } = inStorage(LATEST)[path] ?? {};
  if (!at || build !== BUILD) return undefined;
  const now = (key, value) => (key === 'ago_ms' ? value + Date.now() - at : value);
  return Response.json(inStorage(LATEST, undefined, now)[path].body);
}

const forgetLatest = () => inStorage(LATEST, (all) => Object.keys(all).forEach((path) => delete all[path]));

async function keep(path, response) {
  const body = await response.json();
  inStorage(LATEST, (all) => {
    if (POSITION.test(path)) for (const other in all) if (POSITION.test(other)) delete all[other];
    all[path] = { at: Date.now(), build: BUILD, body };
  });
}

// Tables that the page has dealt, but the worker has not opened yet, by the random bytes that they were dealt with. They
// are stored, so that no table is lost if the page is closed before the worker is ready.
const PENDING = 'tilerummy.pending';

/**
 * Open a table that deals with these random bytes. A table that is already open remains as it is. If the server fails,
 * the next visit tries again.
 */
async function openTable(room, drawn) {
  const response = await ask(
    new Request('/api/rooms', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tile-Rummy': '1' },
      body: JSON.stringify(room),
    }),
    drawn,
  );
  if (response.status < 500) inStorage(PENDING, (tables) => delete tables[drawn]);
  return response;
}

/** Open the tables that an earlier visit has dealt. */
async function openPending() {
  const tables = Object.entries(inStorage(PENDING));
  if (!tables.length) return;
  await ask(new Request('/api/me')); // signs the guest up, who may never have been here before
  for (const [drawn, room] of tables) await openTable(room, drawn);
}

const opened = openPending();

window.fetch = async (input, options) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  if (!isServed(url)) return browser.fetch(input, options);
  const file = FILES[url.pathname];
  if (file) return browser.fetch(new URL(`../${file}`, import.meta.url));
  const request = new Request(input, options);
  const kept = request.method === 'GET' && isKept(url.pathname);
  const known = kept && state === 'loading' && latest(url.pathname);
  if (known) return known;
  await opened;
  request.signal.throwIfAborted();
  const response = await ask(request);
  if (kept && response.ok) void keep(url.pathname, response.clone());
  else if (request.method === 'DELETE') forgetLatest();
  return response;
};

/** A WebSocket that the worker serves. */
class WorkerSocket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  readyState = WorkerSocket.CONNECTING;
  #id = ++last;

  constructor(url) {
    super();
    const { pathname, search } = new URL(url);
    heard.set(this.#id, (message) => this.#hear(message));
    void opened.then(() => post({ kind: 'open', id: this.#id, url: pathname + search }));
  }

  #hear({ kind, text, code }) {
    if (kind === 'opened') {
      this.readyState = WorkerSocket.OPEN;
      this.#emit(new Event('open'));
    } else if (kind === 'text') this.#emit(new MessageEvent('message', { data: text }));
    else if (kind === 'close') this.#end(code);
  }

  #end(code) {
    if (this.readyState === WorkerSocket.CLOSED) return;
    heard.delete(this.#id);
    this.readyState = WorkerSocket.CLOSED;
    this.#emit(new CloseEvent('close', { code, wasClean: true }));
  }

  #emit(event) {
    this[`on${event.type}`]?.(event);
    this.dispatchEvent(event);
  }

  send(text) {
    post({ kind: 'text', id: this.#id, text });
  }

  close(code = 1000) {
    post({ kind: 'close', id: this.#id });
    setTimeout(() => this.#end(code));
  }
}

window.WebSocket = new Proxy(browser.WebSocket, {
  construct(Socket, [url, ...more]) {
    const { host, pathname } = new URL(url, location.href);
    return host === location.host && pathname === '/ws' ? new WorkerSocket(url) : new Socket(url, ...more);
  },
});

/** Send the worker a message that concerns all stored games. Resolves to the worker's reply. */
const tell = (kind, body) =>
  new Promise((resolve) => {
    const id = ++last;
    heard.set(id, (message, bytes) => {
      heard.delete(id);
      resolve({ ...message, bytes });
    });
    post({ kind, id }, body);
  });

/** Exports and imports all games in this browser. See `src/device/own_games.ts`. */
const stored = {
  async exported(evenings) {
    const { kind, reason, bytes } = await tell('export', new TextEncoder().encode(evenings));
    if (kind !== 'exported') throw new Error(reason);
    return new Blob([bytes], { type: 'application/vnd.sqlite3' });
  },
  async imported(file, take) {
    const checked = await tell('check', new Uint8Array(await file.arrayBuffer()));
    if (checked.kind !== 'checked') return false;
    const restore = checked.bytes ? take(new TextDecoder().decode(checked.bytes)) : () => {};
    if (!restore) return false;
    const { kind } = await tell('import');
    if (kind !== 'imported') restore();
    forgetLatest();
    return kind === 'imported';
  },
};
window.tilerummyGames = {
  starts: () => state === 'loading',
  started,
  async open(room, drawn, identified) {
    inStorage(PENDING, (tables) => (tables[drawn] = room));
    await identified;
    return openTable(room, drawn);
  },
  ...(name === 'stored' && stored),
};

/**
 * Save the file that a link leads to. The browser itself would request it from the web host, which does not have it.
 */
addEventListener(
  'click',
  (event) => {
    const link = event.target?.closest?.('a[href]');
    if (!link || !isServed(new URL(link.href))) return;
    event.preventDefault();
    void save(link.href);
  },
  { capture: true },
);

async function save(url) {
  const response = await fetch(url);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'game.txt';
  const file = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
