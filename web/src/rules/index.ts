/**
 * The rules that the browser knows: tiles, melds, their notation, and which melds are locked. The facts about a
 * draft, and the joker law behind them, come with the first tiles: see table/later.ts.
 */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './locks';
export type * from './facts';
