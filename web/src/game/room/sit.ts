/** Sitting down on arrival, by an invitation or for a rematch, if there is a free seat. */

const KEY = 'tilerummy.sit';

/** Request a seat in a room that is opened next. */
export function requestSeat(room: string): void {
  try {
    sessionStorage.setItem(KEY, room);
  } catch {
    // without storage the seat has to be taken by hand
  }
}

/** Whether a seat was requested in this room; the request is used up by asking. */
export function takeSeatRequest(room: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== room) return false;
    sessionStorage.removeItem(KEY);
    return true;
  } catch {
    return false;
  }
}
