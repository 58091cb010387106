/** "Your turn" while the page is hidden: in its title, and as a notification if the user wants them. */

import { settings } from './settings.svelte';

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

/** The browser's permission to show notifications; `none` if it has no notifications. */
export const notificationPermission = (): 'granted' | 'denied' | 'default' | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission;

/** Ask for the permission to show notifications; returns whether it was granted. */
export async function requestNotifications(): Promise<boolean> {
  if (notificationPermission() === 'none') return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notification that leads back to the page, if they are on and the page is hidden. */
export function showNotification(head: string, body: string): void {
  if (!settings.notify || !document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // some phones show notifications from a service worker only
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' }),
    );
  }
}
