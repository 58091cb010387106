// @vitest-environment happy-dom
/** What lies over the page has entries in the history of the browser, and leaves none behind. */
import { beforeEach, expect, test, vi } from 'vitest';
import { overlayOpened } from '../../src/device/overlays';
import { address, go, interceptLinks } from '../../src/device/router.svelte';
import { eventually } from '../eventually';

interceptLinks();
vi.stubGlobal('scrollTo', () => {});

/** Something that can be closed, as a dialog is: also by what it lies over. */
class Sheet {
  isOpen = true;
  private readonly closed = overlayOpened(() => this.close());
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    setTimeout(() => this.closed()); // its element says later that it was closed
  }
}
const depth = (): number => (history.state as { over?: number } | null)?.over ?? 0;
/** What closes itself has said so, and the entries of what was closed have been left. */
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

test.each([1, 2, 3])(
  'a page that is gone to leaves no entry of %i things that lay over the old one',
  async (many) => {
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
  },
);

test('so does one that is gone to by what closes itself', async () => {
  new Sheet().close();
  go('/new');
  await eventually(() => expect(address().pathname).toBe('/new'));
  await settled();
  await back();
  expect([location.pathname, depth()]).toEqual(['/page', 0]);
});

test('the way back closes what lies on top', async () => {
  const [below, above] = [new Sheet(), new Sheet()];
  await back();
  expect([below.isOpen, above.isOpen, depth()]).toEqual([true, false, 1]);
  await back();
  expect([below.isOpen, location.pathname, depth()]).toEqual([false, '/page', 0]);
});

test('what is opened in place of another takes over its entry', async () => {
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
