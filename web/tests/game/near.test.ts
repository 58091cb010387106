// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from 'vitest';
import type { NearHandView } from '../../src/net/types';
import RULES from 'virtual:texts/rules';
import { loadPagesText, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import { aimed, nearLine, nearMelds, nearName, nearRule, nearShort, nearTarget } from '../../src/game/near/words';

const HAND: NearHandView = {
  number: 13,
  name: 'Four colours',
  points: 900,
  melds: ['b1 b2 b3', 'k3 k4 *k5 k6', 'o10 o11 o12'],
  missing: ['b3', 'o12'],
  copies: [2, 1],
};

beforeAll(async () => {
  await setLanguage('en');
  await Promise.all([loadPagesText(), loadTexts(RULES)]);
});

describe('a hand that is near', () => {
  it('has its missing tiles as the last copies', () => {
    const pairs = { ...HAND, melds: ['k1 k1', 'r2 r2', '* *'], missing: ['r2', '*'], copies: [1, 1] };

    expect(nearMelds(pairs).map((meld) => meld.map(({ missing }) => missing))).toEqual([
      [false, false],
      [false, true],
      [false, true],
    ]);
  });

  it('tells how many tiles are missing, and how many copies are unseen', () => {
    expect(nearName(HAND)).toBe('Four colours');
    expect(nearShort(HAND)).toBe('2 tiles missing for 900 points');
    expect(nearLine({ ...HAND, trump: true })).toBe(
      'Still unseen: blue 3 (2×) and orange 12 (1×). The trump is one of them.',
    );
  });

  it('may be the target, which then comes first and is named on the button', () => {
    const nearer = { ...HAND, number: 6, missing: ['b3'] };

    expect(aimed([nearer, HAND], 13).map((hand) => hand.number)).toEqual([13, 6]);
    expect(aimed([nearer, HAND], 0).map((hand) => hand.number)).toEqual([6, 13]);
    expect(nearTarget(HAND)).toBe('Four colours: 2 tiles missing');
    expect(nearTarget({ ...HAND, missing: [] })).toBe('Four colours: complete');
  });

  it('has a rule, of which its tiles are an example', () => {
    const what = [
      { code: 'hand.runs.n', text: 'Four runs.', params: { n: 4 } },
      { code: 'hand.colours.each', text: 'All in different colours.' },
    ];

    expect(nearRule({ ...HAND, what })).toBe('Four runs. All in different colours. For example:');
  });

  it('adds up the copies of many tiles, and names no examples', () => {
    const many = { ...HAND, missing: ['b3', 'b4', 'b5', 'b6'], copies: [2, 1, 2, 1] };

    expect(nearLine(many)).toBe('6 copies of the missing tiles are still unseen.');
    expect(nearLine({ ...many, examples: true })).toBe('Other tiles that fit will do too.');
  });

  it('is the way out in games without closed hands', () => {
    const out = { ...HAND, number: 0, points: 0, missing: ['b3'], copies: [2] };

    expect(nearShort(out)).toBe('1 tile missing to go out');
    expect(nearShort({ ...out, missing: [], copies: [] })).toBe('Out in one go');
  });
});
