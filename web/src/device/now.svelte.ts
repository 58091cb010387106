/** The current time as reactive state, updated four times a second while a component uses it. */

class Now {
  ms = $state.raw(performance.now());
}

export const now = new Now();

let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Keep the time updated until the returned function is called. */
export function ticking(): () => void {
  if (users++ === 0) timer = setInterval(() => (now.ms = performance.now()), 250);
  now.ms = performance.now();
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}
