/** A player's speech bubble; on phones it is over the felt without covering melds. */

const ROOM = 3; // pixels of distance to the melds
/** Classes of the bubble, from the largest to the one beside the felt. */
const SIZES = ['', 'small', 'line', 'tight'];

/** Keep a bubble at the first size that covers no meld while it is shown. */
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

/** True if a change concerns melds; tiles alone change in many frames. */
function concerns({ target, type, addedNodes, removedNodes }: MutationRecord): boolean {
  const of = type === 'childList' ? [...addedNodes, ...removedNodes] : [target];
  return of.some((node) => node instanceof Element && node.matches('.tt-pile'));
}

/** The final box of a growing bubble. */
function grown(bubble: HTMLElement): DOMRect {
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  return new DOMRect((left + right - width) / 2, (top + bottom - height) / 2, width, height);
}

const cover = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right + ROOM && b.left < a.right + ROOM && a.top < b.bottom + ROOM && b.top < a.bottom + ROOM;
