/** The list of moves: one line for each turn, with all its tiles by their melds. */

import { describe, expect, test } from 'vitest';
import { turnLines } from '../../src/game/side/turns';
import type { LogLine } from '../../src/game/room/room.svelte';
import { byMelds } from '../../src/text/moves';

const line = (seq: number, seat: number | null, moves = true): LogLine => ({
  seq,
  seat,
  text: '',
  move: moves ? { before: '', name: '', after: '', tiles: [], laid: true } : null,
});

describe('turns', () => {
  const seqs = (lines: LogLine[]): number[][] => turnLines(lines).map(({ parts }) => parts.map(({ seq }) => seq));

  test('what one seat did without another in between is one line', () => {
    expect(seqs([line(1, 0), line(2, 1), line(3, 1), line(4, 1), line(5, 0)])).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('sentences stand alone', () => {
    expect(seqs([line(1, 0), line(2, 0, false), line(3, 0), line(4, null, false)])).toEqual([[1], [2], [3], [4]]);
  });
});

describe('placed tiles', () => {
  const play = (placed: string, lay: string, lift = '', free = '') => byMelds({ placed, lay, lift, free });

  test('stand by the melds that they came to', () => {
    expect(play('k1 k2 k3 r9 b9 o9', 'k1 k2 k3 / r9 b9 o9')).toEqual([
      ['k1', 'k2', 'k3'],
      ['r9', 'b9', 'o9'],
    ]);
  });

  test('are those that are new in a meld', () => {
    expect(play('r6 r5', 'r3 r4 r5 r6 / k5 r5 b5', 'r3 r4 r5 / k5 b5 o5')).toEqual([['r6'], ['r5']]);
  });

  test('jokers come with what they stand for', () => {
    expect(play('* k4', 'k3 k4 *k5', 'k3')).toEqual([['k4', '*k5']]);
  });

  test('none is ever left out', () => {
    expect(play('* r1', 'k3 k4 *k5').flat()).toHaveLength(2);
  });
});
