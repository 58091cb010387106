/** The connections of this page, one for each room, their state for the pages, and errors in words. */

import { untrack } from 'svelte';
import { browserPorts, Client, type Connection, type Reply, type CommandBody, type RoomMessage } from './client';
import type { Preview, React, Say } from './types';
import { coded, t } from '../text/messages.svelte';
import { ApiError } from './error';
import { identify } from './identity';
import { toast } from '../device/announce.svelte';

class Net {
  /** The worst of the connections; where there is none nothing is missing. */
  state = $state.raw<Connection>('online');
  /** Whether a connection has been missing, or has waited, long enough to show it. */
  late = $state.raw(false);
}

export const net = new Net();

const clients = new Map<string, Client>();
const WORST: readonly Connection[] = ['offline', 'connecting', 'waiting', 'online'];
/** How long a connection may be missing until it is shown, in milliseconds: one that begins, and one that was lost. */
const PATIENCE = { connecting: 2500, offline: 1200 };
let hearsNetwork = false;
let slow: ReturnType<typeof setTimeout> | undefined;
/** Whether it was shown that a connection is missing, so that its return is announced. */
let missed = false;

/** A connection has another state, came, or went. */
const changed = (): void =>
  untrack(() => {
    const states = [...clients.values()].map(({ state }) => state);
    const worst = WORST.find((state) => states.includes(state)) ?? 'online';
    if (worst === net.state) return;
    net.state = worst;
    clearTimeout(slow);
    if (worst === 'online') {
      if (missed && clients.size) toast(t('net.back'), 'good');
      net.late = missed = false;
    } else if (worst === 'waiting') net.late = true;
    else slow = setTimeout(() => (net.late = missed = true), PATIENCE[worst]);
  });

/** Follow a room, on a connection of its own; returns how to stop. */
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

/** Reconnect, because this browser is another guest now. */
export function reconnect(): void {
  for (const client of clients.values()) {
    client.network(false);
    client.network(true);
  }
}

/** Send what is of no use later, if its room has a connection. Returns whether it was sent. */
export const trySend = (message: Say | React | Preview): boolean =>
  clients.get(message.room)?.trySend(message) ?? false;

/** An error code of the socket or of the HTTP API in words. */
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

/** Send a command and show an error; refusals and conflicts are handled by the caller. */
export async function command(body: CommandBody): Promise<Reply> {
  const client = clients.get(body.room);
  if (!client) throw new Error(`no connection follows the room ${body.room}`);
  const reply = await client.command(body);
  if (reply.type === 'fault') toast(errorText(reply.code, reply.message), 'bad');
  return reply;
}
