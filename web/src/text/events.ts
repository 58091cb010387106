/** Describes log entries in the current language, using one or more sentences for each entry. */

import type { Drew, Entry, Event, Lots, TermsView } from '../net/types';
import { split } from '../rules';
import { coded, type Key, t } from './messages.svelte';
import { shortMove, type ShortMove } from './moves';
import { nameOf, personName, type Seating } from './names';
import { changesIn } from './terms';
import { levelName, tileWord, tilesShort } from './tiles';
import { toldOf } from './told';

type Params = Record<string, string | number>;
/** Messages that have two forms: one with `you` for the viewer, and one with a name for any other seat. */
type SeatMessage = Key extends infer K ? (K extends `event.${infer D}.you` ? D : never) : never;

/** Return the text that describes a seat's action. It addresses the viewer as `you`. */
function bySeat(seating: Seating, seat: number | null, message: SeatMessage, params: Params = {}): string {
  if (seat !== null && seat === seating.me) return coded(`event.${message}.you`, '', params);
  return coded(`event.${message}`, '', { ...params, name: nameOf(seating, seat) });
}

/** A line in the move list: a full sentence, and a short form with tiles for entries that are clearer that way. */
export interface EventLine {
  readonly text: string;
  readonly move: ShortMove | null;
}

const plain = (texts: readonly string[]): EventLine[] => texts.map((text) => ({ text, move: null }));

/** Return the lines that describe a log entry. Some entries need no line. */
export function entryLines(entry: Entry, seating: Seating): EventLine[] {
  const events = entry.events ?? [];
  const played = events.some(({ type }) => type === 'Played');
  // a pass after a play only ends the turn, so do not mention it
  const news = events.filter(({ type }) => !(played && type === 'Passed'));
  if (events.length) {
    return news.flatMap((event) => {
      const texts = eventTexts(event, seating);
      const move = texts.length === 1 ? shortMove(event, seating) : null;
      return texts.map((text) => ({ text, move }));
    });
  }
  return plain(roomTexts(entry, seating));
}

/** Events described with a seat's name (`OF_SEATS`), and events described without a name (`OF_ROOM`). */
const OF_SEATS = [
  'sat',
  'ready',
  'not_ready',
  'proposed',
  'agreed',
  'declined',
  'took_back',
  'stood_in',
  'resigned',
  'muted',
  'rematched',
] as const;
const OF_ROOM = ['stood', 'paused', 'resumed', 'broken_off', 'closed', 'locked', 'unlocked', 'removed'] as const;

function roomTexts({ what, seat = null, level = '', terms = {} }: Entry, seating: Seating): string[] {
  const [ofSeat, ofRoom] = [OF_SEATS.find((each) => each === what), OF_ROOM.find((each) => each === what)];
  // alone, everyone agrees at once, so the next entry says all
  const alone = seating.seats.filter(({ kind }) => kind === 'person').length === 1;
  if (what === 'proposed' && alone) return [];
  if (ofSeat) return [bySeat(seating, seat, ofSeat)];
  if (ofRoom) return [t(`event.${ofRoom}`)];
  if (what === 'changed') {
    return changesIn(terms as Partial<TermsView>).map(([part, value]) => bySeat(seating, seat, part, { value }));
  }
  if (what === 'emptied') return [t('event.stood')];
  if (what === 'renamed') return [renamed(seating, seat ?? 0)];
  return what === 'computer'
    ? [t('event.computer', { name: nameOf(seating, seat), level: levelName(level) })]
    : [];
}

/** Return the text about a player who has changed their name or face. Lines after this one use only the new name. */
function renamed(seating: Seating, seat: number): string {
  const [was, other] = [seating.before?.[seat]?.name, seating.seats[seat]?.name ?? ''];
  if (!was || was === other) return bySeat(seating, seat, 'restyled');
  return coded(`event.${seat === seating.me ? 'renamed.you' : 'renamed'}`, '', {
    name: personName(was),
    other: personName(other),
  });
}

function eventTexts(event: Event, seating: Seating): string[] {
  const one = (seat: number | null, message: SeatMessage, params: Params = {}): string[] => [
    bySeat(seating, seat, message, params),
  ];
  switch (event.type) {
    case 'Lots':
      return lotTexts(event, seating);
    case 'Dealt':
      return [
        t('event.dealt'),
        ...event.handfuls.flatMap(([first = 0, second = 0], seat) => one(seat, 'handfuls', { first, second })),
      ];
    case 'Redealt':
      return one(event.seat, 'redealt', { tiles: tilesShort(split(event.pairs)) });
    case 'Exposed':
      return [
        ...(event.trump ? [t('event.trump', { tile: tileWord(event.trump) })] : []),
        ...(event.free ? [t('event.free', { tiles: tilesShort(split(event.free)) })] : []),
      ];
    case 'Drew':
      return one(event.seat, ...drewMessage(event));
    case 'Played': {
      const told = toldOf(event).flatMap(({ deed, params }) => one(event.seat, deed, params));
      return told.length ? [told.join(' ')] : one(event.seat, 'rearranged');
    }
    case 'Discarded':
      return one(event.seat, 'discarded', { tile: tileWord(event.tile) });
    case 'Declared':
      return one(event.seat, 'declared', { hand: tilesShort(split(event.tiles)) });
    case 'Announced':
      return one(event.seat, 'announced', { n: event.tiles });
    case 'Released':
      return [t('event.released')];
    case 'TimedOut':
      return one(event.seat, 'timedout');
    case 'Restored':
      return [t('event.restored')];
    case 'Penalised':
      return one(event.seat, 'penalised', { n: split(event.tiles).length });
    case 'Passed':
      return one(event.seat, 'passed');
    case 'Ended':
      return event.ending === 'went_out' ? one(event.winner, 'wentout') : [t('end.pool_exhausted')];
    case 'Moved':
      return [];
  }
}

function drewMessage({ source, tiles: text }: Drew): [SeatMessage, Params] {
  const tiles = split(text);
  const tile = tileWord(tiles[0] ?? '?');
  switch (source) {
    case 'discard':
      return ['took', { tile }];
    case 'trump':
      return ['trumped', { tile }];
    case 'aside':
      return ['jokers', { n: tiles.length }];
    case 'pool':
      return ['drew', { n: tiles.length, tiles: tilesShort(tiles) }];
  }
}

/** Return the texts about drawing lots for the first turn. If there is a tie, only the tied seats draw again. */
const lotTexts = ({ drawn }: Lots, seating: Seating): string[] =>
  drawn.flatMap((lot) =>
    lot.flatMap((tile, seat) => (tile === null ? [] : bySeat(seating, seat, 'lots', { tile: tileWord(tile) }))),
  );
