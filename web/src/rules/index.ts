/** The rules that the browser knows: tiles, melds, their notation, the joker law as far as it is needed, and the facts about a draft. */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './jokers';
export * from './facts';
