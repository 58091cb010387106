/** The list of moves: one line per turn, with all its tiles grouped by meld. */

import { describe, expect, test } from 'vitest';
import { turnLines } from '../../src/game/side/turns';
import type { LogLine } from '../../src/game/room/log_lines';
import { byMelds } from '../../src/text/moves';

const line = (seq: number, seat: number | null, moves = true): LogLine => ({
  seq,
  seat,
  text: '',
  move: moves ? { before: '', name: '', after: '', tiles: [], laid: true } : null,
});

describe('turns', () => {
  const seqs = (lines: LogLine[]): number[][] => turnLines(lines).map(({ parts }) => parts.map(({ seq }) => seq));

  test('consecutive actions of one seat are one line', () => {
    expect(seqs([line(1, 0), line(2, 1), line(3, 1), line(4, 1), line(5, 0)])).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('sentences have their own line', () => {
    expect(seqs([line(1, 0), line(2, 0, false), line(3, 0), line(4, null, false)])).toEqual([[1], [2], [3], [4]]);
  });
});

describe('placed tiles', () => {
  const play = (placed: string, lay: string, lift = '', free = '') => byMelds({ placed, lay, lift, free });

  test('are grouped by the melds they joined', () => {
    expect(play('k1 k2 k3 r9 b9 o9', 'k1 k2 k3 / r9 b9 o9')).toEqual([
      ['k1', 'k2', 'k3'],
      ['r9', 'b9', 'o9'],
    ]);
  });

  test('are those that are new in a meld', () => {
    expect(play('r6 r5', 'r3 r4 r5 r6 / k5 r5 b5', 'r3 r4 r5 / k5 b5 o5')).toEqual([['r6'], ['r5']]);
  });

  test('jokers show the tiles they represent', () => {
    expect(play('* k4', 'k3 k4 *k5', 'k3')).toEqual([['k4', '*k5']]);
  });

  test('none is ever omitted', () => {
    expect(play('* r1', 'k3 k4 *k5').flat()).toHaveLength(2);
  });
});
