/** Positions a player's speech bubble. On phones, it overlaps the felt but must not cover melds. */

const ROOM = 3; // distance to the melds, in pixels
/** CSS classes for the bubble's sizes, largest first. The smallest bubble fits beside the felt. */
const SIZES = ['', 'small', 'line', 'tight'];

/**
 * While a bubble is shown, use the largest size in SIZES that does not cover a meld. Returns a function that stops
 * adjusting the bubble.
 */
export function avoidMelds(bubble: HTMLElement): () => void {
  const table = bubble.closest('.table')!;
  const place = (): void => {
    const edge = table.getBoundingClientRect();
    const melds = [...table.querySelectorAll('.tt-pile')].map((each) => each.getBoundingClientRect());
    for (const size of SIZES) {
      bubble.className = size;
      bubble.style.setProperty('--shift', '0px');
      const { left, right } = grown(bubble);
      // a line may be wider than the plate, but not leave the table
      bubble.style.setProperty('--shift', `${Math.max(0, right - edge.right, edge.left - left)}px`);
      const box = grown(bubble);
      if (!melds.some((meld) => cover(box, meld))) return;
    }
  };
  const watcher = new MutationObserver((changes) => {
    if (changes.some(concerns)) place();
  });
  watcher.observe(table.querySelector('.widget')!, { childList: true, attributeFilter: ['style'], subtree: true });
  place();
  return () => watcher.disconnect();
}

/** Return whether a mutation affects melds. Tiles are ignored because they change in many animation frames. */
function concerns({ target, type, addedNodes, removedNodes }: MutationRecord): boolean {
  const of = type === 'childList' ? [...addedNodes, ...removedNodes] : [target];
  return of.some((node) => node instanceof Element && node.matches('.tt-pile'));
}

/** Return the box that the bubble will occupy once its opening animation has finished. */
function grown(bubble: HTMLElement): DOMRect {
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  return new DOMRect((left + right - width) / 2, (top + bottom - height) / 2, width, height);
}

const cover = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right + ROOM && b.left < a.right + ROOM && a.top < b.bottom + ROOM && b.top < a.bottom + ROOM;
