/**
 * The draft that is shown: the player's own, another table that is watched, or a plan on it.
 *
 * What another player shows while laying is no play yet. The viewer's own tiles lie on it as a plan, as
 * far as they still fit; the draft on the table as the server sent it comes back with it.
 */

import type { Law, Lay } from '../rules';
import { EMPTY, reset, untouched, type Draft } from './state/draft';
import { asDraft, dealt, sameDeal, type Deal } from './state/deal';
import { begin, type DraftHistory } from './state/history';
import type { Marks } from './state/marks';
import type { TableChange } from './motion/table_change';
import { RackOrder } from './state/rack';
import type { Rebased } from './state/rebase';
import { deferred } from './draft_deferred';

/** The draft on another table, with as much of it as is still possible. */
function moved(old: Draft, deal: Deal): Rebased {
  if (untouched(old) || !deferred) return { draft: dealt(reset(old), deal), whole: untouched(old) };
  return deferred.rebase(old, deal);
}

export class DisplayedState implements Marks {
  history: DraftHistory;
  watched: Draft | null = null;
  /** Whether the watched table is made of the player's own tiles, as by a hint. */
  hinted = false;
  last: Marks['last'] = new Map();
  touched: Marks['touched'] = new Map();
  drawn: Marks['drawn'] = new Set();
  readonly rackOrder = new RackOrder();
  private sent: Deal | null = null;
  /** The draft on the table as the server sent it, while it is a plan on another table. */
  private base: DraftHistory | null = null;
  private known = false;

  constructor({ tiles }: Law) {
    this.history = begin(EMPTY(tiles));
  }

  /** The draft that is shown. */
  get draft(): Draft {
    return this.watched ?? this.history.draft;
  }

  /** The player's own draft, with what does not fit the table that is shown now. */
  get own(): Draft {
    return this.edited ? this.history.draft : this.real;
  }

  /** The draft on the table as the server sent it. */
  get real(): Draft {
    return (this.base ?? this.history).draft;
  }

  /** Whether the plan was changed since it lies on another table. */
  private get edited(): boolean {
    return this.base !== null && this.history.past.length > 0;
  }

  /** Whether another player's tiles are shown that are not played yet. */
  get provisional(): boolean {
    return this.base !== null || (this.watched !== null && !this.hinted);
  }

  /** Take over a new table; returns whether all of the draft was kept, which *fresh* discards. */
  protected takeOver(deal: Deal, fresh: boolean, change: TableChange): boolean {
    const { draft: shown, own, real, edited } = this;
    this.sent = deal;
    this.watched = null;
    if (!fresh && !edited && sameDeal(real, deal)) {
      if (this.base) this.history = this.base; // the same table: the draft stays, with its history
      this.base = null;
      this.mark(real, real, change);
      return true;
    }
    const result = fresh || untouched(own) ? { draft: dealt(shown, deal), whole: true } : moved(own, deal);
    this.base = null;
    this.history = begin(result.draft);
    this.mark(real, result.draft, change);
    this.rackOrder.deal(result.draft);
    return result.whole;
  }

  /** Mark what is new, once the first table is there. */
  private mark(was: Draft, is: Draft, change: TableChange): void {
    if (this.known && deferred) Object.assign(this, deferred.marksAfter(this, was, is, change));
    this.known = true;
  }

  /** Show another table; *own*: it is made of the player's tiles, as of a hint. */
  protected showTable(table: readonly Lay[] | null, zones: readonly string[], own: boolean): void {
    const mine = this.history.draft;
    this.watched = table && asDraft(mine, this.watched ?? reset(mine), { table, zones, own });
    this.hinted = own && table !== null;
  }

  /** Lay the draft on another player's table as a plan; null: on the one that the server sent. */
  protected planOn(table: readonly Lay[] | null): void {
    const { sent, own } = this;
    if (!sent || (!table && !this.base)) return;
    const base = this.edited ? begin(moved(own, sent).draft) : (this.base ?? this.history);
    this.history = table ? begin(moved(own, { ...sent, table }).draft) : base;
    this.base = table && base;
  }
}
