// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import type { Entry, SeatView } from '../../src/net/types/wire';
import { speak, speakPages } from '../../src/text/messages/index.svelte';
import { LANGUAGES, type Language } from '../../src/text/messages/languages';
import { nameOf, personName, shortName } from '../../src/text/names';
import { tell } from '../../src/text/events';

const seat = (name: string, kind: SeatView['kind'] = 'person'): SeatView => ({
  kind, name, level: kind === 'computer' ? 'club' : '', connected: true, ready: true,
  muted: false, stood_in: '', resigned: false, away_ms: null,
});
const seats = [seat('Ada'), seat('Ben')];
const entry = (what: string, about: number, ...facts: string[]): Entry => ({ seq: 1, what, seat: about, facts });
const entries = (about: number): Entry[] => [
  ...['Drew source=pool tiles=r5', 'Drew source=discard tiles=r5', 'Drew source=trump tiles=r5',
    'Played placed=(k4 *) free=', 'Played placed=(k4) free=', 'Discarded tile=k4', 'Declared tiles=k4',
    'Announced tiles=1', 'TimedOut', 'Penalised tiles=?3', 'Passed',
  ].map((fact) => entry('acted', about, fact.replace(' ', ` seat=${about} `).replace(/^(\w+)$/, `$1 seat=${about}`))),
  entry('acted', about, `Ended ending=went_out winner=${about}`),
  ...['sat', 'ready', 'proposed', 'agreed', 'declined', 'took_back', 'stood_in', 'resigned', 'muted'].map((what) =>
    entry(what, about)),
];

describe.each(Object.keys(LANGUAGES) as Language[])('the list of moves in %s', (language) => {
  beforeAll(async () => {
    await speakPages();
    await speak(language);
  });

  test('speaks to the viewer and of the others by name', () => {
    const teller = { seats, me: 0 };
    for (const [i, mine] of entries(0).entries()) {
      const [own] = tell(mine, teller);
      const [other] = tell(entries(1)[i]!, teller);
      expect(own, mine.what).not.toContain('Ada');
      expect(own).not.toMatch(/^$|[{}]/);
      expect(other, mine.what).toContain('Ben');
      expect(own).not.toEqual(other);
    }
  });

  test('tells a spectator everybody by name', () => {
    for (const each of entries(0)) expect(tell(each, { seats, me: null })[0]).toContain('Ada');
  });

  test('names whoever chose no name in the words of the reader', () => {
    expect(personName('Guest 1234')).toMatch(/1234$/);
    expect(personName('Guest 1234') === 'Guest 1234').toBe(language === 'en');
    expect(personName('Guest of honour')).toBe('Guest of honour');
    expect(nameOf({ seats: [seat('Program 5678')], me: null }, 0)).toBe(personName('Program 5678'));
  });

  test('has a short word for the viewer', () => {
    expect(shortName({ seats, me: 0 }, 0)).not.toBe('Ada');
    expect(shortName({ seats, me: 0 }, 1)).toBe('Ben');
  });
});
