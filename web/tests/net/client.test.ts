import { describe, expect, test } from 'vitest';
import { backoff } from '../../src/net/backoff';
import {
  BESIDE,
  Client,
  HIDDEN_IDLE,
  IDLE,
  LATE,
  STALE,
  type Ports,
  type Socket,
  type RoomMessage,
} from '../../src/net/client';

class FakeSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.({} as never);
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
  breaks(code = 1006): void {
    this.onclose?.({ code } as never);
  }
}

/** The client's environment in the tests. It has its own clock and counts the sockets. */
class World implements Ports {
  time = 0;
  sockets: FakeSocket[] = [];
  private timers: { at: number; what: () => void }[] = [];
  private ids = 0;
  refusals = 0;
  isHidden = false;
  connect(): FakeSocket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  now(): number {
    return this.time;
  }
  random(): number {
    return 0.5;
  }
  later(ms: number, what: () => void): () => void {
    const timer = { at: this.time + ms, what };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }
  newCommandId(): string {
    return `c${this.ids++}`;
  }
  hidden(): boolean {
    return this.isHidden;
  }
  refused(): void {
    this.refusals++;
  }
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((t) => t !== next);
      this.time = next.at;
      next.what();
    }
    this.time = end;
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

const WATCH = { type: 'watch', room: 'r' };

/** Return a client that has an open connection and has requested the room. */
function connected(): { world: World; client: Client; states: string[]; received: RoomMessage[] } {
  const world = new World();
  const states: string[] = [];
  const received: RoomMessage[] = [];
  const client = new Client(
    world,
    'r',
    (message) => received.push(message),
    (state) => states.push(state),
  );
  client.start();
  world.pass(0);
  world.last.opens();
  expect(world.last.sent.splice(0)).toEqual([WATCH]);
  return { world, client, states, received };
}

const snapshot = (version: number) => ({ type: 'snapshot', room: 'r', version });
const update = (version: number, ...seqs: number[]) => ({
  type: 'update',
  room: 'r',
  version,
  entries: seqs.map((seq) => ({ seq, what: 'acted' })),
});

describe('a lost connection', () => {
  test('is re-established with growing, randomized delays', () => {
    expect(backoff(0, 0.9)).toBe(250);
    expect(backoff(3, 0.5)).toBe(1000);
    expect(backoff(20, 0.999)).toBeLessThanOrEqual(5000);
    expect(backoff(20, 0)).toBe(250);
  });

  test('is detected by nine seconds of silence, with a ping in between', () => {
    const { world, states } = connected();
    const [socket] = world.sockets;
    world.pass(IDLE + 500);
    expect(socket!.sent).toEqual([{ type: 'ping' }]);
    socket!.says({ type: 'pong' });
    world.pass(8000);
    expect(states.at(-1)).toBe('waiting');
    world.pass(1500);
    expect(states.at(-1)).toBe('offline');
    expect(world.sockets[0]!.closed).toBe(true);
    world.pass(5000);
    expect(world.sockets.length).toBeGreaterThan(1);
  });

  test('is replaced by a second one if nothing responds, before it is closed', () => {
    const { world, states } = connected();
    const [silent] = world.sockets;
    silent!.says(snapshot(3));
    world.pass(IDLE + BESIDE + 1000);
    expect(world.sockets.length).toBe(2);
    expect([silent!.closed, states]).toEqual([false, ['online', 'waiting']]);
    world.last.opens();
    expect(silent!.closed).toBe(true);
    expect(world.last.sent).toEqual([{ type: 'watch', room: 'r', since: 3 }]);
    expect(states).toEqual(['online', 'waiting', 'online']);
  });

  test('is kept if it responds while a second one is tried', () => {
    const { world } = connected();
    const [first] = world.sockets;
    world.pass(IDLE + BESIDE + 1000);
    first!.says({ type: 'pong' });
    expect([first!.closed, world.last.closed]).toEqual([false, true]);
    world.last.opens();
    expect(first!.closed).toBe(false);
  });

  test('is tried twice in parallel if the first attempt hangs; the first to open wins', () => {
    const world = new World();
    const client = new Client(world, 'r', () => {});
    client.start();
    world.pass(BESIDE + 500);
    const [hangs, second] = world.sockets;
    second!.opens();
    expect(hangs!.closed).toBe(true);
    hangs!.opens();
    expect([client.state, second!.closed]).toEqual(['online', false]);
  });

  test('is never tried more than twice in parallel, and a failed attempt waits for the other', () => {
    const world = new World();
    const client = new Client(world, 'r', () => {});
    client.start();
    world.pass(STALE - 1000);
    expect(world.sockets.length).toBe(2);
    world.last.breaks();
    expect([client.state, world.sockets[0]!.closed]).toEqual(['connecting', false]);
    world.pass(2000);
    expect(client.state).toBe('offline');
    expect(world.sockets.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(2);
  });

  test('loses no command: it is sent again with the same id, and processed once', async () => {
    const { world, client } = connected();
    const answer = client.command({ type: 'act', room: 'r', version: 3, actions: ['draw'] });
    world.last.breaks();
    world.pass(1000);
    world.last.opens();
    expect(world.last.sent).toEqual([WATCH, { type: 'act', room: 'r', version: 3, actions: ['draw'], cid: 'c0' }]);
    world.last.says({ type: 'answer', cid: 'c0', status: 'ok', version: 4 });
    expect(await answer).toMatchObject({ status: 'ok' });
    world.last.breaks();
    world.pass(1000);
    world.last.opens();
    expect(world.last.sent).toEqual([WATCH]);
  });

  test('checks the guest if no socket opens, as after a login on another device', () => {
    const { world } = connected();
    world.last.breaks();
    world.pass(5000);
    world.last.breaks();
    expect(world.refusals).toBe(0);
    world.pass(5000);
    world.last.breaks();
    expect(world.refusals).toBe(1);
  });

  test('checks the guest immediately after it logged in on another device', () => {
    const { world } = connected();
    world.last.breaks(4001);
    expect(world.refusals).toBe(1);
    world.pass(1000);
    expect(world.sockets.length).toBe(2);
  });

  test('delays commands given while it was down', () => {
    const { world, client } = connected();
    world.last.breaks();
    void client.command({ type: 'control', room: 'r', what: 'start' });
    expect(client.trySend({ type: 'say', room: 'r', text: 'hi' })).toBe(false);
    world.pass(1000);
    world.last.opens();
    expect(world.last.sent.map((m) => m.type)).toEqual(['watch', 'control']);
  });
});

describe('a slow server', () => {
  /** Let *ms* milliseconds pass while the server replies to each ping immediately. Returns the number of pings. */
  function passAnswered(world: World, ms: number, pong: object = { type: 'pong' }): number {
    let pings = 0;
    for (let passed = 0; passed < ms; passed += 50) {
      world.pass(50);
      for (const { type } of world.last.sent.splice(0)) {
        if (type !== 'ping') continue;
        pings++;
        world.last.says(pong);
      }
    }
    return pings;
  }

  test('is detected after 1.5 seconds of silence, also by spectators', () => {
    const { world, states } = connected();
    world.last.says(snapshot(3));
    world.pass(LATE - 100);
    expect(states).toEqual(['online']);
    world.pass(300);
    expect(states).toEqual(['online', 'waiting']);
    world.sockets[0]!.says({ type: 'pong' });
    expect(states).toEqual(['online', 'waiting', 'online']);
  });

  test('is not suspected while it responds, and is pinged less often in the background', () => {
    const { world, states } = connected();
    const seen = passAnswered(world, 10_000);
    expect(states).toEqual(['online']);
    expect(seen).toBeGreaterThanOrEqual(10_000 / (IDLE + 250));
    world.isHidden = true;
    const hidden = passAnswered(world, 10_000);
    expect(hidden).toBeLessThanOrEqual(10_000 / HIDDEN_IDLE);
    expect(states).toEqual(['online']);
  });

  test('is detected by a command without a result, even if it answers pings', () => {
    const { world, client, states } = connected();
    void client.command({ type: 'act', room: 'r', version: 3, actions: ['draw'] });
    passAnswered(world, LATE - 100);
    expect(states).toEqual(['online']);
    passAnswered(world, 300);
    expect(states).toEqual(['online', 'waiting']);
    world.last.says({ type: 'answer', cid: 'c0', status: 'ok', version: 4 });
    expect(states).toEqual(['online', 'waiting', 'online']);
  });

  test('may take its time for a hint', () => {
    const { world, client, states } = connected();
    void client.command({ type: 'ask_hint', room: 'r', version: 3, level: 'tiles' } as never);
    passAnswered(world, 2 * LATE);
    expect(states).toEqual(['online']);
  });

  test('is detected when it reports that it is waiting itself, until that ends', () => {
    const { world, states } = connected();
    passAnswered(world, 4000, { type: 'pong', waiting: true });
    expect(states).toEqual(['online', 'waiting']);
    passAnswered(world, 1000);
    expect(states).toEqual(['online', 'waiting', 'online']);
  });

  test('is reported without a gap when a command moves to another connection', () => {
    const { world, client, states } = connected();
    void client.command({ type: 'act', room: 'r', version: 3, actions: ['draw'] });
    world.pass(IDLE + BESIDE + 400);
    world.last.opens();
    expect(states).toEqual(['online', 'waiting']);
    world.last.says({ type: 'answer', cid: 'c0', status: 'ok', version: 4 });
    expect(states).toEqual(['online', 'waiting', 'online']);
  });
});

describe('a table', () => {
  test('is requested from the last version seen', () => {
    const { world } = connected();
    world.last.says(snapshot(7));
    world.last.breaks();
    world.pass(1000);
    world.last.opens();
    expect(world.last.sent).toEqual([{ type: 'watch', room: 'r', since: 7 }]);
  });

  test('is requested again if an entry is missing, and old entries are not repeated', () => {
    const { world, received } = connected();
    world.last.says(snapshot(7));
    world.last.says(update(9, 8));
    expect(received.length).toBe(1);
    expect(world.last.sent.at(-1)).toEqual({ type: 'watch', room: 'r', since: 7 });
    world.last.says(update(9, 7, 8));
    world.last.says(update(8, 7));
    world.last.says(update(10, 8, 9));
    expect(received.slice(1).map((m) => 'entries' in m && m.entries.map((e) => e.seq))).toEqual([[7, 8], [9]]);
  });
});
