// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { rememberGuest, hasMoved } from '../../src/net/identity';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('the same guest has not moved', () => {
  rememberGuest('ann');
  rememberGuest('ann');
  expect(hasMoved()).toBe(false);
});

test('a different guest means a login on another device, unless expected', () => {
  rememberGuest('ann');
  rememberGuest('somebody');
  expect(hasMoved()).toBe(true);
  rememberGuest('somebody');
  expect(hasMoved()).toBe(true);
  rememberGuest('ann', true);
  expect(hasMoved()).toBe(false);
});
