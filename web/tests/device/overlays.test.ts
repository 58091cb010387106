// @vitest-environment happy-dom
/** Overlays have entries in the browser history and leave none behind. */
import { beforeEach, expect, test, vi } from 'vitest';
import { overlayOpened } from '../../src/device/overlays';
import { address, go, interceptLinks } from '../../src/device/router.svelte';
import { eventually } from '../eventually';

interceptLinks();
vi.stubGlobal('scrollTo', () => {});

/** A closable overlay, like a dialog; leaving the route below also closes it. */
class Sheet {
  isOpen = true;
  private readonly closed = overlayOpened(() => this.close());
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    setTimeout(() => this.closed()); // its element reports the close asynchronously
  }
}
const depth = (): number => (history.state as { over?: number } | null)?.over ?? 0;
/** Wait until all overlays have reported that they are closed, and their history entries have been removed. */
async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((done) => setTimeout(done));
}
async function back(): Promise<void> {
  const moved = new Promise((done) => addEventListener('popstate', done, { once: true }));
  history.back();
  await moved;
  await settled();
}

beforeEach(async () => {
  await settled();
  go('/before');
  go('/page');
});

test.each([1, 2, 3])('opening another page leaves no history entry of %i overlays', async (many) => {
  const sheets = Array.from({ length: many }, () => new Sheet());
  expect(depth()).toBe(many);

  go('/new');
  await eventually(() => expect(address().pathname).toBe('/new'));
  await settled();
  expect(sheets.map(({ isOpen }) => isOpen)).toEqual(sheets.map(() => false));
  expect([location.pathname, depth()]).toEqual(['/new', 0]);

  await back();
  expect([location.pathname, depth()]).toEqual(['/page', 0]);
  await back();
  expect([location.pathname, depth()]).toEqual(['/before', 0]);
});

test('nor does a page that the overlay itself opens as it closes', async () => {
  new Sheet().close();
  go('/new');
  await eventually(() => expect(address().pathname).toBe('/new'));
  await settled();
  await back();
  expect([location.pathname, depth()]).toEqual(['/page', 0]);
});

test('the Back button closes the topmost overlay', async () => {
  const [below, above] = [new Sheet(), new Sheet()];
  await back();
  expect([below.isOpen, above.isOpen, depth()]).toEqual([true, false, 1]);
  await back();
  expect([below.isOpen, location.pathname, depth()]).toEqual([false, '/page', 0]);
});

test('an overlay that replaces another takes over its entry', async () => {
  const first = new Sheet();
  const before = history.length;
  first.close();
  const second = await new Promise<Sheet>((done) => setTimeout(() => done(new Sheet())));
  await settled();
  expect([second.isOpen, depth(), history.length]).toEqual([true, 1, before]);
  second.close();
  await eventually(() => expect(depth()).toBe(0));
  expect([location.pathname, depth()]).toEqual(['/page', 0]);
});
