/** The game that the teacher sits beside; kept in this browser, so that a reload does not send him away. */

const KEY = 'tilerummy.coach';

/** Let the teacher sit beside a room, in which he has explained so many turns. */
export function coach(room: string, turns = 0): void {
  try {
    localStorage.setItem(KEY, `${turns} ${room}`);
  } catch {
    // without storage the game goes without him
  }
}

/** How many turns the teacher has explained in this room, or null if he is not there. */
export function coachedTurns(room: string): number | null {
  try {
    const [turns, there] = (localStorage.getItem(KEY) ?? '').split(' ');
    return there === room ? Number(turns) || 0 : null;
  } catch {
    return null;
  }
}

/** Send the teacher away. */
export function uncoach(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // then he was not there
  }
}
