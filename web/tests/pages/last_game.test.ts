// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually';
import type { LobbyRoom } from '../../src/net/types/http';
import Hero from '../../src/pages/home/hero/Hero.svelte';
import MyGames from '../../src/pages/home/lists/MyGames.svelte';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';

const seat = (name: string) => ({ kind: 'person', name, level: '', face: '', colour: '', local: false });
const OVER = {
  ...{ room: 'a', phase: 'over', seat: 0, gave_up: null, next_room: 'b', title: '', ruleset: 'sabra' },
  ...{ seats: ['Me', 'Tom', 'Ana'].map(seat), totals: [52, -30, -22], leaders: [0], wins: [1, 0, 0], tiles: [] },
  ...{ ending: null, ago_ms: 60_000, rounds: 1, round: 0 },
} as unknown as LobbyRoom;

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
});

const END = { table: ['k1 k2 k3', 'r5 r6 r7'], rack: [], played: ['r7'] };
/** Answer only the request for the position. */
const answer = async (url: string): Promise<Response> =>
  url.endsWith('/position') ? Response.json(END) : Response.error();
beforeEach(() => void vi.stubGlobal('fetch', answer));
afterEach(() => vi.unstubAllGlobals());

async function shown(component: object): Promise<string> {
  flushSync();
  const text = document.body.textContent!;
  await unmount(component);
  return text;
}

test('the page says who won the last game', async () => {
  const hero = (last: LobbyRoom) =>
    shown(mount(Hero, { target: document.body, props: { offline: false, last, asked: false } }));
  expect(await hero(OVER)).toContain('You won against Tom and Ana · ');
  expect(await hero({ ...OVER, leaders: [1] })).toContain('You lost to Tom · ');
  expect(await hero({ ...OVER, ending: 'agreed' })).toContain('The game with Tom and Ana ended early · ');
  expect(await hero({ ...OVER, seats: OVER.seats.slice(0, 1) })).toContain('Won · ');
});

test('the page shows the end of the last game', async () => {
  const hero = mount(Hero, { target: document.body, props: { offline: false, last: OVER, asked: false } });
  await eventually(() => expect(document.querySelector('.hero-tiles > span .tt-last')).not.toBeNull());
  expect(document.querySelectorAll('.hero-tiles .tile')).toHaveLength(6);
  await unmount(hero);
});

test('a rematch that another player has requested comes first', async () => {
  const hero = mount(Hero, { target: document.body, props: { offline: false, last: OVER, asked: true } });
  flushSync();
  const first = document.querySelector('.hero-go > *')!;
  expect([first.textContent, first.getAttribute('href')]).toEqual(['Rematch', '/t/a?rematch']);
  expect(document.querySelectorAll('.hero .primary')).toHaveLength(1);
  expect(await shown(hero)).toContain('Another game with Tom and Ana?');
});

test('a finished game leads to its rematch by that name', async () => {
  const rematch = { ...OVER, room: 'b', phase: 'waiting', next_room: null };
  const text = await shown(
    mount(MyGames, { target: document.body, props: { cards: [OVER], mine: [OVER, rematch] } }),
  );
  expect(text).toContain('Rematch');
  expect(text).not.toContain('Continue');
});
