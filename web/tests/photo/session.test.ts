// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { STANDARD, readTiles } from '../../src/rules';
import { Session } from '../../src/photo/session.svelte';
import { choose, drop, gapAfter, positionOf } from '../../src/photo/position';
import { PhotoError } from '../../src/photo/reader/decode';
import { failureMessage } from '../../src/photo/reader/messages';
import type { ReadPhoto } from '../../src/photo/read';
import { reading } from './readings';

const photo = new Blob(['photo']);
const read = vi.fn<ReadPhoto>();
let session: Session;
const table = (): string => positionOf(session.found, session.set).table;
const tile = (text: string): number => readTiles(text, STANDARD)[0]!;

beforeEach(() => {
  read.mockReset().mockResolvedValue(reading('k1 b1 o1 | r8 r9 r10'));
  session = new Session(read);
});

describe('a photo', () => {
  test('is read with its progress', async () => {
    read.mockImplementation((_, progress) => {
      progress(0.5);
      expect(session.progress).toBe(0.5);
      return Promise.resolve(reading('k1 b1 o1'));
    });
    expect(await session.take(photo)).toBe(true);
    expect(session.progress).toBeNull();
    expect(table()).toBe('k1 b1 o1');
  });

  test('whose reading is known is not read again', async () => {
    expect(await session.take(photo, reading('k1 b1 o1 r1'))).toBe(true);
    expect(read).not.toHaveBeenCalled();
    expect(table()).toBe('k1 r1 b1 o1');
  });

  test('is no longer read once the user cancels', async () => {
    let signal: AbortSignal | undefined;
    read.mockImplementation(
      (_, progress, given) =>
        new Promise((_, reject) => {
          signal = given;
          given.addEventListener('abort', () => {
            progress(0.9);
            reject(given.reason as Error);
          });
        }),
    );
    const taken = session.take(photo);
    session.cancel();
    expect(await taken).toBe(false);
    expect(signal!.aborted).toBe(true);
    expect(session.progress).toBeNull();
    expect(session.failure).toBeNull();
  });

  test('that cannot be read leaves the earlier one, and says what is wrong', async () => {
    await session.take(photo);
    read.mockRejectedValue(new PhotoError('unreadable'));
    expect(await session.take(photo)).toBe(false);
    expect(session.failure).toBe('unreadable');
    expect(table()).toBe('k1 b1 o1 / r8 r9 r10');

    read.mockRejectedValue(new Error('the worker failed to load'));
    await session.take(photo);
    expect(session.failure).toBe('reader');
  });

  test('that is larger than the memory is too large', () => {
    expect(failureMessage(new RangeError('Array buffer allocation failed'))).toEqual({ problem: 'large' });
    expect(failureMessage(new PhotoError('unreadable'))).toEqual({ problem: 'unreadable' });
    expect(failureMessage(new Error('damaged'))).toEqual({ failure: 'Error: damaged' });
  });

  test('is released when another one replaces it, and when the page is left', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    await session.take(photo);
    const first = session.shot.url;
    await session.take(photo);
    expect(revoke).toHaveBeenCalledWith(first);
    session.clear();
    expect(revoke).toHaveBeenCalledTimes(2);
    expect(session.shots).toEqual([]);
  });

  test('is read anew in another tile set', async () => {
    read.mockResolvedValue(reading('r13:90/r3:8 r4 r5'));
    await session.take(photo);
    session.useSet({ ...STANDARD, numbers: 7 });
    expect(table()).toBe('r3 r4 r5');
  });
});

describe('corrections', () => {
  test('remain in another tile set, as far as it contains the tiles', async () => {
    read.mockResolvedValue(reading('r13:70/r3:20 r4 r5 | k9:60/k7:30 k1'));
    await session.take(photo);
    session.target = { id: 1 };
    session.choose(tile('b4'));
    session.change((found) => drop(found, 4));
    session.target = { gap: gapAfter(session.found, 1) };
    session.choose(tile('o2'));
    session.change((found) => choose(found, 3, tile('k9')));
    session.useSet({ ...STANDARD, copies: 3 });
    expect(table()).toBe('r13 b4 r5 / k9 o2');
    session.useSet({ ...STANDARD, numbers: 7 });
    expect(table()).toBe('r3 b4 r5 / k7 o2');
    session.useSet({ ...STANDARD, colours: 3 });
    session.useSet(STANDARD);
    expect(table()).toBe('r13 b4 r5 / k9');
    expect(session.found.rows[1]!.tiles.map(({ tile }) => tile)).toEqual([tile('k9'), null]);
  });

  test('are undone one by one', async () => {
    await session.take(photo);
    session.target = { id: 2 };
    session.choose(tile('r1'));
    session.change((found) => drop(found, 0));
    expect(table()).toBe('b1 r1 / r8 r9 r10');
    session.undo();
    session.undo();
    expect(table()).toBe('k1 b1 o1 / r8 r9 r10');
    expect(session.undoable).toBe(false);
  });

  test('that change nothing are not undone', async () => {
    await session.take(photo);
    session.change((found) => found);
    expect(session.undoable).toBe(false);
  });

  test('add a tile that was missed, which is then selected', async () => {
    await session.take(photo);
    session.target = { gap: gapAfter(session.found, 1) };
    session.choose(tile('r11'));
    expect(table()).toBe('k1 b1 o1 / r8 r9 r10 r11');
    expect(session.target).toEqual({ id: 6 });
  });

  test('of a photo are not undone while another one is shown', async () => {
    await session.take(photo);
    session.show(1);
    await session.take(photo);
    session.change((found) => drop(found, 0));
    session.show(0);
    expect(session.undoable).toBe(false);
    session.undo();
    expect(positionOf(session.shots[1]!.found, STANDARD).table).toBe('b1 o1 / r8 r9 r10');
  });

  test('of the photo before the play leave the one after it', async () => {
    await session.take(photo);
    session.show(1);
    read.mockResolvedValue(reading('k1 b1 o1 r1 | r8 r9 r10'));
    await session.take(photo);
    session.show(0);
    session.change((found) => drop(found, 0));
    expect(session.shots.map(({ found }) => positionOf(found, STANDARD).table)).toEqual([
      'b1 o1 / r8 r9 r10',
      'k1 r1 b1 o1 / r8 r9 r10',
    ]);
    session.onlyBefore();
    expect(session.shots).toHaveLength(1);
  });
});
