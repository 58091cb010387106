// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { STANDARD } from '../../src/rules';
import { holdsMeld, tipIn, tipOf, toolFor, TOOLS } from '../../src/game/coach/tip';
import { askIn, coach, coachedTurns, coachNext, stopCoaching, wasAsked } from '../../src/learn/coached';
import { guideIn } from '../../src/learn/guide';
import { learn, room } from '../../../src/tilerummy/texts/en.json';

/** Hint keys that are not hint levels, and the text between turns. */
const OTHERS = ['idle', 'tiles', 'which', 'how', 'step', 'next', 'previous', 'lay', 'wait'];

test('the teacher comments on every hint', () => {
  const codes = Object.keys(room)
    .filter((code) => code.startsWith('hint.'))
    .map((code) => code.slice('hint.'.length))
    .filter((code) => !OTHERS.includes(code));
  expect(codes.length).toBeGreaterThan(10);
  for (const code of codes) {
    const tip = tipOf(code);
    expect(tip, code).not.toBeNull();
    expect(learn).toHaveProperty([`learn.coach.${tip}.title`]);
    expect(learn).toHaveProperty([`learn.coach.${tip}.text`]);
  }
});

test('coaching is for one room, and counts the explained turns', () => {
  coach('abc');
  expect(coachedTurns('abc')).toBe(0);
  coach('abc', 3);
  expect(coachedTurns('abc')).toBe(3);
  expect(coachedTurns('other')).toBeNull();
  stopCoaching();
  expect(coachedTurns('abc')).toBeNull();
});

test('after a game that was given up, coaching begins again in the next one', () => {
  coach('abc', 3);
  coachNext();
  expect([coachedTurns('abc'), coachedTurns('next')]).toEqual([0, 0]);
  coach('next', 1);
  expect([coachedTurns('abc'), coachedTurns('next')]).toEqual([null, 1]);
  stopCoaching();
});

test('where a turn ends with a discard, the teacher speaks of drawing first, and then of discarding', () => {
  expect(tipIn('draw', 'opens')).toBe('begin');
  expect(tipIn('draw', 'draw_opens')).toBe('begin');
  expect(tipIn('draw', 'out')).toBe('out');
  expect(tipIn('meld', 'draw_opens')).toBe('discard');
  expect(tipIn('meld', 'play')).toBe('play');
  expect(tipIn('act', 'draw')).toBe('draw');
});

test('the teacher sees whether there is a meld at all', () => {
  const holds = (rack: string): boolean => holdsMeld(rack.split(' '), STANDARD);
  expect(holds('r1 b9 k9 o3 r5 r6')).toBe(false);
  expect(holds('r1 b9 k9 o3 r9 r6')).toBe(true);
  expect(holds('r1 b2 r4 k9 o12 r5 r6')).toBe(true);
  expect(holds('r1 b9 k9 *')).toBe(true);
});

test('the question is asked once, in one room, and answered by starting or stopping to coach', () => {
  expect(wasAsked()).toBe(false);
  askIn('abc');
  expect([wasAsked(), guideIn('abc'), guideIn('other')]).toEqual([true, '?', null]);
  coach('abc');
  expect([guideIn('abc'), coachedTurns('abc')]).toEqual(['0', 0]);
  askIn('abc');
  stopCoaching();
  expect([guideIn('abc'), coachedTurns('abc'), wasAsked()]).toEqual([null, null, true]);
});

test('the teacher explains how to lay with the first play, and other tools instead of repeating a tip', () => {
  const rest = TOOLS.filter((tool) => tool !== 'lay');
  expect(toolFor('draw', { explained: [], repeats: false })).toBeNull();
  expect(toolFor('opens', { explained: rest, repeats: false })).toBe('lay');
  expect(toolFor('opens', { explained: ['lay'], repeats: false })).toBeNull();
  expect(toolFor('rearrange', { explained: [], repeats: true })).toBeNull();
  expect(toolFor('draw_opens', { explained: [], repeats: true })).toBe(rest[0]);
  expect(toolFor('draw', { explained: rest, repeats: true })).toBeNull();
});

test.each(TOOLS)('the tool %s has words', (tool) => expect(learn).toHaveProperty([`learn.coach.tool.${tool}`]));
