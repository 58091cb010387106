/**
 * The WebSocket connection to a single room. It reconnects automatically, requests missed entries, and resends commands
 * until they are acknowledged. It does not depend on the rules, the pages or the framework.
 */

import type {
  Act,
  Answer,
  AskHint,
  AskNear,
  Check,
  ClientMessage,
  Control,
  Done,
  Fault,
  HintAnswer,
  NearAnswer,
  Ping,
  ServerMessage,
  Snapshot,
  Update,
} from './types';
import { backoff } from './backoff';

export type Command = Act | Done | Check | AskHint | AskNear | Control;
/** A command without its id, which the client adds. */
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'cid'> : never) : never;
export type Reply = Answer | HintAnswer | NearAnswer | Fault;
export type RoomMessage = Exclude<ServerMessage, Answer | HintAnswer | NearAnswer>;
/** A connection's state. `waiting` means that it is open, but the server is taking too long to reply. */
export type Connection = 'connecting' | 'online' | 'waiting' | 'offline';

/** The part of the WebSocket interface that the client uses. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** The client's access to time, randomness and the network. Tests replace it. */
export interface Ports {
  connect(): Socket;
  now(): number;
  random(): number;
  /** Call *what* after *ms* milliseconds. Returns a function that cancels this. */
  later(ms: number, what: () => void): () => void;
  newCommandId(): string;
  /** True while the browser tab is hidden. */
  hidden(): boolean;
  /** Called when connecting has failed repeatedly. The server may have deleted this browser's guest. */
  refused(): void;
}

export const IDLE = 600; // milliseconds without a message before the client sends a ping
export const HIDDEN_IDLE = 2500; // the same for a hidden page
export const LATE = 1500; // time without a reply to a command or ping (including idle time before it) until `waiting`
export const BESIDE = 1000; // time without a reply until a second connection is tried
export const STALE = 9000; // time without a reply until the connection is closed
const TICK = 200;
const MOVED = 4001; // close code: the guest has logged in on another device
const REFUSED = 2; // number of failures until the client checks that the guest still exists

interface Waiting {
  message: Command;
  since: number;
  answer: (reply: Reply) => void;
}

/** Follows a room. *changed* is called whenever the connection's state changes. */
export class Client {
  state: Connection = 'connecting';
  /** The latest version of the room that was passed to the listener. */
  private version: number | null = null;
  /** The open connection. */
  private socket: Socket | null = null;
  /** Sockets that are currently being opened. The first one to open is used. */
  private readonly trying = new Set<Socket>();
  private failures = 0;
  private lastMessage = 0;
  /** When the pending ping was sent, or null if there is no pending ping. */
  private pinged: number | null = null;
  /** True if the server has reported that it is waiting for its database. */
  private serverWaits = false;
  /** When the client last tried to open a connection or sent a ping. */
  private asked = 0;
  private stopTimer: (() => void) | null = null;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly ports: Ports,
    private readonly room: string,
    private readonly listener: (message: RoomMessage) => void,
    private readonly changed: (state: Connection) => void = () => {},
  ) {}

  private get open(): boolean {
    return this.socket !== null;
  }

  /** Connect now. */
  start(): void {
    if (this.socket || this.trying.size) return;
    this.connectIn(0);
  }

  /** Close permanently. */
  stop(): void {
    this.stopTimer?.();
    this.drop();
    this.setState('offline');
  }

  /** Handle the browser's `online` and `offline` events. */
  network(online: boolean): void {
    if (!online) this.disconnected();
    else if (!this.open) {
      this.drop();
      this.connectIn(0);
    }
  }

  /** Send a command and wait for the reply. If the connection is lost, the command is sent again with the same id. */
  command(body: CommandBody): Promise<Reply> {
    const message = { ...body, cid: this.ports.newCommandId() } as Command;
    return new Promise((answer) => {
      this.waiting.set(message.cid, { message, since: this.ports.now(), answer });
      if (this.open) this.send(message);
    });
  }

  /** Send a message that is not resent if it is lost. Returns false if the client is disconnected. */
  trySend(message: Exclude<ClientMessage, Command>): boolean {
    if (this.open) this.send(message);
    return this.open;
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private setState(state: Connection): void {
    if (state === this.state) return;
    this.state = state;
    this.changed(state);
  }

  private connectIn(ms: number): void {
    this.stopTimer?.();
    this.stopTimer = this.ports.later(ms, () => this.connect());
  }

  private connect(): void {
    this.lastMessage = this.ports.now();
    this.attempt();
    this.tick();
  }

  private attempt(): void {
    const socket = this.ports.connect();
    this.trying.add(socket);
    this.asked = this.ports.now();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event: { data: unknown }) => this.received(String(event.data));
    socket.onclose = (event?: { code?: number }) => {
      if (event?.code === MOVED) this.failures = REFUSED;
      this.trying.delete(socket);
      if (socket === this.socket || !(this.open || this.trying.size)) this.disconnected();
    };
  }

  private opened(socket: Socket): void {
    this.trying.delete(socket);
    this.drop();
    this.socket = socket;
    this.failures = 0;
    this.pinged = null;
    this.serverWaits = false;
    this.lastMessage = this.ports.now();
    this.judge();
    this.watch();
    for (const { message } of this.waiting.values()) this.send(message);
  }

  private watch(): void {
    this.send({ type: 'watch', room: this.room, ...(this.version === null ? {} : { since: this.version }) });
  }

  private tick(): void {
    this.stopTimer?.();
    this.stopTimer = this.ports.later(TICK, () => {
      const now = this.ports.now();
      const silent = now - this.lastMessage;
      if (silent >= STALE) return this.disconnected();
      if (this.open && this.pinged === null) {
        if (silent >= (this.ports.hidden() ? HIDDEN_IDLE : IDLE)) this.ping(now);
      } else if (now - this.asked >= BESIDE && this.trying.size < (this.open ? 1 : 2)) this.attempt();
      this.judge();
      this.tick();
    });
  }

  /** Update an open connection's state: `waiting` if the server takes too long to reply, otherwise `online`. */
  private judge(): void {
    if (!this.open) return;
    const since = this.ports.now() - LATE;
    const silent = this.pinged !== null && this.pinged - IDLE <= since;
    const unanswered = [...this.waiting.values()].some(
      (each) => !each.message.type.startsWith('ask_') && each.since <= since,
    );
    this.setState(silent || unanswered || this.serverWaits ? 'waiting' : 'online');
  }

  private ping(now: number): void {
    this.pinged = this.asked = now;
    this.send({ type: 'ping' } satisfies Ping);
  }

  private drop(): void {
    if (this.socket) this.trying.add(this.socket);
    this.socket = null;
    this.giveUpTrying();
  }

  private giveUpTrying(): void {
    for (const socket of this.trying) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    this.trying.clear();
  }

  private disconnected(): void {
    if (this.failures % 3 === REFUSED) this.ports.refused();
    this.drop();
    this.setState('offline');
    this.connectIn(backoff(this.failures++, this.ports.random()));
  }

  private received(text: string): void {
    this.lastMessage = this.ports.now();
    this.pinged = null;
    this.giveUpTrying();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return this.disconnected();
    }
    this.handle(message);
    this.judge();
  }

  private handle(message: ServerMessage): void {
    if (message.type === 'answer' || message.type === 'hint' || message.type === 'near') {
      return this.resolve(message.cid, message);
    }
    if (message.type === 'fault' && message.cid) return this.resolve(message.cid, message);
    if (message.type === 'snapshot' || message.type === 'update') return this.updated(message);
    if (message.type === 'pong') this.serverWaits = message.waiting ?? false;
    if (message.type !== 'welcome' && message.type !== 'pong') this.listener(message);
  }

  private resolve(cid: string, reply: Reply): void {
    const waiting = this.waiting.get(cid);
    this.waiting.delete(cid);
    waiting?.answer(reply);
  }

  /** Pass new entries to the listener. If earlier entries are missing, request those first. */
  private updated(message: Snapshot | Update): void {
    const known = this.version;
    if (message.type === 'update') {
      if (known === null) return;
      if (message.version < known) return;
      if (message.version - message.entries.length > known) return this.watch();
      message = { ...message, entries: message.entries.filter((entry) => entry.seq >= known) };
    }
    this.version = message.version;
    this.listener(message);
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Return a random command id. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Return ports that give access to the browser's time, randomness and network. */
export function browserPorts(url: string, refused: () => void): Ports {
  return {
    connect: () => new WebSocket(url) as unknown as Socket,
    now: () => performance.now(),
    random: Math.random,
    later: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
    newCommandId,
    hidden: () => document.hidden,
    refused,
  };
}
