import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../src/net/api';
import { readTiles } from '../../src/pages/studio/reading';

afterEach(() => vi.restoreAllMocks());

test('tiles in everyday words are read by the server', async () => {
  const judge = vi.spyOn(api, 'judge').mockResolvedValue({ legal: false, read: { rack: 'k7 o5 *' } });

  expect(await readTiles('sabra', 'rack', '7k, Yellow 5 J')).toBe('k7 o5 *');
  expect(judge).toHaveBeenCalledWith({ ruleset: 'sabra', table: '', rack: '7k, Yellow 5 J', after: '' });
});

test('text that the server cannot read stays unchanged', async () => {
  vi.spyOn(api, 'judge').mockRejectedValue(new Error('table: no tile'));

  expect(await readTiles('sabra', 'table', 'seven')).toBeNull();
});
