// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { rememberGuest, hasMoved } from '../../src/net/identity';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('who is told the same again has not moved', () => {
  rememberGuest('ann');
  rememberGuest('ann');
  expect(hasMoved()).toBe(false);
});

test('who is told to be somebody else has gone on with another device, until it is taken back', () => {
  rememberGuest('ann');
  rememberGuest('somebody');
  expect(hasMoved()).toBe(true);
  rememberGuest('somebody');
  expect(hasMoved()).toBe(true);
  rememberGuest('ann', true);
  expect(hasMoved()).toBe(false);
});
