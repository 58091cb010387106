// @vitest-environment happy-dom
/** The static game's page keeps what its server, which runs in a worker, has not stored yet. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

interface Message {
  kind: string;
  id: number;
  method?: string;
  url?: string;
}
interface Games {
  open(room: object, drawn: string, identified: Promise<unknown>): Promise<Response>;
  imported(file: Blob): Promise<boolean>;
}

/** The properties of the window that the page replaces. */
const replaced = { fetch: window.fetch, WebSocket: window.WebSocket };
const sent: Message[] = [];
let page: { onmessage(event: { data: [string, Uint8Array?] }): void };
const games = (): Games => (window as unknown as { tilerummyGames: Games }).tilerummyGames;
const reply = (message: object): void => page.onmessage({ data: [JSON.stringify(message)] });
const pending = (): unknown => JSON.parse(localStorage.getItem('tilerummy.pending') ?? '{}');

/** Wait until the page has sent a message of this kind to the worker, and return it. */
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
      postMessage([text]: [string]): void {
        sent.push(JSON.parse(text) as Message);
      }
    },
  );
  await import('../../public/offline/page.js' as string);
});
beforeEach(() => localStorage.clear());
afterAll(() => {
  Object.assign(window, replaced);
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
  const imported = games().imported(new Blob(['games']));
  const { id } = await next('import');
  localStorage.setItem('tilerummy.latest', '{"/api/me": {"at": 1}}');
  reply({ kind: 'imported', id });
  expect(await imported).toBe(true);
  expect(localStorage.getItem('tilerummy.latest')).toBe('{}');
});
