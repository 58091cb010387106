/** Shows a "your turn" notification while the tab is hidden, if the user has enabled notifications. */

import { hasServer } from './own_games';
import { settings } from './settings.svelte';

/**
 * Return the browser's notification permission, or `none` if it does not support notifications or there is no
 * server: then players never wait for another player.
 */
export const notificationPermission = (): 'granted' | 'denied' | 'default' | 'none' =>
  typeof Notification === 'undefined' || !hasServer ? 'none' : Notification.permission;

/** Request permission to show notifications. Returns whether it was granted. */
export async function requestNotifications(): Promise<boolean> {
  if (notificationPermission() === 'none') return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show a notification that opens this tab when clicked, if the tab is hidden and notifications are on. */
export function showNotification(head: string, body: string): void {
  if (!settings.notify || !document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // some phones allow notifications only from a service worker
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(head, { body, tag: 'tilerummy-turn', icon: '/icon-192.png' }),
    );
  }
}
