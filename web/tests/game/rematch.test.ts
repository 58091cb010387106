/** A rematch begins as soon as all who played agree. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { CommandBody } from '../../src/net/client';
import { Rematch } from '../../src/game/room/rematch.svelte';

const world = vi.hoisted(() => ({
  hear: (_: unknown): void => {},
  asked: [] as unknown[],
  status: 'ok',
  left: false,
}));

vi.mock('../../src/net/connection.svelte', () => ({
  watch: (_: string, hear: (message: unknown) => void) => {
    world.hear = hear;
    return () => (world.left = true);
  },
  command: async (body: CommandBody) => {
    world.asked.push(body);
    return { type: 'answer', cid: '', status: world.status, version: 0 };
  },
}));

const ANN = { kind: 'person', name: 'Ann' };
const BEN = { kind: 'person', name: 'Ben' };
const CY = { kind: 'person', name: 'Cy' };
const OPEN = { kind: 'open', name: '' };
const begin = vi.fn();
const closed = vi.fn();
const snapshot = (seat: number | null, seats: unknown[], phase = 'waiting') => world.hear({ type: 'snapshot', seat, table: { phase, seats } });
const update = (table: unknown) => world.hear({ type: 'update', entries: [], table });
let rematch: Rematch;

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(world, { asked: [], status: 'ok', left: false });
  rematch = new Rematch('new', ['Ben', 'Cy'], begin, closed);
  rematch.follow();
});

test('who asks for it waits for the others, and it begins by itself', () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  expect(rematch.missing).toEqual(['Ben', 'Cy']);
  expect(world.asked).toEqual([]);

  update({ seats: [ANN, OPEN, CY] });
  expect(rematch.missing).toEqual(['Ben']);
  expect(begin).not.toHaveBeenCalled();

  update({ seats: [ANN, BEN, CY], phase: 'sealing' });
  expect(begin).toHaveBeenCalledOnce();
});

test('who agrees sits down', () => {
  snapshot(null, [BEN, OPEN, OPEN]);
  expect(world.asked).toEqual([{ type: 'control', room: 'new', what: 'sit' }]);
});

test('where there is no seat any more the table says so', async () => {
  world.status = 'refused';
  snapshot(null, [BEN, OPEN, OPEN]);
  await vi.waitFor(() => expect(begin).toHaveBeenCalledOnce());
});

test('a table that was closed is waited for no longer', () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  update({ phase: 'closed' });
  expect(closed).toHaveBeenCalledOnce();
  expect(begin).not.toHaveBeenCalled();
});
