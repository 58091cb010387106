/** Describes the result as text, from the viewer's point of view. */

import type { Room } from '../room/room.svelte';
import type { ResultView, RoomView } from '../../net/types';
import { coded, number, t } from '../../text/messages.svelte';
import { namesOf } from '../../text/names';
import {
  familyOf,
  gaveUpSoon,
  isHere,
  jokerCost,
  kindOfWin,
  leftOn,
  partsOf,
  tieBreakOf,
  winnersOf,
} from './explain';

const STOPPED = ['agreed', 'abandoned', 'broken_off', 'resigned'];

/** Return whether the round was stopped before its end. */
export const isStopped = (result: ResultView | null): boolean => !result || STOPPED.includes(result.ending);

const points = (n: number): string => t('end.points', { n });

/** Return the left side of a sum, such as `23 + 21 = `, or an empty string if there is only one number. */
const addends = (parts: readonly number[]): string =>
  parts.length > 1 ? `${parts.map((n) => number(n)).join(' + ')} = ` : '';

/**
 * Split a sentence that contains a sum into four parts: the text before the sum, the left side of the sum, its total,
 * and the text after it. Returns null if the sentence contains no sum.
 */
export function dividedAtSum(
  sentence: string,
  result: ResultView | null,
): readonly [string, string, string, string] | null {
  const parts = result ? partsOf(result) : [];
  const sum = addends(parts);
  const total = number(parts.reduce((all, n) => all + n, 0));
  const at = sum ? sentence.indexOf(sum + total) : -1;
  return at < 0 ? null : [sentence.slice(0, at), sum, total, sentence.slice(at + sum.length + total.length)];
}

/** Return the headline: the winner, or that the viewer gave up. */
export function headOf(room: Room, result: ResultView | null): string {
  const view = room.view!;
  if (room.gaveUp !== null) return t('end.gave_up.you');
  if (gaveUpSoon(room, result)) return t('end.gave_up', { name: room.nameOf(resignedIn(view)) });
  const over = view.phase === 'over' || view.phase === 'closed';
  const winners = winnersOf(view, result);
  const mine = winners.length === 1 && winners[0] === room.me;
  const names = namesOf(room.seating, winners);
  if (!winners.length) {
    return t(isStopped(result) && over ? 'end.over' : 'end.nobody');
  }
  if (!over) return mine ? t('end.round.won.you') : t('end.round.won', { name: names });
  if (view.terms.rounds === 1) return mine ? t('end.won.you') : t('end.won', { n: winners.length, names });
  return mine ? t('end.winner.you') : t('end.winner', { n: winners.length, names });
}

/** Return sentences that explain the scores. If *brief*, they leave out the scores that are shown beside them. */
export function howOf(room: Room, result: ResultView | null, { brief = false } = {}): string[] {
  const view = room.view!;
  if (!result)
    return [t(room.gaveUp !== null && view.phase !== 'closed' ? 'end.gave_up.watch' : 'end.closed_table')];
  const { winner, ending } = result;
  const mine = winner !== null && winner === room.me;
  const name = room.nameOf(winner);
  if (ending === 'resigned') return resigned(room, result);
  const alone = !view.seats.some((seat, i) => seat.kind === 'person' && !isHere(room, i));
  if (ending === 'agreed' && alone) return [t('end.agreed.alone')];
  const first =
    ending === 'went_out'
      ? mine
        ? t('end.went_out.you')
        : t('end.went_out', { name })
      : ending === 'pool_exhausted'
        ? t('end.pool_exhausted')
        : coded(`end.${ending}`, ending);
  const family = familyOf(view.terms.ruleset);
  const tie = family === 'sum' && ending !== 'went_out' ? tieBreakOf(result) : null;
  if (!tie && !result.scores.some((score) => score !== 0)) return [first];
  if (family === 'low') {
    return [first, t(result.scores.some((score) => score < 0) ? 'end.low.handful' : 'end.low')];
  }
  if (family === 'kind') return [first, ...kind(room, result)];
  if (winner === null) return [first];
  if (brief && ending === 'went_out') return [mine ? t('end.sum.you.brief') : t('end.sum.brief', { name })];
  const sum = addends(partsOf(result)) + points(result.scores[winner] ?? 0);
  if (ending === 'went_out') return mine ? [first, t('end.sum.you', { sum })] : [t('end.sum', { name, sum })];
  const lowest = tie ? (`end.tie.${tie}` as const) : 'end.least';
  return [first, mine ? t(`${lowest}.you`, { sum }) : t(lowest, { name, sum })];
}

const resignedIn = ({ seats }: RoomView): number => seats.findIndex((seat) => seat.resigned);

function resigned(room: Room, result: ResultView): string[] {
  const mine = room.gaveUp !== null;
  const said = mine || gaveUpSoon(room, result);
  const who = said ? [] : [`${t('end.gave_up', { name: room.nameOf(resignedIn(room.view!)) })}.`];
  if (!result.scores.some((score) => score !== 0)) return mine ? [t('end.gave_up.over')] : who;
  if (mine) return [t('end.gave_up.counts.you')];
  return [...who, t(room.seat === null ? 'end.gave_up.counts' : 'end.gave_up.counts.winner')];
}

function kind(room: Room, result: ResultView): string[] {
  const how = kindOfWin(result, room.game);
  if (!how) return [];
  return [
    `${t('common.label', { label: coded(`end.${result.win!}`, result.win!), text: points(how.worth) })}.`,
    ...(how.alone ? [t('end.alone')] : []),
    ...(how.doubled ? [t('end.doubled')] : []),
    t('end.lose', { sum: points(how.unopened) }),
  ];
}

/** Return a closed hand's name, in English unless the rules texts are loaded. */
export const handName = (number: number, name: string): string => coded(`rule.hand.${number}`, name);

/** Return the text about the tiles left on a seat's rack. It includes "not opened" if that costs the player points. */
export function leftWords(room: Room, result: ResultView, i: number): string {
  const declared = result.winner === i ? room.game?.declared : null;
  if (declared) return t('end.hand.named', { name: handName(declared.number, declared.name), n: declared.number });
  const left = tilesLeft(room, result, i);
  const penalty = result.penalties[i];
  if (penalty) return t(result.could_open[i]?.length ? 'end.could_open' : 'end.not_opened', { left, n: penalty });
  const closed =
    familyOf(room.view!.terms.ruleset) === 'kind' && result.winner !== i && room.game?.hands[i]?.opened === false;
  return closed ? t('end.unopened', { left }) : left;
}

function tilesLeft(room: Room, result: ResultView, i: number): string {
  const rack = result.racks[i] ?? [];
  if (!rack.length) return result.winner === i && result.ending === 'went_out' ? t('end.out') : t('end.rack.none');
  const { tiles, jokers } = leftOn(rack);
  if (!jokers) return t('end.tiles', { n: tiles });
  const left = tiles
    ? t('end.jokers', { n: jokers, tiles: t('end.tiles', { n: tiles }) })
    : t('end.jokers.only', { n: jokers });
  const counts = familyOf(room.view!.terms.ruleset) === 'sum' && result.ending === 'went_out';
  const cost = counts ? jokerCost(rack, -(result.scores[i] ?? 0) - (result.penalties[i] ?? 0)) : null;
  return cost ? `${left} (${number(cost)})` : left;
}
