// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { known, moved } from '../../src/net/identity';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('who is told the same again has not moved', () => {
  known('ann');
  known('ann');
  expect(moved()).toBe(false);
});

test('who is told to be somebody else has gone on with another device, until it is taken back', () => {
  known('ann');
  known('somebody');
  expect(moved()).toBe(true);
  known('somebody');
  expect(moved()).toBe(true);
  known('ann', true);
  expect(moved()).toBe(false);
});
