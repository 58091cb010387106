/** The connections of this page, one for each room, their state for the pages, and errors in words. */

import { browserPorts, Client, type Connection, type Reply, type CommandBody, type RoomMessage } from './client';
import type { Preview, React, Say } from './types';
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

const clients = new Map<string, Client>();
let hearsNetwork = false;
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

/** Follow a room, on a connection of its own; returns how to stop. */
export function watch(room: string, listener: (message: RoomMessage) => void): () => void {
  const url = new URL(`/ws?room=${encodeURIComponent(room)}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const isShown = (): boolean => clients.get(room) === client;
  const client: Client = new Client(
    browserPorts(url.href, () => void identify(true)),
    room,
    listener,
    (state) => isShown() && changed(state),
  );
  hearNetwork();
  clients.get(room)?.stop();
  clients.set(room, client);
  net.state = 'connecting';
  clearTimeout(slow);
  slow = setTimeout(() => (net.late = net.state !== 'online'), 2500);
  void identify().then(() => isShown() && client.start());
  return () => {
    if (!isShown()) return client.stop();
    clients.delete(room);
    client.stop();
    if (clients.size) return;
    clearTimeout(slow);
    net.late = false;
  };
}

function hearNetwork(): void {
  if (hearsNetwork) return;
  hearsNetwork = true;
  addEventListener('online', () => clients.forEach((client) => client.network(true)));
  addEventListener('offline', () => clients.forEach((client) => client.network(false)));
}

/** Reconnect, because this browser is another guest now. */
export function reconnect(): void {
  for (const client of clients.values()) {
    client.network(false);
    client.network(true);
  }
}

/** Send what is of no use later, if its room has a connection. Returns whether it was sent. */
export const trySend = (message: Say | React | Preview): boolean => clients.get(message.room)?.trySend(message) ?? false;

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
  const client = clients.get(body.room);
  if (!client) throw new Error(`no connection follows the room ${body.room}`);
  const reply = await client.command(body);
  if (reply.type === 'fault') toast(errorText(reply.code, reply.message), 'bad');
  return reply;
}
