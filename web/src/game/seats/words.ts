/** What a player says stands in a bubble, on phones over the felt where it covers no meld. */

const ROOM = 3; // pixels to the melds
/** Classes of the bubble, from the largest to that which stands beside the felt. */
const SIZES = ['', 'small', 'line', 'tight'];

/** Give a bubble the first size that covers no meld, for as long as it is shown. */
export function offMelds(bubble: HTMLElement): () => void {
  const table = bubble.closest('.table')!;
  const place = (): void => {
    const melds = [...table.querySelectorAll('.tt-pile')].map((each) => each.getBoundingClientRect());
    for (const size of SIZES) {
      bubble.className = size;
      if (!melds.some((meld) => covers(bubble, meld))) return;
    }
  };
  const watcher = new MutationObserver((changes) => {
    if (changes.some(({ target, type }) => type === 'childList' || (target as Element).matches('.tt-pile'))) place();
  });
  watcher.observe(table.querySelector('.widget')!, { childList: true, attributeFilter: ['style'], subtree: true });
  place();
  return () => watcher.disconnect();
}

/** Whether an element lies over a box, once it has grown to its size. */
function covers(el: HTMLElement, box: DOMRect): boolean {
  const { left, right, top, bottom } = el.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return (
    Math.abs(x - (box.left + box.right) / 2) < (el.offsetWidth + box.width) / 2 + ROOM &&
    Math.abs(y - (box.top + box.bottom) / 2) < (el.offsetHeight + box.height) / 2 + ROOM
  );
}
