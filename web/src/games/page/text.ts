/** Describes positions, turns and results as text. */

import type { Entry } from '../../net/types';
import type { Replay, ReplayTurn } from '../../net/types/http';
import { currentLanguage, list, number, t } from '../../text/messages.svelte';
import { entryLines, type EventLine } from '../../text/events';
import { nameOf, type Seating } from '../../text/names';
import { familyOf } from '../../game/ending/explain';
import { ownTurn } from '../../rules/turns';
import type { Frame } from './frames';

/**
 * Return the seating in the form needed to describe events. Seats are never addressed as *you*, because a replay
 * can be viewed from any seat.
 */
export const seatingOf = ({ seats }: Replay): Seating => ({
  seats: seats.map((seat) => ({
    connected: true,
    ready: false,
    muted: false,
    stood_in: '',
    shown: false,
    away_ms: null,
    ...seat,
  })),
  me: null,
});

/**
 * Return text that gives the round and turn of a position, with the player of the turn. Turns are counted as their
 * player counts them.
 */
export function place(replay: Replay, { round, turn }: Pick<Frame, 'round' | 'turn'>): string {
  const at = { round: round + 1, turn: ownTurn(turn, replay.seats.length) };
  if (!turn) return t('games.at.deal', at);
  const seat = replay.rounds[round]?.turns[turn - 1]?.seat;
  const name = seat === undefined ? '' : ` · ${nameOf(seatingOf(replay), seat)}`;
  return `${t('games.at', at)}${name}`;
}

/** Return the text and tiles that describe a turn, in the form used by the move list. */
export const turnLines = ({ events }: ReplayTurn, seating: Seating): EventLine[] =>
  entryLines({ seq: 0, what: 'acted', events } as Entry, seating);

/** Return a title for the game that lists its players. */
export const titleOfGame = (replay: Replay): string => {
  const seating = seatingOf(replay);
  return list(replay.seats.map((_, i) => nameOf(seating, i)));
};

/** Return the reason why a game ended early, such as a resignation, or an empty string if the game was finished. */
export function endingOf(replay: Replay): string {
  const seating = seatingOf(replay);
  const gone = replay.seats.flatMap(({ resigned }, i) => (resigned ? [nameOf(seating, i)] : []));
  if (gone.length) return t('games.gave_up', { name: list(gone) });
  return replay.ending ? t('games.broken_off') : '';
}

/** Return the result of a game in one sentence. */
export function resultOf(replay: Replay): string {
  const { leaders = [], totals } = replay;
  const tied = leaders.length > 1 && new Set(totals).size <= 1;
  if (!leaders.length) return t('end.over');
  if (tied) return t('end.nobody');
  const seating = seatingOf(replay);
  return t('end.won', { n: leaders.length, names: list(leaders.map((seat) => nameOf(seating, seat))) });
}

/** Return the address of a new table with the rules of a game. */
export const likeIt = ({ ruleset, title = '' }: Replay): string =>
  `/new?${new URLSearchParams({ ruleset, ...(title && { name: title }) }).toString()}`;

/** Return the date of a game in the current language, or an empty string if it is unknown. */
export function dateOf({ ended, date }: Replay): string {
  if (!ended) return date ?? '';
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium' }).format(new Date(ended));
}

/** Return the scores of a game or round in one line, in seat order. Each name and score has its own text direction. */
export const scoresText = (replay: Replay, scores: readonly number[]): string => {
  const seating = seatingOf(replay);
  const sign = familyOf(replay.ruleset) === 'low' ? undefined : 'exceptZero';
  return scores
    .map((score, i) => `\u2068${nameOf(seating, i)}\u2069 \u2066${number(score, sign)}\u2069`)
    .join(' · ');
};
