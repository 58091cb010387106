/**
 * The rules implemented in the browser: tiles, melds, notation and locked melds. The facts about a draft and the
 * joker law behind them are loaded with the first tiles; see table/draft_deferred.ts.
 */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './locks';
export type * from './facts';
