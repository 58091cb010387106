/** "Your turn" while the page is hidden, as a notification if the user wants them. */

import { settings } from './settings.svelte';

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
