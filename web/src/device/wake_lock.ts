/**
 * Prevents the screen from turning off. Browsers release the lock of a hidden tab, so it is requested again
 * afterwards.
 */

/** Keep the screen on until the returned function is called. Browsers without wake locks ignore this. */
export function keepScreenOn(): () => void {
  let held: Promise<WakeLockSentinel | null> | null = null;
  const request = (): void => {
    if (!document.hidden) held = navigator.wakeLock?.request('screen').catch(() => null) ?? null;
  };
  request();
  document.addEventListener('visibilitychange', request);
  return () => {
    document.removeEventListener('visibilitychange', request);
    void held?.then((lock) => lock?.release());
  };
}
