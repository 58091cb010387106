/** Subscribes this browser to notifications of turns by Web Push, which arrive even if the game is closed. */

import { request } from './api';
import type { NewSubscription, PushStatus } from './types/http';
import { settings } from '../device/settings.svelte';

/** Return the push manager of the active service worker, or null without one, as early in the first visit. */
async function pushManager(): Promise<PushManager | null> {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (worker?.active && worker.pushManager) || null;
}

/** Return the server's offer and this browser's status, or null if push is not available. */
export async function pushStatus(): Promise<PushStatus | null> {
  const manager = await pushManager();
  if (!manager) return null;
  const endpoint = (await manager.getSubscription())?.endpoint ?? '';
  const status = await request<PushStatus>('POST', '/push/status', { endpoint });
  return status.key ? status : null;
}

/** Subscribe this browser, or change its quiet hours. Call this only after the user has given permission. */
export async function subscribe({ key, quiet }: Pick<PushStatus, 'key' | 'quiet'>): Promise<PushStatus> {
  const manager = (await pushManager())!;
  const { endpoint, keys } = (await subscriptionFor(manager, key)).toJSON();
  const body: NewSubscription = {
    endpoint: endpoint!,
    p256dh: keys!.p256dh!,
    auth: keys!.auth!,
    language: settings.language,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    quiet,
  };
  return request('PUT', '/push', body);
}

/** Return a subscription with this key, replacing one with an earlier key of the server. */
async function subscriptionFor(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const old = await manager.getSubscription();
    const hasOtherKey = error instanceof DOMException && error.name === 'InvalidStateError';
    if (!old || !hasOtherKey) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

/**
 * End this browser's subscription. From then on, notifications no longer arrive, even if the server cannot be
 * reached to delete the subscription there.
 */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await request('DELETE', '/push', { endpoint: subscription.endpoint });
}

/** Return the text for an hour of the day, such as 22:00 or 10 PM. */
export const hourText = (hour: number, language: string): string =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    hour * 3_600_000,
  );

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
