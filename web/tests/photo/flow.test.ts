// @vitest-environment happy-dom
/** Going back through the steps of reading a photo never loses a photo or a correction. */
import { beforeEach, expect, test, vi } from 'vitest';
import { STANDARD } from '../../src/rules';
import { Flow } from '../../src/photo/flow.svelte';
import { drop, positionOf } from '../../src/photo/position';
import { Session } from '../../src/photo/session.svelte';
import { reading } from './readings';

const leave = vi.fn();
let session: Session;
let flow: Flow;
const texts = ['k1 b1 o1 | r8 r9 r10', 'k1 b1 o1 r1 | r8 r9 r10'];
const tables = (): string[] => session.shots.map(({ found }) => positionOf(found, STANDARD).table);
const place = (): [string, number] => [flow.step, session.at];

/** Take the next photo, and check it. */
async function take(): Promise<void> {
  await session.take(new Blob(['photo']));
  flow.taken();
}
/** Take both photos, up to the verdict on the play between them. */
async function judgePlay(): Promise<void> {
  await take();
  flow.confirmed('next');
  flow.to('legal');
  flow.to('take', 1);
  await take();
  flow.confirmed('legal');
}

beforeEach(() => {
  leave.mockReset();
  let taken = 0;
  session = new Session(() => Promise.resolve(reading(texts[taken++ % texts.length]!)));
  flow = new Flow(session, 'take', leave);
});

test('a photo that is not retaken after all stays, with its corrections', async () => {
  await take();
  session.change((found) => drop(found, 0));
  flow.to('take');
  flow.back();
  expect(place()).toEqual(['check', 0]);
  expect(tables()).toEqual(['b1 o1 / r8 r9 r10']);
});

test('a photo that is retaken is checked in place of the earlier one', async () => {
  await take();
  flow.to('take');
  await take();
  expect(place()).toEqual(['check', 0]);
  expect(tables()).toEqual(['k1 r1 b1 o1 / r8 r9 r10']);
  flow.back();
  flow.back();
  expect(leave).toHaveBeenCalledOnce();
});

test('back from the check leads to a photo that is still there', async () => {
  await take();
  flow.back();
  expect(place()).toEqual(['take', 0]);
  flow.taken();
  expect(place()).toEqual(['check', 0]);
  expect(tables()).toEqual(['k1 b1 o1 / r8 r9 r10']);
});

test('a tile of the first photo is looked at and corrected, and both photos stay', async () => {
  await judgePlay();
  flow.look(0, 2);
  expect(place()).toEqual(['check', 0]);
  expect(session.target).toEqual({ id: 2 });
  flow.back();
  expect([...place(), session.target]).toEqual(['check', 0, null]);
  flow.back();
  expect(place()).toEqual(['legal', 1]);
  flow.look(0, 2);
  session.change((found) => drop(found, 0));
  flow.confirmed('next');
  expect(place()).toEqual(['legal', 1]);
  expect(tables()).toEqual(['b1 o1 / r8 r9 r10', 'k1 r1 b1 o1 / r8 r9 r10']);
});

test('the photo after the play is only removed by going back to before it was taken', async () => {
  await judgePlay();
  flow.back();
  expect(place()).toEqual(['check', 1]);
  flow.to('take');
  flow.back();
  expect(place()).toEqual(['check', 1]);
  flow.back();
  expect(place()).toEqual(['take', 1]);
  expect(session.shots).toHaveLength(2);
  flow.back();
  expect(place()).toEqual(['legal', 0]);
  expect(session.shots).toHaveLength(1);
});

test('a tile that was looked at from an answer leads back to that answer', async () => {
  await take();
  flow.confirmed('next');
  flow.to('play');
  flow.look(0, 1);
  flow.confirmed('next');
  expect(place()).toEqual(['play', 0]);
  flow.back();
  expect(place()).toEqual(['next', 0]);
});

test('another position begins without the photos, and leads back to the record', async () => {
  await judgePlay();
  flow.to('record');
  flow.another();
  expect([...place(), session.shots.length]).toEqual(['take', 0, 0]);
  expect(flow.depth).toBe(1);
  flow.back();
  expect(flow.step).toBe('record');
  flow.back();
  expect(leave).toHaveBeenCalledOnce();
});

test("back from the camera's picture leads to the choice of a photo, and from a frozen frame as well", async () => {
  flow.live = true;
  expect(flow.backs).toBe(1);
  flow.back();
  expect([...place(), flow.live, flow.backs]).toEqual(['take', 0, false, 0]);
  flow.live = true;
  await take();
  expect([...place(), flow.live, flow.backs]).toEqual(['check', 0, false, 1]);
  flow.back();
  expect([...place(), flow.live]).toEqual(['take', 0, false]);
  expect(leave).not.toHaveBeenCalled();
});
