/** Shows "your turn" as a notification while the tab is hidden, if the user has enabled notifications. */

import { settings } from './settings.svelte';

/** The browser's notification permission; `none` if it does not support notifications. */
export const notificationPermission = (): 'granted' | 'denied' | 'default' | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission;

/** Request the notification permission. Returns whether it was granted. */
export async function requestNotifications(): Promise<boolean> {
  if (notificationPermission() === 'none') return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notification that leads back to this tab, if notifications are on and the tab is hidden. */
export function showNotification(head: string, body: string): void {
  if (!settings.notify || !document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // some phones only allow notifications from a service worker
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' }),
    );
  }
}
