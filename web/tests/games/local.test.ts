// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import {
  addRecord,
  isLocal,
  keepRecord,
  localRecords,
  recordOf,
  removeRecord,
  ROOM,
} from '../../src/games/open/local';

const add = (text: string, at = 1) => addRecord({ name: text.slice(0, 8), text, at });

describe('records opened in this browser', () => {
  beforeEach(() => localStorage.clear());

  test('are found by id until they are removed', () => {
    const added = add('a record')!;
    expect(isLocal(added.id)).toBe(true);
    expect(recordOf(added.id)?.text).toBe('a record');
    removeRecord(added.id);
    expect(recordOf(added.id)).toBeUndefined();
  });

  test('are stored once', () => {
    expect(add('the same', 1)!.id).toBe(add('the same', 2)!.id);
    expect(localRecords()).toHaveLength(1);
  });

  test('make room for newer ones, the oldest that is not kept first', () => {
    const [first, second] = [add('1'.repeat(ROOM / 2), 1)!, add('2'.repeat(ROOM / 2), 2)!];
    keepRecord(first.id, true);
    const third = add('3'.repeat(ROOM / 2), 3)!;
    expect(localRecords().map(({ id }) => id)).toEqual([third.id, first.id]);
    expect(recordOf(second.id)).toBeUndefined();
  });

  test('are refused if the kept records leave no room', () => {
    keepRecord(add('1'.repeat(ROOM), 1)!.id, true);
    expect(add('one more', 2)).toBeNull();
    expect(localRecords()).toHaveLength(1);
  });

  test('survive other content in the storage', () => {
    localStorage.setItem('tilerummy.records', '{"no": "list"}');
    expect(localRecords()).toEqual([]);
    localStorage.setItem('tilerummy.records', '[{"id": 3}, null]');
    expect(localRecords()).toEqual([]);
  });
});
