/** Positions a player's speech bubble. On phones, it overlaps the felt but must not cover melds or the teacher. */

const OTHERS = '.tt-pile, .coach';
const ROOM = 3; // distance to them, in pixels
const CROSS = 9; // a computer player's line has a cross on its corner, which must stay on the table
/** CSS classes for the bubble's sizes, largest first. The smallest bubble fits beside the felt. */
const SIZES = ['', 'small', 'line', 'tight'];

/**
 * While a bubble is shown, use the largest size in SIZES that covers neither a meld nor the teacher. Returns a function that stops
 * adjusting the bubble.
 */
export function avoidOthers(bubble: HTMLElement): () => void {
  const table = bubble.closest('.table')!;
  const place = (): void => {
    const edge = table.getBoundingClientRect();
    const beyond = bubble.querySelector('button') ? CROSS : 0;
    const others = [...table.querySelectorAll(OTHERS)].map((each) => each.getBoundingClientRect());
    for (const size of SIZES) {
      bubble.className = size;
      bubble.style.setProperty('--shift', '0px');
      const { left, right } = grown(bubble);
      // a line may be wider than the plate, but not leave the table
      bubble.style.setProperty(
        '--shift',
        `${Math.max(0, right + beyond - edge.right, edge.left + beyond - left)}px`,
      );
      const box = grown(bubble);
      if (!others.some((other) => cover(box, other))) return;
    }
  };
  const watcher = new MutationObserver((changes) => {
    if (changes.some(concerns)) place();
  });
  watcher.observe(table.querySelector('.widget')!, { childList: true, attributeFilter: ['style'], subtree: true });
  watcher.observe(table, { childList: true });
  place();
  return () => watcher.disconnect();
}

/** Return whether a mutation affects melds or the teacher. Tiles are ignored because they change in many animation frames. */
function concerns({ target, type, addedNodes, removedNodes }: MutationRecord): boolean {
  const of = type === 'childList' ? [...addedNodes, ...removedNodes] : [target];
  return of.some((node) => node instanceof Element && node.matches(OTHERS));
}

/** Return the box that the bubble will occupy once its opening animation has finished. */
function grown(bubble: HTMLElement): DOMRect {
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  return new DOMRect((left + right - width) / 2, (top + bottom - height) / 2, width, height);
}

const cover = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right + ROOM && b.left < a.right + ROOM && a.top < b.bottom + ROOM && b.top < a.bottom + ROOM;
