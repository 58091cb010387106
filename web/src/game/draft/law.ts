/** The rules that the web client itself can check, read from the options of a room. */

import type { TermsView } from '../../net/types';
import type { Law, TileSet } from '../../rules';

type Options = TermsView['options'];

const number = (options: Options, name: string, usual: number): number => {
  const value = options[name];
  return typeof value === 'number' ? value : usual;
};

/**
 * Return the number of copies of each tile. In some rulesets, it depends on the number of players: a single set, with
 * two copies, is used for two players, and two sets for more.
 */
const copies = (options: Options, seats: number): number =>
  options['tiles.copies'] === 'by_players' ? (seats > 2 ? 4 : 2) : number(options, 'tiles.copies', 2);

/** Return the tile set used by the game. By default, it is the set for the maximum number of players. */
export const tileSetOf = (options: Options, seats = 4): TileSet => ({
  numbers: number(options, 'tiles.numbers', 13),
  colours: number(options, 'tiles.colours', 4),
  copies: copies(options, seats),
  jokers: number(options, 'tiles.jokers', 2),
  oneHigh: options['run.one_high'] === true,
});

/**
 * Return whether every turn ends with a discard, which is the case for rulesets without an option for jokers on the
 * table.
 */
export const hasDiscards = (options: Options): boolean =>
  Object.keys(options).length > 0 && !('joker.melds' in options);

/**
 * Return the rules for checking a draft. *opening* is the number of points that the initial meld still needs, or null
 * if the player has opened.
 */
export function lawOf(options: Options, opening: number | null): Law {
  const melds = options['joker.melds'];
  return {
    tiles: tileSetOf(options),
    opening: opening === null ? null : { points: opening, jokers: options['initial_meld.jokers'] !== false },
    jokerMelds: melds === 'open' || melds === 'free' ? melds : 'locked',
    replaceFrom: options['joker.replace_from'] === 'any' ? 'any' : 'rack',
    groupOfThree: options['joker.group_of_three'] === 'all' ? 'all' : 'any',
    onlyAdds: hasDiscards(options),
  };
}
