/** Sets the document title, which also shows if it is the user's turn. */

let blinking: ReturnType<typeof setInterval> | null = null;
let plain = '';

/** Set the document title. *waiting* is a text to show before it, which blinks while the tab is hidden. */
export function title(text: string, waiting: string | null = null): void {
  plain = text;
  if (blinking) clearInterval(blinking);
  blinking = null;
  document.title = waiting ? `● ${waiting} – ${text}` : text;
  if (!waiting || !document.hidden) return;
  let on = true;
  blinking = setInterval(() => {
    on = !on;
    document.title = on ? `● ${waiting} – ${plain}` : plain;
    if (!document.hidden) title(plain, waiting);
  }, 1200);
}
