/** Sends the draft to the other players as it changes, within the server's rate limit. */

const INTERVAL = 210; // milliseconds; the server accepts five previews a second

/** Return a throttled version of *send*, which sends the latest draft as soon as the rate limit allows. */
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
