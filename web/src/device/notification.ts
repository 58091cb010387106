/** "Your turn", where the page is not being looked at: in the title, and as a notice if wanted. */

import { settings } from './settings.svelte';

let blinking: ReturnType<typeof setInterval> | null = null;
let plain = '';

/** Set the title of the page; while *waiting* it is marked, and blinks where nobody looks. */
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

/** Whether notices can be shown or asked for. */
export const notificationPermission = (): 'granted' | 'denied' | 'default' | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission;

/** Ask the browser for notices; returns whether it allows them. */
export async function requestNotifications(): Promise<boolean> {
  if (notificationPermission() === 'none') return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notice that leads back to the page, if they are wanted and nobody is looking. */
export function showNotification(head: string, body: string): void {
  if (!settings.notify || !document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // some phones show notices from a service worker only
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' }),
    );
  }
}
