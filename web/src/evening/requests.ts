/** Requests to the server: scores, records, and evenings that several phones share. */

import { request } from '../net/api';
import type {
  EveningBody,
  EveningFile,
  EveningLeft,
  EveningRecord,
  OwnRack,
  ScoreAnswer,
  ScoreQuestion,
  SharedEvening,
} from '../net/types/http';
import type { Evening } from './evening';

export const scores = (question: ScoreQuestion) => request<ScoreAnswer>('POST', '/score', question);
export const written = (of: EveningRecord) => request<EveningFile>('POST', '/score/record', of);

const path = (id: string): string => `/evenings/${encodeURIComponent(id)}`;
/** The evening in the form that the server expects. */
const body = (evening: Evening): EveningBody => evening as unknown as EveningBody;

export const shared = {
  share: (evening: Evening) => request<SharedEvening>('POST', '/evenings', { evening: body(evening) }),
  join: (code: string) => request<SharedEvening>('POST', `/evening-codes/${encodeURIComponent(code)}`),
  view: (id: string, after: number) => request<SharedEvening>('GET', `${path(id)}?after=${after}`),
  put: (id: string, version: number, evening: Evening) =>
    request<SharedEvening>('PUT', path(id), { version, evening: body(evening) }),
  rack: (id: string, rack: OwnRack) => request<SharedEvening>('PUT', `${path(id)}/rack`, rack),
  seat: (id: string, seat: number | null) => request<SharedEvening>('PUT', `${path(id)}/seat`, { seat }),
  keep: (id: string) => request<SharedEvening>('POST', `${path(id)}/keeper`),
  remove: (id: string, phone: string) =>
    request<SharedEvening>('DELETE', `${path(id)}/phones/${encodeURIComponent(phone)}`),
  end: (id: string) => request<EveningLeft>('DELETE', path(id)),
};

/** Return the evening in a response, or null if it has not changed. */
export const eveningIn = ({ evening }: SharedEvening): Evening | null => evening as unknown as Evening | null;
