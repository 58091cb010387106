/** The widget's labels and announcements in the current language. */

import { meldText, tileText, type Meld, type Tile } from '../rules';
import type { MeldLabel, Labels, TileLabel } from '../table';
import { coded, t } from './messages.svelte';
import { meldWords, tilesShort, tileWord } from './tiles';

const words = (tiles: readonly Tile[]): string => tilesShort(tiles.map(tileText));

export const labels: Labels = {
  tile(tile: Tile, where: TileLabel): string {
    const joker = where.as !== undefined ? `*${tileText(where.as)}` : `*${where.asNumber}`;
    const represents = where.as !== undefined || where.asNumber !== undefined;
    const { at, of } = where;
    const place = where.meld
      ? t('aria.at.meld', { number: where.meld.number, at, of })
      : where.area === 'zone'
        ? this.zone(where.zone ?? '', of)
        : t('aria.at.rack', { at, of });
    return [
      tileWord(represents ? joker : tileText(tile)),
      place,
      where.selected && t('aria.is.selected'),
      where.placed && t('aria.is.placed'),
      where.locked && t('aria.is.locked'),
      !where.valid && t('aria.is.invalid'),
      where.last && t('aria.is.last'),
      where.drawn && t('aria.is.drawn'),
      where.hinted && t('aria.is.hint'),
      where.unfinished && t('aria.is.unfinished'),
    ]
      .filter(Boolean)
      .join(', ');
  },
  meld({ number, of, meld, flaw, locked, fits }: MeldLabel): string {
    const tiles = meld ? meldWords([meldText(meld)]) : flaw ? t(`draft_error.invalid_meld.${flaw}`) : '';
    return (
      t('aria.meld', { number, of, tiles }) +
      (locked ? `, ${t('aria.meld.locked')}` : '') +
      (fits ? `, ${t('aria.meld.fits')}` : '')
    );
  },
  table: (melds: number) => t('aria.table', { n: melds }),
  rack: (tiles: number) => t('aria.rack', { n: tiles }),
  empty: (lays: boolean) => t(lays ? 'aria.empty.start' : 'aria.empty.table'),
  zone: (zone: string) => coded(`zone.${zone}`, zone),
};

/** Return the announcement for an action performed by the player. */
export function announcement(code: string, params: Readonly<Record<string, unknown>>): string {
  if (code === 'blocked') return coded(`blocked.${String(params.code)}`, '');
  const tiles = (params.tiles ?? []) as readonly Tile[];
  const meld = params.meld as Meld | null | undefined;
  const text = meld ? meldWords([meldText(meld)]) : words(tiles);
  return coded(`aria.${code}`, '', { tiles: text, number: Number(params.number ?? 0), n: tiles.length });
}

/**
 * Return whether a move was blocked because it breaks a rule. False for `no_undo`, `nothing_to_move` and similar
 * codes.
 */
export const isRefusal = (code: unknown): boolean => !/^no(_|thing)/.test(String(code));
