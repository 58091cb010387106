/** Sends the draft to the others at the table while it changes, as often as the server accepts it. */

const INTERVAL = 210; // milliseconds; the server accepts five previews a second

/** Returns how to ask for *send*: it is called as soon as the interval allows it. */
export function previewSender(send: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last = performance.now();
        send();
      },
      Math.max(0, last + INTERVAL - performance.now()),
    );
  };
}
