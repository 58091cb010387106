import { expect, test } from 'vitest';
import { positionLink, readPosition } from '../../src/net/position_link';

const POSITION = { ruleset: 'sabra', table: 'k5 r5 b5', rack: 'o5 *' };
const read = (link: string) => readPosition(new URLSearchParams(link.split('#')[1]));

test('an address contains the position, seats, tile counts, who has opened and the pool', () => {
  const position = { after: 'k5 r5 b5 o5', opened: false, players: 3, held: [4, 12], unopened: [2], pool: 0 };
  const link = positionLink({ ...POSITION, ...position });

  const { ruleset: _, ...shown } = POSITION;
  expect(read(link)).toEqual({ ...shown, ...position });
});

test('default values are omitted from the address', () => {
  const link = positionLink({ ...POSITION, opened: true, players: 2, held: [10], unopened: [], pool: null });

  expect(link).toBe('/studio#ruleset=sabra&table=k5+r5+b5&rack=o5+*');
  expect(read(link)).toMatchObject({ players: 2, held: [10], pool: null });
});

test('an address may ask a question first', () => {
  expect(positionLink({ ...POSITION, ask: 'mess' })).toBe(
    '/studio?ask=mess#ruleset=sabra&table=k5+r5+b5&rack=o5+*',
  );
});

test('nonsensical numbers are ignored', () => {
  const found = readPosition(new URLSearchParams('players=9&held=0+x+7&unopened=0+4+x&pool=-1'));

  expect(found).toMatchObject({ players: 2, held: [10], unopened: [], pool: null });
  expect(readPosition(new URLSearchParams('players=4&held=3')).held).toEqual([3, 10, 10]);
});
