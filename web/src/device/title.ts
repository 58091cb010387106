/** The title of the page, which says while it is hidden that it is the user's turn. */

let blinking: ReturnType<typeof setInterval> | null = null;
let plain = '';

/** Set the title of the page; *waiting* is shown before it, and blinks while the page is hidden. */
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
