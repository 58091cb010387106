// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { rackWords, updated } from '../../src/game/seats/seats';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';

const seats = (...order: number[]): { i: number }[] => order.map((i) => ({ i }));
const order = (shown: readonly { i: number }[]): number[] => shown.map(({ i }) => i);

test('no seat is shown twice when seats rotate for a rematch', () => {
  const now = seats(0, 2, 1);
  let shown: readonly { i: number }[] = seats(1, 2, 0);
  for (const n of [0, 1, 2]) {
    shown = updated(shown, now, n);
    expect(new Set(order(shown)).size).toBe(3);
  }
  expect(order(shown)).toEqual([0, 2, 1]);
});

test('one seat is updated by itself while the players stay the same', () => {
  const [before, now] = [seats(1, 2, 0), seats(1, 2, 0)];
  const shown = updated(before, now, 1);
  expect(shown[1]).toBe(now[1]);
  expect(shown[0]).toBe(before[0]);
});

test.each([
  ['en', 'black', 'joker'],
  ['he', 'שחור', 'ג׳וקר'],
] as const)('screen readers say the known tiles of a rack in words (%s)', async (language, colour, joker) => {
  await setLanguage(language);
  await loadPagesText();
  const words = rackWords(5, ['k12', '*']);
  expect(words).toContain(colour);
  expect(words).toContain('12');
  expect(words).toContain(joker);
  expect(words).not.toContain('k12');
  expect(rackWords(5, [])).not.toContain(';');
});
