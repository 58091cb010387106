/** Labels that describe tiles and melds for assistive technology. */

import { flawOf, shownPoints } from '../../rules';
import type { Control } from '../control';
import type { Labels } from '../labels';
import type { Scene } from '../layout/layout';
import { laidOf, meldOf, type Id } from '../state/draft';
import { lockedIn, looksOf } from './looks';

/** The elements to label. */
export interface Parts {
  readonly table: HTMLElement;
  readonly rack: HTMLElement;
  readonly zones: ReadonlyMap<string, HTMLElement>;
  readonly piles: ReadonlyMap<number, { readonly el: HTMLElement }>;
  readonly tiles: ReadonlyMap<Id, { readonly el: HTMLElement }>;
}

const PIECE = 15;

export class Descriptions {
  /** The latest label of each tile. */
  private readonly told = new WeakMap<HTMLElement, string>();

  constructor(private readonly labels: Labels) {}

  /**
   * Return the labelling work as a list of slices, which can be run one at a time. A slice does nothing if another
   * draft is displayed by then.
   */
  pieces(control: Control, scene: Scene, parts: Parts): (() => void)[] {
    const { draft } = control;
    const all = [...scene.tiles];
    const tiles = Array.from({ length: Math.ceil(all.length / PIECE) }, (_, n) =>
      all.slice(n * PIECE, (n + 1) * PIECE),
    );
    const pieces = [
      () => this.melds(control, scene, parts),
      ...tiles.map((some) => () => this.tiles(control, { ...scene, tiles: new Map(some) }, parts)),
    ];
    return pieces.map((piece) => () => void (control.draft === draft && piece()));
  }

  private melds(control: Control, scene: Scene, parts: Parts): void {
    const { draft } = control;
    const names = (ids: readonly Id[]): string[] => ids.flatMap((id) => parts.tiles.get(id)?.el.id ?? []);
    this.piles(control, parts, names);
    label(parts.table, this.labels.table(draft.piles.length));
    own(
      parts.table,
      draft.piles.flatMap(({ key }) => parts.piles.get(key)?.el.id ?? []),
    );
    label(parts.rack, this.labels.rack(control.rack.length));
    own(parts.rack, names(control.rack));
    for (const [zone, el] of parts.zones) {
      const ids = [...draft.pieces.values()].flatMap((p) =>
        p.origin === `zone:${zone}` && scene.tiles.get(p.id)?.area === 'zone' ? p.id : [],
      );
      label(el, this.labels.zone(zone, ids.length));
      own(el, names(ids));
    }
  }

  private piles({ draft, law, fits }: Control, { piles }: Parts, names: (ids: readonly Id[]) => string[]): void {
    const laid = laidOf(draft);
    const of = draft.piles.length;
    draft.piles.forEach((pile, i) => {
      const el = piles.get(pile.key)?.el;
      if (!el) return;
      const meld = meldOf(draft, pile);
      const flaw = meld ? null : flawOf(laid[i]!.tiles);
      label(
        el,
        this.labels.meld({
          number: i + 1,
          of,
          meld,
          flaw,
          points: shownPoints(meld),
          locked: lockedIn(draft, pile, law),
          fits: fits?.has(pile.key) ?? false,
        }),
      );
      own(el, names(pile.ids));
    });
  }

  private tiles(control: Control, scene: Scene, { tiles }: Parts): void {
    const looks = looksOf(control, scene);
    for (const [id, place] of scene.tiles) {
      const el = tiles.get(id)?.el;
      if (!el) continue;
      const { where } = looks(id, place);
      const key = JSON.stringify(where);
      if (this.told.get(el) === key) continue;
      this.told.set(el, key);
      el.setAttribute('aria-pressed', String(where.selected));
      label(el, this.labels.tile(control.draft.pieces.get(id)!.tile, where));
    }
  }
}

function label(el: HTMLElement, text: string): void {
  if (el.getAttribute('aria-label') !== text) el.setAttribute('aria-label', text);
}

function own(el: HTMLElement, ids: readonly string[]): void {
  const text = ids.join(' ');
  if ((el.getAttribute('aria-owns') ?? '') !== text) el.setAttribute('aria-owns', text);
}
