import { describe, expect, test } from 'vitest';
import {
  changed,
  cuesBetween,
  endsIn,
  newClock,
  passed,
  paused,
  shownAt,
  started,
  wentBack,
  type Clock,
} from '../../src/evening/clock/clock';
import { UNTIMED, nextReserve, timeLeftIn, type TimeControl } from '../../src/rules/time_control';

const s = (seconds: number): number => seconds * 1000;
const control = (some: Partial<TimeControl>): TimeControl => ({ ...UNTIMED, ...some });
const FIXED = control({ turn_ms: s(60) });
const RESERVE = control({ turn_ms: s(60), reserve_ms: s(600) });
const INCREMENT = control({ reserve_ms: s(600), increment_ms: s(10) });
const BRONSTEIN = control({ reserve_ms: s(600), bronstein_ms: s(10) });

const START = 1_800_000_000_000; // a time of day
const running = (some: TimeControl, players = 2): Clock =>
  started(newClock(Array<TimeControl>(players).fill(some)), START);
/** Play turns that last the given numbers of seconds, one after the other. */
const turns = (clock: Clock, ...seconds: number[]): Clock => {
  let now = START;
  for (const each of seconds) clock = passed(clock, (now += s(each)));
  return clock;
};

describe('a fixed time per turn', () => {
  test('is full again in every turn', () => {
    const clock = turns(running(FIXED), 59, 1);
    expect(clock.mover).toBe(0);
    expect(endsIn(clock, START + s(60))).toBe(s(60));
  });

  test('runs over, and counts how long ago', () => {
    expect(timeLeftIn(FIXED, 0, s(72))).toEqual({ left: 0, reserve: 0 });
    expect(shownAt(running(FIXED), 0, START + s(72))).toMatchObject({ ms: s(12), runs: 'over', part: 0 });
  });

  test('carries no unused time over', () => expect(nextReserve(FIXED, 0, s(5))).toBe(0));
});

describe('a reserve', () => {
  test('runs only once the fixed time is used up', () => {
    const clock = running(RESERVE);
    expect(shownAt(clock, 0, START + s(18))).toMatchObject({ ms: s(42), runs: 'turn', then: s(600), part: 0.7 });
    expect(shownAt(clock, 0, START + s(90))).toMatchObject({
      ms: s(570),
      runs: 'reserve',
      then: null,
      part: 0.95,
    });
  });

  test('lasts for the whole match', () => {
    const clock = turns(running(RESERVE), 90, 70, 100);
    expect(clock.reserves).toEqual([s(530), s(590)]);
  });

  test('ends at zero', () => expect(turns(running(RESERVE), 900).reserves[0]).toBe(0));
});

describe('an increment', () => {
  test('is added after every turn, even a short one', () =>
    expect(turns(running(INCREMENT), 4, 30).reserves).toEqual([s(606), s(580)]));
});

describe('a Bronstein delay', () => {
  test('gives back what a turn used, up to the delay', () =>
    expect(turns(running(BRONSTEIN), 4, 30).reserves).toEqual([s(600), s(580)]));

  test('never gives more than there was', () =>
    expect(turns(running(BRONSTEIN), ...Array<number>(40).fill(3)).reserves).toEqual([s(600), s(600)]));

  test('runs from the start of the turn', () =>
    expect(shownAt(running(BRONSTEIN), 0, START + s(7))).toMatchObject({ ms: s(593), runs: 'reserve' }));

  test('gives nothing back for the time beyond the reserve', () =>
    expect(nextReserve(BRONSTEIN, s(6), s(50))).toBe(s(6)));

  test('does not touch a fixed time', () =>
    expect(nextReserve(control({ ...BRONSTEIN, turn_ms: s(60) }), s(100), s(65))).toBe(s(100)));
});

describe('a clock', () => {
  test('of six people passes the turn in a circle', () => {
    const clock = running(FIXED, 6);
    const movers = [1, 2, 3, 4, 5, 6].map((n) => turns(clock, ...Array<number>(n).fill(1)).mover);
    expect(movers).toEqual([1, 2, 3, 4, 5, 0]);
  });

  test('stands still during a pause', () => {
    const pause = paused(running(RESERVE), START + s(10));
    expect(shownAt(pause, 0, START + s(5000)).ms).toBe(s(50));
    expect(shownAt(started(pause, START + s(5000)), 0, START + s(5005)).ms).toBe(s(45));
  });

  test('goes back to the turn before with the time it had left', () => {
    const clock = turns(running(BRONSTEIN), 20, 5);
    const back = wentBack(clock, START + s(40));
    expect(back).toMatchObject({ mover: 1, reserves: [s(590), s(600)], used: s(5), since: START + s(40) });
    expect(wentBack(back, START + s(41))).toMatchObject({ mover: 0, reserves: [s(600), s(600)], used: s(20) });
  });

  test('has nothing to go back to at the start', () => {
    const clock = running(FIXED);
    expect(wentBack(clock, START + s(3))).toBe(clock);
  });

  test('keeps a bounded number of turns', () =>
    expect(turns(running(FIXED), ...Array<number>(500).fill(1)).past.length).toBeLessThanOrEqual(12));

  test('survives a reload', () => {
    const clock = JSON.parse(JSON.stringify(running(RESERVE))) as Clock;
    expect(shownAt(clock, 0, START + s(75)).ms).toBe(s(585));
  });

  test('loses no time if the device is set back', () =>
    expect(shownAt(running(FIXED), 0, START - s(3600)).ms).toBe(s(60)));

  test('gives each person a time control of their own', () => {
    const clock = started(newClock([FIXED, control({ turn_ms: s(120) }), UNTIMED]), START);
    expect([0, 1, 2].map((seat) => shownAt(clock, seat, START).ms)).toEqual([s(60), s(120), 0]);
    expect(endsIn(turns(clock, 1, 1), START + s(500))).toBeNull();
  });

  test('keeps what was used when its time control changes', () => {
    const clock = changed(turns(running(RESERVE), 90), [RESERVE, control({ ...RESERVE, reserve_ms: s(900) })]);
    expect(clock.reserves).toEqual([s(570), s(900)]);
    expect(changed(clock, [FIXED, FIXED]).reserves).toEqual([0, 0]);
  });

  test('counts up without a limit', () =>
    expect(shownAt(running(UNTIMED), 0, START + s(33))).toMatchObject({ ms: s(33), runs: 'free', low: false }));
});

describe('cues', () => {
  const cues = (clock: Clock, from: number, to: number) => cuesBetween(clock, START + s(from), START + s(to));

  test('are told once each', () => {
    const clock = running(RESERVE);
    expect(cues(clock, 59.9, 60.1)).toEqual(['reserve']);
    expect(cues(clock, 60.1, 60.4)).toEqual([]);
    expect(cues(clock, 649.9, 650.1)).toContain('low');
    expect(cues(clock, 659.9, 660.1)).toEqual(['over']);
    expect(cues(clock, 660.1, 900)).toEqual([]);
  });

  test('count the last nine seconds down', () => {
    const clock = running(FIXED);
    const times = Array.from({ length: 60 * 4 }, (_, i) => i / 4);
    const seconds = times.filter((at) => cues(clock, at, at + 0.25).includes('second'));
    expect(seconds).toEqual([50.75, 51.75, 52.75, 53.75, 54.75, 55.75, 56.75, 57.75, 58.75]);
  });

  test('are skipped if they are late, as after the device has slept', () =>
    expect(cues(running(FIXED), 30, 55)).toEqual(['second']));

  test('are silent in a pause and without a limit', () => {
    expect(cues(paused(running(FIXED), START), 59, 61)).toEqual([]);
    expect(cues(running(UNTIMED), 0, 1)).toEqual([]);
  });

  test('do not warn of ten seconds in turns of ten seconds', () =>
    expect(cues(running(control({ turn_ms: s(10) })), 0, 0.2)).not.toContain('low'));
});
