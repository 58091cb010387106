// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { meldsOf, loadCourse, type Course, type Position } from '../../src/learn/course';
import { Lesson } from '../../src/learn/lesson.svelte';
import { COURSES, type CourseName } from '../../src/learn/progress';
import LEARN from 'virtual:texts/learn';
import ROOM from 'virtual:texts/room';
import { LANGUAGES, type Language } from '../../src/text/languages';
import { coded, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import { settings } from '../../src/device/settings.svelte';

const names = Object.keys(COURSES) as CourseName[];
const courses = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await loadCourse(name)])),
) as Record<CourseName, Course>;
const all: [string, CourseName, Position][] = names.flatMap((name) =>
  courses[name].positions.map((position): [string, CourseName, Position] => [
    `${name} ${position.id}`,
    name,
    position,
  ]),
);

let element: HTMLElement;
let lesson: Lesson;
let remove = (): void => {};
const onreached = vi.fn();

function open(name: CourseName, position: Position): Lesson {
  lesson = new Lesson(courses[name], position, onreached);
  remove = lesson.mount(element);
  return lesson;
}

beforeAll(async () => {
  settings.sound = false;
  await setLanguage('en');
  await loadTexts(LEARN, ROOM);
});
beforeEach(() => {
  onreached.mockClear();
  element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(0, 0, 400, 600);
  document.body.append(element);
});
afterEach(() => {
  remove();
  element.remove();
  vi.useRealTimers();
});

/** The screen positions of all tiles, and their marks. */
async function seen(): Promise<Record<string, string>> {
  await vi.advanceTimersByTimeAsync(100);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(100);
  const tiles = [...element.querySelectorAll<HTMLElement>('.tt-tile')];
  return Object.fromEntries(tiles.map((each) => [each.dataset.id, `${each.style.translate} ${each.className}`]));
}

/** Carry out a step as the learner would. */
function take(step: string): void {
  if (step.startsWith('table')) expect(lesson.table!.restore(meldsOf(step))).toBe(true);
  else lesson.act(step);
}

test('the courses have as many positions as their progress counts', () => {
  for (const name of names) expect(courses[name].positions.length).toBe(COURSES[name]);
});

describe.each(all)('%s', (_, name, position) => {
  test('is solved by the solution, and not earlier', () => {
    open(name, position);
    position.show.forEach((step) => {
      expect(lesson.reached).toBe(false);
      take(step);
    });
    expect(lesson.reached).toBe(true);
    expect(onreached).toHaveBeenCalledTimes(1);
    expect(lesson.nudge).toBeNull();
    expect(lesson.first).toEqual({ act: 'next' });
  });

  test('replies to every mistake', () => {
    for (const wrong of position.tries) {
      open(name, position);
      position.show.slice(0, wrong.after ?? 0).forEach(take);
      take(wrong.try);
      expect(lesson.nudge?.say, wrong.try).toBe(wrong.say);
      expect(lesson.nudgeText(lesson.nudge!)).not.toMatch(/^$|\{/);
      expect(lesson.reached).toBe(false);
      remove();
    }
    open(name, position);
  });

  test('explains what is missing before any step', () => {
    open(name, position);
    if (lesson.first.act !== 'next') return;
    const next = vi.fn();
    lesson.press(next);
    expect(next).not.toHaveBeenCalled();
    expect(lesson.nudgeText(lesson.nudge!)).not.toBe('');
  });

  test('plays the solution, then it is the reader’s turn', () => {
    vi.useFakeTimers();
    open(name, position);
    lesson.show();
    for (let n = 0; n < position.show.length; n++) {
      vi.advanceTimersByTime(1500);
      expect(lesson.showing).toBeGreaterThan(0);
    }
    vi.advanceTimersByTime(6000);
    expect(lesson.showing).toBe(-1);
    expect(lesson.shown).toBe(true);
    expect(lesson.reached).toBe(false);
    expect(lesson.touched).toBe(false);
    const next = vi.fn();
    if (lesson.first.act !== 'next') return;
    expect(lesson.skips).toBe(true);
    lesson.press(next);
    expect(next).toHaveBeenCalledTimes(1);
    expect(onreached).not.toHaveBeenCalled();
  });

  test('looks the same after the solution was shown, with nothing marked', async () => {
    vi.useFakeTimers();
    open(name, position);
    const before = await seen();
    expect(Object.keys(before).length).toBeGreaterThan(2);
    expect(Object.values(before).join()).not.toMatch(/tt-last|tt-drawn/);
    lesson.show();
    for (let n = 0; n < position.show.length; n++) {
      await seen();
      await vi.advanceTimersByTimeAsync(1500);
    }
    await vi.advanceTimersByTimeAsync(6000);
    expect(lesson.shown).toBe(true);
    expect(await seen()).toEqual(before);
    lesson.stop();
    expect(await seen()).toEqual(before);
  });
});

test.each(Object.keys(LANGUAGES) as Language[])('all positions have all their texts in %s', async (language) => {
  await setLanguage(language);
  await loadTexts(LEARN, ROOM);
  for (const [place, name, position] of all) {
    const untouched = new Lesson(courses[name], position, onreached);
    for (const text of [untouched.title, untouched.text]) expect(text, place).not.toBe('');
    const codes = [...position.tries.map((each) => each.say), ...(position.then ? [position.then.say] : [])];
    for (const code of codes) expect(coded(`learn.${code}`, ''), `${place} ${code}`).toBeTruthy();
  }
  await setLanguage('en');
  await loadTexts(LEARN, ROOM);
});

describe('picked tiles', () => {
  const pick = (id: string, ...ids: string[]): string | undefined => {
    open(
      'basic',
      courses.basic.positions.find((position) => position.id === id)!,
    );
    lesson.table!.control.selected = ids;
    return lesson.nudge?.say;
  };

  test('get a reply if they would be a mistake', () => {
    expect(pick('free', 'r9.0', '*.0')).toBe('free.colour');
    remove();
    expect(pick('add', 'r11.0', 'o9.0')).toBe('add.colour');
    remove();
    expect(pick('group', 'r7.0', 'k7.0', 'r7.1')).toBe('group.twice');
  });

  test('get none while they may become a meld', () => {
    expect(pick('free', 'r9.0')).toBeUndefined();
    remove();
    expect(pick('add', 'o11.0', 'o10.0')).toBeUndefined();
    remove();
    expect(pick('steal', 'b5.0', 'b6.0', 'b7.0')).toBeUndefined();
    remove();
    expect(pick('finish', 'o4.0', 'o5.0', 'o6.0')).toBeUndefined();
  });
});

describe('an unexpected mistake', () => {
  const say = (name: CourseName, id: string, table: string): string => {
    open(
      name,
      courses[name].positions.find((position) => position.id === id)!,
    );
    lesson.table!.restore(meldsOf(table));
    return lesson.nudge ? lesson.nudgeText(lesson.nudge) : '';
  };

  test('gets a reply with its tiles', () => {
    expect(say('basic', 'run', 'k7 r7 o7 / b4 b5 o9')).toBe(
      'Nearly: blue 4, blue 5, and orange 9. This is neither a group nor a run.',
    );
  });

  test('gets a reply if there are too few tiles', () => {
    expect(say('basic', 'group', 'k7 r7')).toContain('black 7 and red 7');
    expect(say('basic', 'run', 'k7 r7 o7 / r5')).toContain('Not a meld yet: red 5');
  });

  test('gets none while the reader is still laying tiles', () => {
    expect(say('basic', 'steal', 'k5 r5 o5 / r8 b8 o8 / b5')).toBe('');
    expect(say('basic', 'shift', 'r5 r6 r7 r8 / k8 o8 / b8')).toBe('');
  });

  test('gets a reply when the reader presses Done', () => {
    say('basic', 'group', 'k7 r7');
    lesson.press(() => {});
    expect(lesson.nudgeText(lesson.nudge!)).toContain('black 7 and red 7');
  });

  test('shows the points laid so far', () => {
    expect(say('basic', 'opening', 'b9 b10 b11 / k8 r8 o8')).toBe(
      '24 of 30 points so far. What else can you lay?',
    );
  });
});

test('single tiles are not a meld yet', () => {
  open('basic', courses.basic.positions[0]!);
  take('table k7');
  expect(lesson.nudge?.say).toBe('lesson_hint.short');
  take('table k7 / o7');
  expect(lesson.nudge?.say).toBe('lesson_hint.short');
  expect(lesson.canUndo).toBe(true);
});

test('a tile tapped onto one it does not fit gets a reply', () => {
  open('basic', courses.basic.positions[0]!);
  take('table r7');
  const { control } = lesson.table!;
  const laid = control.draft.piles[0]!.ids[0]!;
  control.pick(
    control.rack.filter((id) => id.startsWith('r7')),
    false,
  );
  control.pick([laid], true);
  expect(lesson.nudge?.say).toBe('lesson_hint.apart');
});
