/** Positions a player's speech bubble. On phones it is over the felt, without covering melds. */

const ROOM = 3; // distance to the melds, in pixels
/** CSS classes for the size of the bubble, from the largest to the one that fits beside the felt. */
const SIZES = ['', 'small', 'line', 'tight'];

/** While a bubble is shown, use the first of these sizes that covers no meld. */
export function avoidMelds(bubble: HTMLElement): () => void {
  const table = bubble.closest('.table')!;
  const place = (): void => {
    const melds = [...table.querySelectorAll('.tt-pile')].map((each) => each.getBoundingClientRect());
    for (const size of SIZES) {
      bubble.className = size;
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

/**
 * True if a change to the document concerns melds. Changes to tiles are ignored because they occur
 * in many frames.
 */
function concerns({ target, type, addedNodes, removedNodes }: MutationRecord): boolean {
  const of = type === 'childList' ? [...addedNodes, ...removedNodes] : [target];
  return of.some((node) => node instanceof Element && node.matches('.tt-pile'));
}

/** The box that a bubble will have when it has finished growing. */
function grown(bubble: HTMLElement): DOMRect {
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  return new DOMRect((left + right - width) / 2, (top + bottom - height) / 2, width, height);
}

const cover = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right + ROOM && b.left < a.right + ROOM && a.top < b.bottom + ROOM && b.top < a.bottom + ROOM;
