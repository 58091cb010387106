/** Writes the computer players’ explanations after a round, each in their own words. */

import type { GameView } from '../../net/types';
import { coded } from '../../text/messages.svelte';
import type { LogLine } from '../room/log_lines';
import type { Temper } from '../seats/temper';
import { turnLines } from '../side/turns';

type Motive = GameView['motives'][number];

/** The facts about a player's round that they may mention. */
export interface Facts {
  /** The number of tiles on the rack at the end. */
  readonly left: number;
  readonly opened: boolean;
  /** The most tiles that were laid in one turn, as far as the move list goes back. */
  readonly best: number;
}

/** Motives of a turn that could not lay anything. They are left out if the player has another explanation. */
const EMPTY: readonly string[] = ['nothing', 'noticed_nothing'];

/** The smallest number of tiles in one turn that a player mentions. */
const MANY = 3;

/** Return a player's explanations without contradictions. */
export function motivesOf(motives: readonly Motive[], seat: number): readonly Motive[] {
  const all = motives.filter((each) => each.seat === seat);
  const telling = all.filter(({ code }) => !EMPTY.includes(code));
  return telling.length ? telling : all;
}

/** Return the most tiles that a player laid in one turn. */
export function bestTurn(log: readonly LogLine[], seat: number): number {
  const laid = turnLines(log)
    .filter((turn) => turn.seat === seat)
    .map(({ parts }) => parts.reduce((sum, { move }) => sum + (move?.laid ? move.tiles.flat().length : 0), 0));
  return Math.max(0, ...laid);
}

/** Return the text of a player’s explanations. Without a temperament, only the explanations are given. */
export function thought(motives: readonly Motive[], temper: Temper | undefined, facts: Facts): string {
  const say = (key: string, params: Motive['params'] = {}): string =>
    coded(`thought.${temper}.${key}`, '', params);
  const why = motives.map(
    ({ code, params = {} }) => (temper && say(code, params)) || coded(`motive.${code}`, '', params),
  );
  if (!temper) return why.join(' ');
  const best = facts.best >= MANY ? say('best', { n: facts.best }) : '';
  const end = facts.left ? (facts.opened ? say('left', { n: facts.left }) : say('unopened')) : '';
  return [...why, best, end].filter(Boolean).join(' ');
}
