/** Positions, turns and results of a game in words. */

import type { Entry } from '../../net/types';
import type { Replay, ReplayTurn } from '../../net/types/http';
import { currentLanguage, list, number, t } from '../../text/messages.svelte';
import { entryLines, type EventLine } from '../../text/events';
import { nameOf, type Seating } from '../../text/names';
import { familyOf } from '../../game/ending/explain';
import type { Frame } from './frames';

/** The seats as texts about moves want them; nobody is *you*, as the game is seen from any seat. */
export const seatingOf = ({ seats }: Replay): Seating => ({
  seats: seats.map((seat) => ({
    connected: true,
    ready: false,
    muted: false,
    stood_in: '',
    away_ms: null,
    ...seat,
  })),
  me: null,
});

/** Where a position is: the round, and the turn in it. */
export const place = ({ round, turn }: Frame): string =>
  turn ? t('games.at', { round: round + 1, turn }) : t('games.at.deal', { round: round + 1 });

/** What was done in a turn, in the words and tiles of the list of moves. */
export const turnLines = ({ events }: ReplayTurn, seating: Seating): EventLine[] =>
  entryLines({ seq: 0, what: 'acted', events } as Entry, seating);

/** Who played, in a title. */
export const titleOfGame = (replay: Replay): string => {
  const seating = seatingOf(replay);
  return list(replay.seats.map((_, i) => nameOf(seating, i)));
};

/** Why it was over before its end: who gave up, or that it was broken off; nothing for a game that was played to its end. */
export function endingOf(replay: Replay): string {
  const seating = seatingOf(replay);
  const gone = replay.seats.flatMap(({ resigned }, i) => (resigned ? [nameOf(seating, i)] : []));
  if (gone.length) return t('games.gave_up', { name: list(gone) });
  return replay.ending ? t('games.broken_off') : '';
}

/** When it was played. */
export function dateOf({ ended, date }: Replay): string {
  if (!ended) return date ?? '';
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(new Date(ended));
}

/** The scores of each seat in a line: of the whole game, or of one round; names and scores keep their direction. */
export const scoresText = (replay: Replay, scores: readonly number[]): string => {
  const seating = seatingOf(replay);
  const sign = familyOf(replay.ruleset) === 'low' ? undefined : 'exceptZero';
  return scores
    .map((score, i) => `\u2068${nameOf(seating, i)}\u2069 \u2066${number(score, sign)}\u2069`)
    .join(' · ');
};
