// @vitest-environment happy-dom
/** The static game stores what its server, which runs in a worker, has not stored yet. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Message {
  kind: string;
  id: number;
  method?: string;
  url?: string;
  body?: Uint8Array;
}
interface Games {
  open(room: object, drawn: string, identified: Promise<unknown>): Promise<Response>;
  exported(evenings: string): Promise<Blob>;
  imported(file: Blob, take: (evenings: string) => (() => void) | null): Promise<boolean>;
}

/** The window properties that the static game replaces. */
const replaced = { fetch: window.fetch, WebSocket: window.WebSocket };
const sent: Message[] = [];
let page: { onmessage(event: { data: [string, Uint8Array | undefined] }): void };
const games = (): Games => (window as unknown as { tilerummyGames: Games }).tilerummyGames;
const reply = (message: object, body?: Uint8Array): void =>
  page.onmessage({ data: [JSON.stringify(message), body] });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pending = (): unknown => JSON.parse(localStorage.getItem('tilerummy.pending') ?? '{}');

/** Wait until the static game has sent a message of this kind to the worker, and return it. */
const next = (kind: string): Promise<Message> =>
  vi.waitFor(() => {
    const at = sent.findIndex((message) => message.kind === kind);
    expect(at).toBeGreaterThanOrEqual(0);
    return sent.splice(at, 1)[0]!;
  });

beforeAll(async () => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://host.example/');
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        page = this as unknown as typeof page;
      }
      postMessage([text, body]: [string, Uint8Array?]): void {
        sent.push({ ...(JSON.parse(text) as Message), ...(body && { body }) });
      }
    },
  );
  await import('../../public/offline/page.js' as string);
});
beforeEach(() => localStorage.clear());
afterAll(() => {
  Object.assign(window, replaced);
  Reflect.deleteProperty(window, 'tilerummyGames'); // otherwise the next test file would have no server
  vi.unstubAllGlobals();
});

test('a dealt table is kept until the server has opened it', async () => {
  const open = async (status: number): Promise<void> => {
    const opened = games().open({ seats: 2 }, 'ab', Promise.resolve());
    const { id, url, method } = await next('fetch');
    expect([method, url]).toEqual(['POST', '/api/rooms']);
    reply({ kind: 'head', id, status });
    reply({ kind: 'end', id });
    expect((await opened).status).toBe(status);
  };
  await open(503);
  expect(pending()).toEqual({ ab: { seats: 2 } });
  await open(201);
  expect(pending()).toEqual({});
});

test('what was stored during an import is forgotten', async () => {
  const imported = games().imported(new Blob(['games']), () => null);
  reply({ kind: 'checked', id: (await next('check')).id });
  const { id } = await next('import');
  localStorage.setItem('tilerummy.latest', '{"/api/me": {"at": 1}}');
  reply({ kind: 'imported', id });
  expect(await imported).toBe(true);
  expect(localStorage.getItem('tilerummy.latest')).toBe('{}');
});

test('evenings are exported with the games', async () => {
  const exported = games().exported('["é"]');
  const { id, body } = await next('export');
  expect(new TextDecoder().decode(body)).toBe('["é"]');
  reply({ kind: 'exported', id }, bytes('games'));
  expect(await (await exported).text()).toBe('games');
});

test('an export that fails does not leave the page waiting', async () => {
  const exported = games().exported('[]');
  reply({ kind: 'rejected', id: (await next('export')).id, reason: 'no room' });
  await expect(exported).rejects.toThrow('no room');
});

/** Import a file whose evenings are *found*, and whose games the worker then replaces or not. */
async function importing(found: string | null, end?: 'imported' | 'rejected') {
  const restore = vi.fn<() => void>();
  const take = vi.fn<(evenings: string) => (() => void) | null>(() => (end ? restore : null));
  const imported = games().imported(new Blob(['games']), take);
  const { id, body } = await next('check');
  expect(new TextDecoder().decode(body)).toBe('games');
  if (found === null) reply({ kind: 'rejected', id });
  else reply({ kind: 'checked', id }, bytes(found));
  if (end) reply({ kind: end, id: (await next('import')).id });
  return { imported: await imported, take, restore };
}

test('evenings are stored before the games are replaced', async () => {
  const { imported, take, restore } = await importing('["é"]', 'imported');
  expect(imported).toBe(true);
  expect(take).toHaveBeenCalledWith('["é"]');
  expect(restore).not.toHaveBeenCalled();
});

test('a rejected file changes neither games nor evenings', async () => {
  const { imported, take } = await importing(null);
  expect(imported).toBe(false);
  expect(take).not.toHaveBeenCalled();
  expect(sent.filter(({ kind }) => kind === 'import')).toEqual([]);
});

test('the games stay if there is no room for the evenings', async () => {
  expect((await importing('[]')).imported).toBe(false);
  expect(sent.filter(({ kind }) => kind === 'import')).toEqual([]);
});

test('the evenings are restored if the games cannot be replaced', async () => {
  const { imported, restore } = await importing('[]', 'rejected');
  expect(imported).toBe(false);
  expect(restore).toHaveBeenCalledOnce();
});
