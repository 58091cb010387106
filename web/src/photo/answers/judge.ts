/** The questions to the referee about photos. */

import { counts, tilesText, type TileSet } from '../../rules';
import type { Judge } from '../../net/types/http';
import { copiesOf, tileKinds } from '../../rules/piles';
import { allTiles, known, positionOf, type Found } from '../position';
import { difference, tilesOn } from './compare';

/**
 * The request to judge a table: a single play that lays all its tiles. A tile stays on the rack, because some
 * rules require one to discard.
 */
export function tableQuestion(of: Found, ruleset: string, set: TileSet): Judge {
  const used = counts(known(allTiles(of)));
  const spare = tileKinds(set)
    .flat()
    .find((tile) => (used.get(tile) ?? 0) < copiesOf(set, tile));
  const rack = [...tilesOn(of, false), ...(spare === undefined ? [] : [spare])];
  const { table } = positionOf(of, set);
  return { ruleset, table: '', rack: tilesText(rack), after: table, opened: true, cite: true };
}

/** The request to judge a play. If the photo shows no rack, the added tiles count as laid from it. */
export function playQuestion(before: Found, after: Found, ruleset: string, set: TileSet, opened: boolean): Judge {
  const { table, rack } = positionOf(before, set);
  return {
    ruleset,
    table,
    rack: rack || tilesText(difference(before, after).came),
    after: positionOf(after, set).table,
    // true is the default, and contradicts an empty table
    ...(!opened && { opened }),
    turn: true,
    cite: true,
  };
}

/** Problems of a position that only come from asking about a table without the table before it. */
export const ASKED_ALONE = 'opened_without_melds';
