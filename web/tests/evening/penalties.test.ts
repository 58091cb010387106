/** The penalties at a real table follow the rules. */
import { expect, test } from 'vitest';
import { penaltiesAfterTime, penaltiesAfterTurn } from '../../src/evening/clock/penalties';
import type { CodedText, RulesOf } from '../../src/net/types/http';

const coded = (code: string): CodedText => ({ code, text: code }) as CodedText;

/** Rules with these options, and with these sentences about time and penalties. */
const rulesOf = (options: RulesOf['options'], ...codes: string[]): RulesOf =>
  ({
    options,
    sections: [
      { heading: coded('part.end'), sentences: [coded('option.penalty.invalid')], ways: [] },
      { heading: coded('part.time'), sentences: codes.map(coded), ways: [] },
    ],
  }) as unknown as RulesOf;

const told = (penalties: ReturnType<typeof penaltiesAfterTime>): unknown[] =>
  penalties.map(({ cause, said, tiles }) => [cause, said.code, tiles]);

test('after a time-out, the penalty depends on the table', () => {
  const rules = rulesOf(
    { 'penalty.timeout': 1, 'penalty.invalid': 3 },
    ...['option.penalty.timeout', 'option.penalty.invalid', 'option.invalid_play.refuse'],
  );

  expect(told(penaltiesAfterTime(rules))).toEqual([
    ['timeout', 'option.penalty.timeout', 1],
    ['invalid', 'option.penalty.invalid', 3],
  ]);
  expect(penaltiesAfterTurn(rules)).toEqual([]);
});

test('an illegal play costs tiles under strict rules only', () => {
  const strict = ['option.penalty.timeout.none', 'option.penalty.invalid', 'option.invalid_play.penalty'];
  const rules = (tiles: number): RulesOf => rulesOf({ 'penalty.timeout': 0, 'penalty.invalid': tiles }, ...strict);

  expect(told(penaltiesAfterTurn(rules(2)))).toEqual([['illegal', 'option.invalid_play.penalty', 2]]);
  expect(penaltiesAfterTurn(rules(0))).toEqual([]);
});

test('rules without penalties say what happens, but draw no tiles', () => {
  const free = rulesOf({}, 'time.no_penalty');
  const none = rulesOf(
    { 'penalty.timeout': 0, 'penalty.invalid': 0 },
    ...['option.penalty.timeout.none', 'option.penalty.invalid.none'],
  );

  expect(told(penaltiesAfterTime(free))).toEqual([['timeout', 'time.no_penalty', 0]]);
  expect(told(penaltiesAfterTime(none))).toEqual([['timeout', 'option.penalty.timeout.none', 0]]);
  expect(penaltiesAfterTurn(free)).toEqual([]);
});
