/** Sends requests to the server's HTTP API. */

import { ApiError } from './error';
import { guest } from './guest.svelte';
import { identify, rememberGuest } from './identity';
import type { RoomView } from './types';
import type {
  AccountDeleted,
  Analyse,
  AnalyseAnswer,
  DeviceCode,
  DeviceCodeOwner,
  ErrorResponse,
  GameStatistics,
  GamesPage,
  Invite,
  Invited,
  Judge,
  JudgeAnswer,
  Levels,
  Lobby,
  Me,
  NewName,
  NewRoom,
  Options,
  PlayOn,
  PlayedOn,
  TablePosition,
  Presets,
  RatingHistory,
  RecentGames,
  Replay,
  RoomOpened,
  RulesOf,
  Solve,
  SolveAnswer,
} from './types/http';

/**
 * Paths whose responses depend on the guest. Two concurrent requests to these paths without a guest cookie would create
 * two guests.
 */
const NEEDS_GUEST = /^.(me|rooms|games|puzzles.r)/;

export async function request<T>(method: string, path: string, body?: unknown, again = false): Promise<T> {
  if (method !== 'GET' || NEEDS_GUEST.test(path)) await identify();
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
  const answer: unknown = type.includes('json') ? await response.json().catch(() => null) : null;
  if (response.status === 401 && !again) {
    await identify(true);
    return request(method, path, body, true);
  }
  if (!response.ok) {
    const error = (answer as Partial<ErrorResponse> | null)?.error;
    throw new ApiError(
      response.status,
      error?.code ?? `http_${response.status}`,
      error?.message ?? '',
      error?.why ?? undefined,
    );
  }
  return answer as T;
}

/** Cached responses, by path. A response is cached only if it never changes while the client is open. */
const cache = new Map<string, Promise<unknown>>();

export function cached<T>(path: string): Promise<T> {
  let promise = cache.get(path) as Promise<T> | undefined;
  if (!promise) {
    promise = request<T>('GET', path);
    cache.set(path, promise);
    promise.catch(() => cache.delete(path));
  }
  return promise;
}

const encoded = encodeURIComponent;

/** Store the guest that a response contains. *expected* is true if the request was meant to change the guest. */
const remembered =
  (expected = false) =>
  (me: Me): Me => {
    rememberGuest(me.id8, expected);
    return (guest.me = me);
  };

export const api = {
  me: () => request<Me>('GET', '/me').then(remembered()),
  rename: (to: NewName) => request<Me>('PUT', '/me', to).then((me) => (guest.me = me)),
  deleteAccount: () => request<AccountDeleted>('DELETE', '/me'),
  presets: () => cached<Presets>('/presets').then(({ presets }) => presets),
  options: () => cached<Options>('/options').then(({ options }) => options),
  levels: () => cached<Levels>('/levels').then(({ levels }) => levels),
  rooms: () => request<Lobby>('GET', '/rooms'),
  open: (room: NewRoom) => request<RoomOpened>('POST', '/rooms', room),
  position: (room: string) => request<TablePosition>('GET', `/rooms/${encoded(room)}/position`),
  room: (room: string) => request<RoomView>('GET', `/rooms/${encoded(room)}`),
  invite: (room: string) => request<Invite>('GET', `/rooms/${encoded(room)}/invite`),
  accept: (code: string) => request<Invited>('POST', `/invites/${encoded(code)}`),
  logInCode: () => request<DeviceCode>('POST', '/device-transfer'),
  logInOffer: (code: string) => request<DeviceCodeOwner>('GET', `/device-transfer/${encoded(code)}`),
  logIn: (code: string, replace = false) =>
    request<Me>('POST', `/device-transfer/${encoded(code)}`, { replace }).then(remembered(true)),
  game: (id: string) => request<Replay>('GET', `/games/${encoded(id)}`),
  replay: (record: string) => request<Replay>('POST', '/replays', { record }),
  rules: (ruleset: string) => request<RulesOf>('GET', `/rules?ruleset=${encoded(ruleset)}`),
  judge: (question: Judge) => request<JudgeAnswer>('POST', '/judge', question),
  analyse: (question: Analyse) => request<AnalyseAnswer>('POST', '/analyse', question),
  playOn: (question: PlayOn) => request<PlayedOn>('POST', '/play-on', question),
  myGames: (query: string) => request<GamesPage>('GET', `/games?${query}`),
  recentGames: () => request<RecentGames>('GET', '/games/recent'),
  ratingHistory: () => request<RatingHistory>('GET', '/puzzles/rating/history'),
  myStatistics: (query: string) => request<GameStatistics>('GET', `/games/statistics?${query}`),
  solve: (question: Solve) => request<SolveAnswer>('POST', '/solve', question),
};
