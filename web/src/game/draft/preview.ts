/** Sends the draft to the others at the table while it changes, as often as the server accepts it. */

const INTERVAL = 210; // milliseconds; the server accepts five previews a second

export class PreviewSender {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(private readonly send: () => void) {}

  /** Send the draft as soon as the interval allows it. */
  schedule(): void {
    if (this.timer) return;
    const wait = Math.max(0, this.last + INTERVAL - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.last = performance.now();
      this.send();
    }, wait);
  }
}
