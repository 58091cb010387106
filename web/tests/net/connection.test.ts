// @vitest-environment happy-dom
/** The connection status with several rooms. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { net, watch } from '../../src/net/connection.svelte';

const said = vi.hoisted(() => [] as string[]);
vi.mock('../../src/net/identity', () => ({ identify: async () => {} }));
vi.mock('../../src/device/announce.svelte', () => ({ toast: (text: string) => said.push(text) }));

class FakeSocket {
  static of: Record<string, FakeSocket> = {};
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(url: string) {
    FakeSocket.of[new URL(url).searchParams.get('room')!] = this;
  }
  answers = true;
  send(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    if (type === 'ping' && this.answers) this.onmessage?.({ data: '{"type":"pong"}' });
  }
  close(): void {}
}

/** Longer than the delay before the banner appears, in milliseconds. */
const LONG = 4000;
const stops: (() => void)[] = [];

async function follow(room: string): Promise<() => void> {
  const stop = watch(room, () => {});
  stops.push(stop);
  await vi.advanceTimersByTimeAsync(1);
  return stop;
}
const opens = (room: string): void => FakeSocket.of[room]!.onopen!();
const breaks = (room: string): void => FakeSocket.of[room]!.onclose!({ code: 1006 });
/** Return whether the banner is shown. */
const isMissed = (): boolean => net.late && net.state !== 'online';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  said.length = 0;
});
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a connection closed before it opened is not reported', async () => {
  await follow('game');
  opens('game');
  const stop = await follow('rematch');
  expect(net.state).toBe('connecting');
  stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(net.state).toBe('online');
  await vi.advanceTimersByTimeAsync(LONG - 1000);
  expect(isMissed()).toBe(false);
  expect(said).toEqual([]);
});

test('one that opens does not hide that another was lost', async () => {
  await follow('game');
  opens('game');
  await follow('rematch');
  breaks('game');
  opens('rematch');
  expect(net.state).toBe('offline');
  await vi.advanceTimersByTimeAsync(1300);
  expect(isMissed()).toBe(true);

  opens('game');
  expect(isMissed()).toBe(false);
  expect(said).toHaveLength(1);
});

test('joining another room does not report the old connection as lost', async () => {
  await follow('game');
  opens('game');
  await follow('game');
  expect(net.state).toBe('connecting');
  opens('game');
  await vi.advanceTimersByTimeAsync(1300);
  expect(isMissed()).toBe(false);
});

test('a short interruption is not reported, nor anything after the last room', async () => {
  const stop = await follow('game');
  opens('game');
  breaks('game');
  await vi.advanceTimersByTimeAsync(1000);
  expect(isMissed()).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  expect(isMissed()).toBe(true);
  stop();
  expect(isMissed()).toBe(false);
  expect(said).toEqual([]);
});

test('a silent server is reported as soon as it is late, and its response without a message', async () => {
  await follow('game');
  opens('game');
  const socket = FakeSocket.of.game!;
  await vi.advanceTimersByTimeAsync(5000);
  expect(isMissed()).toBe(false);
  socket.answers = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(isMissed()).toBe(false);
  await vi.advanceTimersByTimeAsync(800);
  expect([net.state, isMissed()]).toEqual(['waiting', true]);
  socket.onmessage!({ data: '{"type":"pong"}' });
  expect([net.state, isMissed()]).toEqual(['online', false]);
  expect(said).toEqual([]);
});

test('the report stays while the connection is re-established, and is announced once', async () => {
  await follow('game');
  opens('game');
  const socket = FakeSocket.of.game!;
  socket.answers = false;
  await vi.advanceTimersByTimeAsync(1800);
  socket.onclose!({ code: 1006 });
  expect([net.state, isMissed()]).toEqual(['offline', true]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(isMissed()).toBe(true);
  opens('game');
  expect(isMissed()).toBe(false);
  expect(said).toHaveLength(1);
});
