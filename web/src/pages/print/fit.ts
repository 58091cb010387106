/** Chooses the size of the text on a printed sheet. */

/** The sizes to try, in points, from the largest to the smallest. */
const STEP = 0.25;

/**
 * Fit the element's text inside it with the largest possible font size, from *largest* down to *smallest* points.
 * Returns whether it fits.
 */
export function fit(element: HTMLElement, largest: number, smallest: number): boolean {
  for (let size = largest; size >= smallest; size -= STEP) {
    element.style.fontSize = `${size}pt`;
    if (fits(element)) return true;
  }
  return false;
}

/** Return whether nothing overflows an element or one of its children. */
const fits = (element: HTMLElement): boolean =>
  [element, ...element.children].every(
    ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight <= clientHeight && scrollWidth <= clientWidth,
  );
