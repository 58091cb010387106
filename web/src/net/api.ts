/** What is asked of the server outside of the socket. */

import type { RoomView, StepView, TermsView, Why } from './types/wire';
import { ApiError } from './error';
import { identify, known } from './identity';

/** What is not the same for all; who asks twice at once, as nobody yet, would become two guests. */
const OWN = /^.(me|rooms)/;

async function ask<T>(method: string, path: string, body?: unknown, again = false): Promise<T> {
  if (method !== 'GET' || OWN.test(path)) await identify();
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' ? {} : { 'X-Tile-Rummy': '1', 'Content-Type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new ApiError(0, 'offline', 'no connection');
  }
  const type = response.headers.get('Content-Type') ?? '';
  const told: unknown = type.includes('json') ? await response.json().catch(() => null) : null;
  if (response.status === 401 && !again) {
    await identify(true);
    return ask(method, path, body, true);
  }
  if (!response.ok) {
    const error = (told as { error?: { code?: string; message?: string; why?: Said } } | null)?.error;
    throw new ApiError(response.status, error?.code ?? `http_${response.status}`, error?.message ?? '', error?.why);
  }
  return told as T;
}

export interface Me {
  name: string;
  id8: string;
  chosen: boolean;
  keep_days: number;
}

export type OptionValue = number | boolean | string;

export interface Preset {
  name: string;
  title: string;
  about: string;
  source: string;
  family: 'play_or_draw' | 'draw_meld_discard';
  players: number[];
  turn_ms: number | null;
  options: Record<string, OptionValue>;
}

export interface OptionInfo {
  name: string;
  about: string;
  kind: 'number' | 'truth' | 'choice';
  /** The least and the greatest number, or all the values. */
  values: OptionValue[];
}

export interface LevelInfo {
  name: string;
  about: string;
}

export interface RoomCard {
  room: string;
  title: string;
  ruleset: string;
  phase: string;
  seats: { kind: 'open' | 'person' | 'computer'; name: string; level: string }[];
  private: boolean;
  turn_ms: number | null;
  by_days: boolean;
  round: number;
  rounds: number | null;
  seat: number | null;
  to_move: number | null;
  your_turn: boolean;
  watching: number;
}

export interface Lists {
  open: RoomCard[];
  mine: RoomCard[];
  watch: RoomCard[];
}

export interface Code {
  code: string;
  url: string;
  qr_svg: string;
  seconds?: number;
}

/** Whose a code is, and who one would no longer be here: nobody if `here` is empty. */
export interface Carrying {
  name: string;
  here: string;
  games: number;
}

export interface NewRoom {
  terms: Partial<Omit<TermsView, 'options'>> & { ruleset: string };
  seats: number;
  computers: { seat: number; level: string }[];
  start?: boolean;
}

/** A sentence in English, and its code and parameters for other languages. */
export interface Said {
  code: string;
  text: string;
  params?: Record<string, number | number[]>;
}

/** What may be done in a moment of a turn, and what follows. */
export interface Way {
  when: Said;
  may: Said;
  then: Said;
}

export interface Example {
  title: Said;
  table: string;
  rack: string;
  play: string;
  free?: string;
  opened?: boolean;
  legal?: boolean;
  reason?: Why | null;
}

/** A closed hand: what it is, its points with 0, 1 and 2 jokers, and fourteen tiles in notation. */
export interface ClosedHand {
  number: number;
  name: Said;
  what: Said[];
  points: number[];
  example: string;
}

export interface RulesPage {
  ruleset: string;
  title: string;
  about: string;
  source: string;
  sections: { heading: Said; sentences: Said[]; ways: Way[] }[];
  options: Record<string, OptionValue>;
  meanings: Record<string, Said>;
  examples: Example[];
  hands: ClosedHand[];
}

export interface Verdict {
  legal: boolean;
  played?: string;
  rack?: string;
  code?: string;
  message?: string;
  reasons?: Why[];
  /** The tables after each of several plays. */
  plays?: string[];
}

export interface Solved {
  tiles: number;
  points: number;
  play: string;
  rack: string;
  proven: boolean;
  opening?: string;
  steps?: StepView[];
}

/** One promise for each path that never changes while the page is open. */
const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let promise = kept.get(path) as Promise<T> | undefined;
  if (!promise) {
    promise = ask<T>('GET', path);
    kept.set(path, promise);
    promise.catch(() => kept.delete(path));
  }
  return promise;
}

const coded = encodeURIComponent;

/** Keep who we are; *wanted* after asking to be that guest. */
const noted =
  (wanted = false) =>
  (me: Me): Me => {
    known(me.id8, wanted);
    return me;
  };

export const api = {
  me: () => ask<Me>('GET', '/me').then(noted()),
  rename: (name: string) => ask<Me>('PUT', '/me', { name }),
  forget: () => ask<{ deleted: number; anonymised: number }>('DELETE', '/me'),
  presets: () => once<{ presets: Preset[] }>('/presets').then((told) => told.presets),
  options: () => once<{ options: OptionInfo[] }>('/options').then((told) => told.options),
  levels: () => once<{ levels: LevelInfo[] }>('/levels').then((told) => told.levels),
  rooms: () => ask<Lists>('GET', '/rooms'),
  open: (room: NewRoom) => ask<{ room: string; invite: string }>('POST', '/rooms', room),
  room: (room: string) => ask<RoomView>('GET', `/rooms/${coded(room)}`),
  invite: (room: string) => ask<Code>('GET', `/rooms/${coded(room)}/invite`),
  accept: (code: string) => ask<{ room: string }>('POST', `/invites/${coded(code)}`),
  carry: () => ask<Code>('POST', '/carry'),
  carrying: (code: string) => ask<Carrying>('GET', `/carry/${coded(code)}`),
  carried: (code: string, replace = false) =>
    ask<Me>('POST', `/carry/${coded(code)}`, { replace }).then(noted(true)),
  rules: (ruleset: string) => ask<RulesPage>('GET', `/rules?ruleset=${coded(ruleset)}`),
  judge: (question: Record<string, unknown>) => ask<Verdict>('POST', '/judge', question),
  solve: (question: Record<string, unknown>) => ask<Solved>('POST', '/solve', question),
};
