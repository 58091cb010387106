/**
 * Selects the draft to display: the player's own draft, another player's table, or a plan on that table.
 *
 * While another player builds a play, the viewer's draft is shown as a plan on that unfinished table, if it still fits
 * there. Afterwards, the draft returns to the server's table.
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

/** Transfer the draft to another table, dropping any changes that are not possible there. */
function moved(old: Draft, deal: Deal): Rebased {
  if (untouched(old) || !deferred) return { draft: dealt(reset(old), deal), whole: untouched(old) };
  return deferred.rebase(old, deal);
}

export class DisplayedState implements Marks {
  history: DraftHistory;
  watched: Draft | null = null;
  /** True if a hint built the displayed table from the player's own tiles. */
  hinted = false;
  last: Marks['last'] = new Map();
  touched: Marks['touched'] = new Map();
  drawn: Marks['drawn'] = new Set();
  readonly rackOrder = new RackOrder();
  private sent: Deal | null = null;
  /** The draft on the server's table while a plan is shown on another table. Otherwise null. */
  private base: DraftHistory | null = null;
  private known = false;

  constructor({ tiles }: Law) {
    this.history = begin(EMPTY(tiles));
  }

  /** The displayed draft. */
  get draft(): Draft {
    return this.watched ?? this.history.draft;
  }

  /** The player's own draft, including any changes that are not possible on the displayed table. */
  get own(): Draft {
    return this.edited ? this.history.draft : this.real;
  }

  /** The draft on the table that the server sent. */
  get real(): Draft {
    return (this.base ?? this.history).draft;
  }

  /** True if the player has changed the plan shown on another player's table. */
  private get edited(): boolean {
    return this.base !== null && this.history.past.length > 0;
  }

  /** True while the displayed table contains another player's unfinished play. */
  get provisional(): boolean {
    return this.base !== null || (this.watched !== null && !this.hinted);
  }

  /** Switch to a new table. If *fresh*, all changes in the draft are dropped. Returns whether all were preserved. */
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

  /** Mark new tiles, except when a table is shown for the first time. */
  private mark(was: Draft, is: Draft, change: TableChange): void {
    if (this.known && deferred) Object.assign(this, deferred.marksAfter(this, was, is, change));
    this.known = true;
  }

  /** Show another table. *own* is true if a hint has built it from the player's tiles. */
  protected showTable(table: readonly Lay[] | null, zones: readonly string[], own: boolean): void {
    const mine = this.history.draft;
    this.watched = table && asDraft(mine, this.watched ?? reset(mine), { table, zones, own });
    this.hinted = own && table !== null;
  }

  /** Show the draft as a plan on top of another player's table. If null, return to the server's table. */
  protected planOn(table: readonly Lay[] | null): void {
    const { sent, own } = this;
    if (!sent || (!table && !this.base)) return;
    const base = this.edited ? begin(moved(own, sent).draft) : (this.base ?? this.history);
    this.history = table ? begin(moved(own, { ...sent, table }).draft) : base;
    this.base = table && base;
  }
}
