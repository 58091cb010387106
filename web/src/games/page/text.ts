/** Writes positions, turns and results as text. */

import type { Entry } from '../../net/types';
import type { Replay, ReplayTurn } from '../../net/types/http';
import { currentLanguage, list, number, t } from '../../text/messages.svelte';
import { entryLines, type EventLine } from '../../text/events';
import { nameOf, type Seating } from '../../text/names';
import { familyOf } from '../../game/ending/explain';
import type { Frame } from './frames';

/**
 * The seats in the form that event texts need. No seat is addressed as *you*, because any seat's
 * view can be shown.
 */
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

/** The round and turn of a position, as text. */
export const place = ({ round, turn }: Frame): string =>
  turn ? t('games.at', { round: round + 1, turn }) : t('games.at.deal', { round: round + 1 });

/** The text and tiles of a turn, in the form used in the list of moves. */
export const turnLines = ({ events }: ReplayTurn, seating: Seating): EventLine[] =>
  entryLines({ seq: 0, what: 'acted', events } as Entry, seating);

/** The players' names for a title. */
export const titleOfGame = (replay: Replay): string => {
  const seating = seatingOf(replay);
  return list(replay.seats.map((_, i) => nameOf(seating, i)));
};

/** The reason why a game ended early, such as a resignation. Empty for a finished game. */
export function endingOf(replay: Replay): string {
  const seating = seatingOf(replay);
  const gone = replay.seats.flatMap(({ resigned }, i) => (resigned ? [nameOf(seating, i)] : []));
  if (gone.length) return t('games.gave_up', { name: list(gone) });
  return replay.ending ? t('games.broken_off') : '';
}

/** The date of a game. */
export function dateOf({ ended, date }: Replay): string {
  if (!ended) return date ?? '';
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(new Date(ended));
}

/** The scores of a game or a round in one line, by seat. Each name and score keeps its own text direction. */
export const scoresText = (replay: Replay, scores: readonly number[]): string => {
  const seating = seatingOf(replay);
  const sign = familyOf(replay.ruleset) === 'low' ? undefined : 'exceptZero';
  return scores
    .map((score, i) => `\u2068${nameOf(seating, i)}\u2069 \u2066${number(score, sign)}\u2069`)
    .join(' · ');
};
