/** The rules that the browser knows: tiles, melds, their notation, what they need of the joker law, and the facts told live. */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './jokers';
export * from './facts';
