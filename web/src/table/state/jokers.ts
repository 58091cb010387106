/** Actions on jokers in a draft: replacing a joker, and choosing the tile that it represents. */

import { isNumbered, missingOf, type Meld } from '../../rules';
import { arrange, laidAs } from './arrange';
import { faceOf, meldOf, pileOf, tileAt, type Draft, type Id, type Pile } from './draft';
import { items, lifted, withPiles, type Moved } from './moves';

/** Replace a joker with the tile that it represents. The joker then forms a separate pile. */
export function replaceJoker(draft: Draft, id: Id, joker: Id): Moved {
  const target = pileOf(draft, joker);
  const meld = target && meldOf(draft, target);
  if (!target || !meld || isNumbered(tileAt(draft, joker)) || target.ids.includes(id)) {
    return { draft, blocked: 'not_its_tile' };
  }
  const tile = tileAt(draft, id);
  const face = faceOf(draft, target, target.ids.indexOf(joker));
  const fits = meld.kind === 'run' ? face === tile : missingOf(meld, draft.set).includes(tile);
  if (!fits) return { draft, blocked: 'not_its_tile' };
  const bare = lifted(draft, [id]);
  const swapped = target.ids.map((other) => (other === joker ? id : other));
  const laid = arrange(items(draft, swapped), draft.set);
  const freed: Pile = { key: bare.nextKey, ids: [joker], kind: null };
  const piles = withPiles(bare, target.key, [laid]).piles;
  const place = piles.findIndex((pile) => pile.key === target.key) + 1;
  return {
    key: target.key,
    draft: {
      ...bare,
      piles: [...piles.slice(0, place), freed, ...piles.slice(place)],
      nextKey: bare.nextKey + 1,
    },
  };
}

/** Arrange the tiles in a pile as the meld that the player has chosen. */
export function readAs(draft: Draft, key: number, meld: Meld): Draft {
  const pile = draft.piles.find((each) => each.key === key);
  if (!pile) return draft;
  const ids = laidAs(items(draft, pile.ids), meld);
  return withPiles(draft, key, [{ ids, kind: meld.kind }]);
}
