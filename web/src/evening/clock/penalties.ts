/** The rules' penalties at a real table, where the players judge the plays. */

import type { CodedText, RulesOf } from '../../net/types/http';

/** A penalty, and the sentence of the rules about it. If it has no tiles, there is nothing to note. */
export interface Penalty {
  readonly cause: 'timeout' | 'invalid' | 'illegal';
  readonly said: CodedText;
  readonly tiles: number;
}

/** Return the penalty that the sentence with a matching code is about, if the rules have one. */
function penaltyOf(rules: RulesOf, cause: Penalty['cause'], code: RegExp, tiles: unknown): Penalty[] {
  const said = rules.sections
    .find(({ heading }) => heading.code === 'part.time')
    ?.sentences.find((each) => code.test(each.code));
  return said ? [{ cause, said, tiles: Number(tiles ?? 0) }] : [];
}

/** The penalties for a player who has run out of time; which one is due depends on the table. */
export const penaltiesAfterTime = (rules: RulesOf): readonly Penalty[] => [
  ...penaltyOf(rules, 'timeout', /^(option\.penalty\.timeout|time\.no_penalty)/, rules.options['penalty.timeout']),
  ...penaltyOf(rules, 'invalid', /^option\.penalty\.invalid$/, rules.options['penalty.invalid']),
];

/** The penalty for a turn that ended with an illegal play. In most rules, the play is only taken back. */
export const penaltiesAfterTurn = (rules: RulesOf): readonly Penalty[] =>
  penaltyOf(rules, 'illegal', /^option\.invalid_play\.penalty$/, rules.options['penalty.invalid']).filter(
    ({ tiles }) => tiles > 0,
  );
