/** The rules that the browser knows: tiles, melds, their notation, and the facts told live. */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './facts';
