/**
 * The displayed draft: the player's own, another player's table, or a plan on that table.
 *
 * Another player's unfinished table is not a play yet. The viewer's tiles are shown on it as a plan if
 * they still fit; the draft on the server's table is restored afterwards.
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

/** The draft transferred to another table, without the changes that are no longer possible there. */
function moved(old: Draft, deal: Deal): Rebased {
  if (untouched(old) || !deferred) return { draft: dealt(reset(old), deal), whole: untouched(old) };
  return deferred.rebase(old, deal);
}

export class DisplayedState implements Marks {
  history: DraftHistory;
  watched: Draft | null = null;
  /** True if the watched table is built from the player's own tiles, as by a hint. */
  hinted = false;
  last: Marks['last'] = new Map();
  touched: Marks['touched'] = new Map();
  drawn: Marks['drawn'] = new Set();
  readonly rackOrder = new RackOrder();
  private sent: Deal | null = null;
  /** The draft on the server's table, while a plan is shown on another table. */
  private base: DraftHistory | null = null;
  private known = false;

  constructor({ tiles }: Law) {
    this.history = begin(EMPTY(tiles));
  }

  /** The displayed draft. */
  get draft(): Draft {
    return this.watched ?? this.history.draft;
  }

  /** The player's own draft, including changes that do not fit the displayed table. */
  get own(): Draft {
    return this.edited ? this.history.draft : this.real;
  }

  /** The draft on the server's table. */
  get real(): Draft {
    return (this.base ?? this.history).draft;
  }

  /** True if the plan was edited on another table. */
  private get edited(): boolean {
    return this.base !== null && this.history.past.length > 0;
  }

  /** True while another player's unfinished turn is shown. */
  get provisional(): boolean {
    return this.base !== null || (this.watched !== null && !this.hinted);
  }

  /** Switch to a new table. Returns whether all changes of the draft were kept; *fresh* drops them. */
  protected takeOver(deal: Deal, fresh: boolean, change: TableChange): boolean {
    const { draft: shown, own, real, edited } = this;
    this.sent = deal;
    this.watched = null;
    if (!fresh && !edited && sameDeal(real, deal)) {
      if (this.base) this.history = this.base; // the same table: the draft and its history stay
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

  /** Mark the new tiles, unless this is the first table shown. */
  private mark(was: Draft, is: Draft, change: TableChange): void {
    if (this.known && deferred) Object.assign(this, deferred.marksAfter(this, was, is, change));
    this.known = true;
  }

  /** Show another table. *own* is true if it is built from the player's tiles, as by a hint. */
  protected showTable(table: readonly Lay[] | null, zones: readonly string[], own: boolean): void {
    const mine = this.history.draft;
    this.watched = table && asDraft(mine, this.watched ?? reset(mine), { table, zones, own });
    this.hinted = own && table !== null;
  }

  /** Show the draft as a plan on another player's table, or return to the server's table if null. */
  protected planOn(table: readonly Lay[] | null): void {
    const { sent, own } = this;
    if (!sent || (!table && !this.base)) return;
    const base = this.edited ? begin(moved(own, sent).draft) : (this.base ?? this.history);
    this.history = table ? begin(moved(own, { ...sent, table }).draft) : base;
    this.base = table && base;
  }
}
