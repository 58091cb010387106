/**
 * The one connection of the page: it comes back by itself, asks for what was missed, and sends
 * commands again until they are answered. It knows no rules, no page and no framework.
 */

import type {
  Act,
  Answer,
  AskHint,
  Check,
  ClientMessage,
  Control,
  Done,
  Fault,
  HintAnswer,
  Ping,
  ServerMessage,
  Snapshot,
  Update,
} from './types';
import { delay } from './backoff';

export type Command = Act | Done | Check | AskHint | Control;
/** A command as the caller writes it: the connection makes up the id. */
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'cid'> : never) : never;
export type Reply = Answer | HintAnswer | Fault;
export type RoomMessage = Exclude<ServerMessage, Answer | HintAnswer>;
export type Connection = 'connecting' | 'online' | 'offline';

/** What of a WebSocket is needed. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** Time, chance and the network, so that tests can have their own. */
export interface Ports {
  connect(): Socket;
  now(): number;
  random(): number;
  later(ms: number, what: () => void): () => void;
  cid(): string;
  /** No socket opens: perhaps the server does not know this browser any more. */
  refused(): void;
}

export const IDLE = 2500; // after so long without a word we ask whether anybody is there
export const STALE = 9000; // and after so long we no longer believe it
const TICK = 500;
const MOVED = 4001; // the guest that we were has gone on with another device
const REFUSED = 2; // after so many failures perhaps nobody knows us

interface Watched {
  version: number | null;
  listener: (message: RoomMessage) => void;
}

interface Waiting {
  message: Command;
  answer: (reply: Reply) => void;
}

/** Keeps the page connected. `changed` is called whenever the state of the connection changes. */
export class Client {
  state: Connection = 'connecting';
  private socket: Socket | null = null;
  private open = false;
  private failures = 0;
  private heard = 0;
  private asked = false;
  private stopTimer: (() => void) | null = null;
  private readonly rooms = new Map<string, Watched>();
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly ports: Ports,
    private readonly changed: (state: Connection) => void = () => {},
  ) {}

  /** Connect now, or at once instead of later. */
  start(): void {
    if (this.socket) return;
    this.again(0);
  }

  /** Close for good. */
  stop(): void {
    this.stopTimer?.();
    this.drop();
    this.become('offline');
  }

  /** The machine says that it has no network, or has it again. */
  network(there: boolean): void {
    if (!there) this.lost();
    else if (!this.open) {
      this.drop();
      this.again(0);
    }
  }

  /** Follow a table; returns how to stop. */
  watch(room: string, listener: (message: RoomMessage) => void): () => void {
    const watched: Watched = { version: null, listener };
    this.rooms.set(room, watched);
    if (this.open) this.askFor(room, watched);
    return () => {
      if (this.rooms.get(room) !== watched) return;
      this.rooms.delete(room);
      this.tell({ type: 'unwatch', room });
    };
  }

  /** Send a command; it is sent again after a lost connection, under the same id. */
  command(wish: CommandBody): Promise<Reply> {
    const message = { ...wish, cid: this.ports.cid() } as Command;
    return new Promise((answer) => {
      this.waiting.set(message.cid, { message, answer });
      if (this.open) this.send(message);
    });
  }

  /** Send something that is not worth sending late. Returns whether it was sent. */
  tell(message: Exclude<ClientMessage, Command>): boolean {
    if (this.open) this.send(message);
    return this.open;
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private become(state: Connection): void {
    if (state === this.state) return;
    this.state = state;
    this.changed(state);
  }

  private again(ms: number): void {
    this.stopTimer?.();
    this.stopTimer = this.ports.later(ms, () => this.connect());
  }

  private connect(): void {
    const socket = this.ports.connect();
    this.socket = socket;
    this.heard = this.ports.now();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event: { data: unknown }) => {
      if (this.socket === socket) this.received(String(event.data));
    };
    socket.onclose = (event?: { code?: number }) => {
      if (this.socket !== socket) return;
      if (event?.code === MOVED) this.failures = REFUSED;
      this.lost();
    };
    this.tick();
  }

  private opened(socket: Socket): void {
    if (this.socket !== socket) return;
    this.open = true;
    this.failures = 0;
    this.asked = false;
    this.heard = this.ports.now();
    this.become('online');
    for (const [room, watched] of this.rooms) this.askFor(room, watched);
    for (const { message } of this.waiting.values()) this.send(message);
  }

  private askFor(room: string, watched: Watched): void {
    this.send({ type: 'watch', room, ...(watched.version === null ? {} : { since: watched.version }) });
  }

  private tick(): void {
    this.stopTimer?.();
    this.stopTimer = this.ports.later(TICK, () => {
      const silent = this.ports.now() - this.heard;
      if (silent >= STALE) return this.lost();
      if (this.open && silent >= IDLE && !this.asked) {
        this.asked = true;
        this.send({ type: 'ping' } satisfies Ping);
      }
      this.tick();
    });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.open = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lost(): void {
    if (this.failures % 3 === REFUSED) this.ports.refused();
    this.drop();
    this.become('offline');
    this.again(delay(this.failures++, this.ports.random()));
  }

  private received(text: string): void {
    this.heard = this.ports.now();
    this.asked = false;
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return this.lost();
    }
    if (message.type === 'answer' || message.type === 'hint') return this.answered(message.cid, message);
    if (message.type === 'fault' && message.cid) return this.answered(message.cid, message);
    if (message.type === 'snapshot' || message.type === 'update') return this.moved(message);
    if (message.type === 'welcome' || message.type === 'pong') return;
    if (message.room) this.rooms.get(message.room)?.listener(message);
    else for (const { listener } of this.rooms.values()) listener(message);
  }

  private answered(cid: string, reply: Reply): void {
    const waiting = this.waiting.get(cid);
    this.waiting.delete(cid);
    waiting?.answer(reply);
  }

  /** Pass on what brings the table further; ask again where something in between is missing. */
  private moved(message: Snapshot | Update): void {
    const watched = this.rooms.get(message.room);
    if (!watched) return;
    const known = watched.version;
    if (message.type === 'update') {
      if (known === null) return;
      if (message.version < known) return;
      if (message.version - message.entries.length > known) return this.askFor(message.room, watched);
      message = { ...message, entries: message.entries.filter((entry) => entry.seq >= known) };
    }
    watched.version = message.version;
    watched.listener(message);
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id that nobody else makes up. */
export function newCid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** The ports of a browser. */
export function browserPorts(url: string, refused: () => void): Ports {
  return {
    connect: () => new WebSocket(url) as unknown as Socket,
    now: () => performance.now(),
    random: Math.random,
    later: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    cid: newCid,
    refused,
  };
}
