/** The connection of this page, and faults in words. */

import { browserPorts, Client, type Connection, type Reply, type CommandBody } from './client';
import { coded, t } from '../text/messages/index.svelte';
import { ApiError } from './error';
import { identify } from './identity';
import { toast } from '../device/announce.svelte';

class Net {
  state = $state.raw<Connection>('connecting');
  /** Whether it is worth showing that there is no connection. */
  late = $state.raw(false);
}

export const net = new Net();

let client: Client | null = null;
let slow: ReturnType<typeof setTimeout> | undefined;

function changed(state: Connection): void {
  const was = net.state;
  net.state = state;
  clearTimeout(slow);
  // what comes back within a second need not be shown
  if (state !== 'online') slow = setTimeout(() => (net.late = true), 1200);
  else {
    if (net.late && was !== 'online') toast(t('net.back'), 'good');
    net.late = false;
  }
}

/** The one connection; it is made when it is first needed. */
export function connection(): Client {
  if (!client) {
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    client = new Client(browserPorts(url.href, () => void identify(true)), changed);
    const made = client;
    void identify().then(() => made.start());
    addEventListener('online', () => client?.network(true));
    addEventListener('offline', () => client?.network(false));
    slow = setTimeout(() => (net.late = net.state !== 'online'), 2500);
  }
  return client;
}

/** Connect anew: the server has to learn who we are now. */
export function reconnect(): void {
  client?.network(false);
  client?.network(true);
}

/** A fault, from the socket or from a question to the server, in words. */
export function errorText(code: string, message: string): string {
  return coded('fault', code, { message }, t('fault.other', { message: message || code }));
}

/** Show what went wrong. */
export function showError(error: unknown): void {
  if (error instanceof ApiError) toast(errorText(error.code, error.message), 'bad');
  else {
    console.error(error);
    toast(t('fault.other', { message: String(error) }), 'bad');
  }
}

/** Send a command and show a fault; refusals and conflicts are the caller's. */
export async function command(wish: CommandBody): Promise<Reply> {
  const reply = await connection().command(wish);
  if (reply.type === 'fault') toast(errorText(reply.code, reply.message), 'bad');
  return reply;
}
