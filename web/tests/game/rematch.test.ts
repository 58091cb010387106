/** A rematch starts as soon as all players agree. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { CommandBody } from '../../src/net/client';
import { Rematch } from '../../src/game/room/rematch.svelte';
import type { Room } from '../../src/game/room/room.svelte';

const world = vi.hoisted(() => ({
  hear: (_: unknown): void => {},
  followed: [] as string[],
  asked: [] as unknown[],
  told: [] as string[],
  opened: [] as string[],
  status: 'ok',
}));

vi.mock('../../src/net/connection.svelte', () => ({
  watch: (room: string, hear: (message: unknown) => void) => {
    world.followed.push(room);
    world.hear = hear;
    return () => {};
  },
  command: async (body: CommandBody) => {
    world.asked.push(body);
    return { type: 'answer', cid: '', status: world.status, version: 0 };
  },
}));
vi.mock('../../src/device/router.svelte', () => ({ go: (path: string) => world.opened.push(path) }));

const person = (name: string) => ({ kind: 'person', name });
const [ANN, BEN, CY] = ['Ann', 'Ben', 'Cy'].map(person);
const OPEN = { kind: 'open', name: '' };
const snapshot = (seat: number | null, seats: unknown[], phase = 'waiting') =>
  world.hear({ type: 'snapshot', seat, table: { phase, seats } });
const update = (table: unknown, seat?: number) => world.hear({ type: 'update', entries: [], table, seat });
let rematch: Rematch;

/** Ann agrees to a rematch with three players. */
beforeEach(async () => {
  Object.assign(world, { followed: [], asked: [], told: [], opened: [], status: 'ok' });
  const control = async (what: string): Promise<boolean> => (world.told.push(what), world.status === 'ok');
  const room = { played: 0, view: { seats: [ANN, BEN, CY], next_room: 'new' }, control };
  rematch = new Rematch(room as unknown as Room);
  rematch.follow();
  expect(world.followed, 'who has not agreed follows nothing').toEqual([]);
  await rematch.agree();
  rematch.follow();
  expect(world.followed).toEqual(['new']);
});

test('the player who asks waits for the other players, and it starts automatically', () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  expect(rematch.missing).toEqual(['Ben', 'Cy']);
  expect(world.asked).toEqual([]);

  update({ seats: [ANN, OPEN, CY] });
  expect(world.opened).toEqual([]);

  update({ seats: [ANN, BEN, CY], phase: 'sealing' });
  expect(world.opened).toEqual(['/t/new']);
});

test('no one who has changed their name is reported missing', () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  update({ seats: [ANN, person('Guest 2'), OPEN] });
  expect(rematch.missing).toEqual([]);
});

test('a player who agrees sits down and is no longer missing', () => {
  snapshot(null, [CY, OPEN, OPEN]);
  expect(world.asked).toEqual([{ type: 'control', room: 'new', what: 'sit' }]);
  expect(rematch.missing).toEqual([]);

  update({ seats: [CY, ANN, OPEN] }, 1);
  expect(rematch.missing).toEqual([]);
});

test('the table reports when there is no seat left', async () => {
  world.status = 'refused';
  snapshot(null, [BEN, OPEN, OPEN]);
  await vi.waitFor(() => expect(world.opened).toEqual(['/t/new']));
});

test('a closed table is no longer waited for', () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  update({ phase: 'closed' });
  expect(rematch.agreed).toBe(false);
  expect(world.opened).toEqual([]);
});

test('a player who has asked may withdraw the request', async () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  await rematch.decline();
  expect(world.told).toEqual(['rematch', 'decline']);
  expect(rematch.agreed).toBe(false);
});

test('a rematch that could not be declined is still waited for', async () => {
  snapshot(0, [ANN, OPEN, OPEN]);
  world.status = 'refused';
  await rematch.decline();
  expect(rematch.agreed).toBe(true);
});

test('an offer is known until it is answered, also where no result is shown', async () => {
  const seats = [
    { ...ANN, connected: true, resigned: false },
    { ...BEN, connected: true, resigned: false },
  ];
  const offered = (some: object): string => {
    const view = { phase: 'over', seats, next_room: null, rematch_by: 1, ...some };
    const nameOf = (i: number) => seats[i]!.name;
    return new Rematch({ played: 0, view, nameOf } as unknown as Room).asked;
  };
  expect(offered({})).toBe('Ben');
  expect(offered({ rematch_by: 0 }), 'the own one').toBe('');
  expect(offered({ rematch_by: null })).toBe('');
  expect(offered({ phase: 'closed' })).toBe('');
  rematch = new Rematch({
    played: 0,
    view: { phase: 'over', seats, next_room: 'new', rematch_by: 1 },
    nameOf: () => 'Ben',
    control: async () => true,
  } as unknown as Room);
  expect(rematch.asked).toBe('Ben');
  await rematch.agree();
  expect(rematch.asked).toBe('');
});
