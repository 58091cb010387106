// @vitest-environment happy-dom
/** The evenings of a browser are exported and imported. */
import { beforeEach, expect, test, vi } from 'vitest';
import { newEvening } from '../../src/evening/evening';
import { exportedEvenings, importEvenings, keep, keptEvenings, type Kept } from '../../src/evening/stored';

const evening = newEvening(
  ['Ruth', 'Ben'].map((name) => ({ name, face: 'bear', colour: 'sky' })),
  'sabra',
  0,
);
const kept = (id: string, some: Partial<Kept> = {}): Kept => ({
  ...{ id, evening, before: [[]], shared: '', code: '', keeps: true, unsent: false },
  ...some,
});
const ids = (): string[] => keptEvenings().map(({ id }) => id);

beforeEach(() => localStorage.clear());

test('another browser shows the exported evenings in the same order', () => {
  keep(kept('first'));
  keep(kept('second', { shared: 's1', code: '111111', keeps: false, unsent: true }));
  const exported = exportedEvenings();
  localStorage.clear();
  keep(kept('other'));

  importEvenings(exported);

  expect(ids()).toEqual(['second', 'first']);
  expect(keptEvenings()[0]).toEqual(kept('second', { before: [] }));
});

test('the evenings of a browser are restored if the import fails later', () => {
  const exported = exportedEvenings();
  keep(kept('old'));
  const restore = importEvenings(exported);
  expect(ids()).toEqual([]);

  restore!();

  expect(ids()).toEqual(['old']);
});

test('evenings for which the browser has no room change nothing', () => {
  keep(kept('new'));
  const exported = exportedEvenings();
  localStorage.clear();
  keep(kept('old'));
  vi.stubGlobal('localStorage', {
    getItem: localStorage.getItem.bind(localStorage),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });

  expect(importEvenings(exported)).toBeNull();

  vi.unstubAllGlobals();
  expect(ids()).toEqual(['old']);
});
