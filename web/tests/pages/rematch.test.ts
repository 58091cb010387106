/** A rematch started from the home page. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { SeatInfo, LobbyRoom } from '../../src/net/types/http';
import type { TermsView } from '../../src/net/types';
import { playAgain } from '../../src/pages/home/hero/open';

const { api, go } = vi.hoisted(() => ({ api: { room: vi.fn(), open: vi.fn() }, go: vi.fn() }));
vi.mock('../../src/net/api', () => ({ api }));
vi.mock('../../src/device/router.svelte', () => ({ go }));

const TERMS: Omit<TermsView, 'options'> = {
  ruleset: 'sabra+initial_meld.points=50',
  title: 'Sunday',
  rounds: 3,
  target: 200,
  turn_ms: 30_000,
  reserve_ms: 60_000,
  by_days: false,
  private: false,
  hints: false,
  previews: false,
  chat: false,
  spectators: false,
};
const seat = (kind: SeatInfo['kind'], level = ''): SeatInfo => ({ kind, name: '', level, face: '', colour: '' });
const card = (...others: SeatInfo[]): LobbyRoom =>
  ({
    room: 'old',
    seats: [others[0]!, seat('person'), ...others.slice(1)],
    seat: 1,
    gave_up: null,
    ruleset: TERMS.ruleset,
  }) as LobbyRoom;

beforeEach(() => {
  vi.clearAllMocks();
  api.room.mockResolvedValue({ terms: { ...TERMS, options: { 'initial_meld.points': 50 } } });
  api.open.mockResolvedValue({ room: 'new', invite: '' });
});

test('against computers it starts immediately, with the same terms', async () => {
  await playAgain(card(seat('computer', 'expert'), seat('computer', 'casual')));

  expect(api.room).toHaveBeenCalledExactlyOnceWith('old');
  expect(api.open).toHaveBeenCalledExactlyOnceWith({
    terms: TERMS,
    seats: 3,
    computers: [
      { seat: 1, level: 'expert' },
      { seat: 2, level: 'casual' },
    ],
    start: true,
  });
  expect(go).toHaveBeenCalledExactlyOnceWith('/t/new');
});

test('with people it is arranged at their table', async () => {
  await playAgain(card(seat('computer', 'expert'), seat('person')));

  expect(api.open).not.toHaveBeenCalled();
  expect(go).toHaveBeenCalledExactlyOnceWith('/t/old');
});
