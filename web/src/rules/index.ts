/**
 * The rules that are implemented in the browser: tiles, melds, notation and locked melds. The error checks, and the
 * joker rules that they need, are loaded later; see table/draft_deferred.ts.
 */

export * from './tiles';
export * from './melds';
export * from './notation';
export * from './locks';
export type * from './facts';
