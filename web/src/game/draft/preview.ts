/** Sends the draft to the other players as it changes, rate-limited by the server. */

const INTERVAL = 210; // milliseconds; the server accepts five previews a second

/** Returns a throttled version of *send*, which sends the latest draft as soon as the interval allows. */
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
