/** Who comes by an invitation, or to a rematch, sits down by coming: once, if there is a free seat. */

const KEY = 'tilerummy.sit';

/** Remember that this table is come to for a seat. */
export function requestSeat(room: string): void {
  try {
    sessionStorage.setItem(KEY, room);
  } catch {
    // without storage the seat is a tap away
  }
}

/** Whether this table was come to for a seat just now. */
export function takeSeatRequest(room: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== room) return false;
    sessionStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
