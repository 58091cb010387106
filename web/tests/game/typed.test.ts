/** Typed lines are moves, or words that do or read something. */
import { describe, expect, test } from 'vitest';
import { sortedBy, typed } from '../../src/game/draft/typed';

describe('a typed line', () => {
  test.each([
    ['draw', { do: 'draw' }],
    ['  Done ', { do: 'done' }],
    ['rack by number', { do: 'read', what: 'rack', by: 'number' }],
    ['table  by colour', { do: 'read', what: 'table', by: 'colour' }],
    ['discard k5', { do: 'discard', tile: 'k5' }],
    ['r5 b5 *', { do: 'move', text: 'r5 b5 * > new' }],
    ['r8 > 2', { do: 'move', text: 'r8 > 2' }],
    ['rack by size', { do: 'move', text: 'rack by size' }],
  ] as const)('%s', (line, meaning) => {
    expect(typed(line)).toEqual(meaning);
  });
});

test('tiles are read by number or by colour, with jokers last', () => {
  const tiles = ['*', 'r10', 'k3', 'r3', '*b4', 'k12'];
  expect(sortedBy(tiles, 'colour', (tile) => tile)).toEqual(['k3', 'k12', 'r3', 'r10', '*b4', '*']);
  expect(sortedBy(tiles, 'number', (tile) => tile)).toEqual(['k3', 'r3', '*b4', 'r10', 'k12', '*']);
});
