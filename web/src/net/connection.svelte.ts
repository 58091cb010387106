/** The connection of this page, its state for the pages, and errors in words. */

import { browserPorts, Client, type Connection, type Reply, type CommandBody } from './client';
import { coded, t } from '../text/messages/index.svelte';
import { ApiError } from './error';
import { identify } from './identity';
import { toast } from '../device/announce.svelte';

class Net {
  state = $state.raw<Connection>('connecting');
  /** Whether the connection has been missing long enough to show it. */
  late = $state.raw(false);
}

export const net = new Net();

let client: Client | null = null;
let slow: ReturnType<typeof setTimeout> | undefined;

function changed(state: Connection): void {
  const was = net.state;
  net.state = state;
  clearTimeout(slow);
  // a short interruption is not shown
  if (state !== 'online') slow = setTimeout(() => (net.late = true), 1200);
  else {
    if (net.late && was !== 'online') toast(t('net.back'), 'good');
    net.late = false;
  }
}

/** The one connection of the page; it is opened when it is first needed. */
export function connection(): Client {
  if (!client) {
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    client = new Client(browserPorts(url.href, () => void identify(true)), changed);
    const created = client;
    void identify().then(() => created.start());
    addEventListener('online', () => client?.network(true));
    addEventListener('offline', () => client?.network(false));
    slow = setTimeout(() => (net.late = net.state !== 'online'), 2500);
  }
  return client;
}

/** Reconnect, because this browser is another guest now. */
export function reconnect(): void {
  client?.network(false);
  client?.network(true);
}

/** An error code of the socket or of the HTTP API in words. */
export function errorText(code: string, message: string): string {
  return coded('fault', code, { message }, t('fault.other', { message: message || code }));
}

/** Show an error in a toast. */
export function showError(error: unknown): void {
  if (error instanceof ApiError) toast(errorText(error.code, error.message), 'bad');
  else {
    console.error(error);
    toast(t('fault.other', { message: String(error) }), 'bad');
  }
}

/** Send a command and show an error; refusals and conflicts are handled by the caller. */
export async function command(body: CommandBody): Promise<Reply> {
  const reply = await connection().command(body);
  if (reply.type === 'fault') toast(errorText(reply.code, reply.message), 'bad');
  return reply;
}
