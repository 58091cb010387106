/** Starts and stops the teacher's tips in the first game. */

import { storeText, storedText } from '../device/stored';
import { ANY_ROOM, GUIDE, guideIn } from './guide';

const ASKED = 'tilerummy.asked';

/** Start or continue giving tips in a room. *turns* is the number of turns that have been explained so far. */
export const coach = (room: string, turns = 0): void => void storeText(GUIDE, `${turns} ${room}`);

/** Give tips in the next game, because this one was given up. */
export const coachNext = (): void => coach(ANY_ROOM);

/** Record that this room offers to show the game to a newcomer. No other room will do so. */
export function askIn(room: string): void {
  storeText(ASKED, '1');
  storeText(GUIDE, `? ${room}`);
}

/** Store the user's response to the offer to be shown the game in this room. No other room will offer it. */
export function answerOffer(room: string, show: boolean): void {
  storeText(ASKED, '1');
  if (show) coach(room);
  else stopCoaching();
}

/** Return whether the question has been shown before, in any room. */
export const wasAsked = (): boolean => storedText(ASKED) !== null;

/** Return the number of turns explained in this room so far, or null if the teacher gives no tips here. */
export function coachedTurns(room: string): number | null {
  const turns = guideIn(room);
  return turns === null ? null : Number(turns) || 0;
}

/** Stop coaching. */
export const stopCoaching = (): void => void storeText(GUIDE, null);
