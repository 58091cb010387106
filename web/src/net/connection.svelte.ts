/** Manages the client's connections, one for each room. Provides their combined state, and shows their errors. */

import { untrack } from 'svelte';
import { browserPorts, Client, type Connection, type Reply, type CommandBody, type RoomMessage } from './client';
import type { Preview, React, Say, ShowRack } from './types';
import { coded, t } from '../text/messages.svelte';
import { ApiError } from './error';
import { identify } from './identity';
import { hasServer } from '../device/own_games';
import { toast } from '../device/announce.svelte';

class Net {
  /** The worst state of all connections, or `online` without any. */
  state = $state.raw<Connection>('online');
  /** True if the connection problem has lasted long enough to be shown to the user. */
  late = $state.raw(false);
}

export const net = new Net();

const clients = new Map<string, Client>();
const WORST: readonly Connection[] = ['offline', 'connecting', 'waiting', 'online'];
/**
 * How long a connection problem must last before it is shown, in milliseconds: while connecting, and after an existing
 * connection was lost.
 */
const PATIENCE = { connecting: 2500, offline: 1200 };
let hearsNetwork = false;
let slow: ReturnType<typeof setTimeout> | undefined;
/** True if a connection problem was shown, so that the recovery must be announced as well. */
let missed = false;

/** Update the combined state after a connection has been added, removed or changed. */
const changed = (): void =>
  untrack(() => {
    const states = [...clients.values()].map(({ state }) => state);
    const worst = WORST.find((state) => states.includes(state)) ?? 'online';
    if (!hasServer || worst === net.state) return; // a server in a worker has its own display
    net.state = worst;
    clearTimeout(slow);
    if (worst === 'online') {
      if (missed && clients.size) toast(t('net.back'), 'good');
      net.late = missed = false;
    } else if (worst === 'waiting') net.late = true;
    else slow = setTimeout(() => (net.late = missed = true), PATIENCE[worst]);
  });

/** Follow a room on a connection of its own. Returns a function that closes this connection. */
export function watch(room: string, listener: (message: RoomMessage) => void): () => void {
  const url = new URL(`/ws?room=${encodeURIComponent(room)}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const isShown = (): boolean => clients.get(room) === client;
  const client: Client = new Client(
    browserPorts(url.href, () => void identify(true)),
    room,
    listener,
    () => isShown() && changed(),
  );
  hearNetwork();
  const before = clients.get(room);
  clients.set(room, client);
  before?.stop();
  changed();
  void identify().then(() => isShown() && client.start());
  return () => {
    if (isShown()) clients.delete(room);
    client.stop();
    changed();
  };
}

function hearNetwork(): void {
  if (hearsNetwork) return;
  hearsNetwork = true;
  addEventListener('online', () => clients.forEach((client) => client.network(true)));
  addEventListener('offline', () => clients.forEach((client) => client.network(false)));
}

/** Reconnect all rooms after this browser has become a different guest. */
export function reconnect(): void {
  for (const client of clients.values()) {
    client.network(false);
    client.network(true);
  }
}

/** Send a message that is not resent if it is lost. Returns false if its room is disconnected. */
export const trySend = (message: Say | React | Preview | ShowRack): boolean =>
  clients.get(message.room)?.trySend(message) ?? false;

/** Return the text for an error code from the socket or the HTTP API. */
export function errorText(code: string, message: string): string {
  return coded(`fault.${code}`, t('fault.other', { message: message || code }), { message });
}

/** Show an error in a toast. */
export function showError(error: unknown): void {
  if (error instanceof ApiError) toast(errorText(error.code, error.message), 'bad');
  else {
    console.error(error);
    toast(t('fault.other', { message: String(error) }), 'bad');
  }
}

/** Return whether a room is followed. */
export const follows = (room: string): boolean => clients.has(room);

/** Send a command, and show an error message if it fails. Handling refusals and conflicts is left to the caller. */
export async function command(body: CommandBody): Promise<Reply> {
  const client = clients.get(body.room);
  if (!client) throw new Error(`no connection follows the room ${body.room}`);
  const reply = await client.command(body);
  if (reply.type === 'fault') toast(errorText(reply.code, reply.message), 'bad');
  return reply;
}
