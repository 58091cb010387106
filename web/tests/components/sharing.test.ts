// @vitest-environment happy-dom
/** The link appears immediately; what comes later or fails is reported. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import SHARE from 'virtual:texts/share';
import { ApiError } from '../../src/net/error';
import { sharing } from '../../src/net/sharing';
import { loadPagesText, loadTexts, setLanguage } from '../../src/text/messages.svelte';
import ShareDialog from '../../src/components/sharing/ShareDialog.svelte';
import Shared from '../../src/components/sharing/Shared.svelte';

const BUSY = new ApiError(503, 'server_busy', '');
const LATER = 60_000; // milliseconds until everything has been repeated
const of = vi.spyOn(sharing, 'of');
const publish = vi.spyOn(sharing, 'publish');
const show = vi.spyOn(sharing, 'show');
const closed = vi.fn();
let shown: Record<string, unknown> | null = null;

beforeAll(async () => {
  await setLanguage('en');
  await Promise.all([loadPagesText(), loadTexts(SHARE)]);
});
beforeEach(() => {
  vi.useFakeTimers();
  show.mockReset().mockReturnValue(new Promise(() => {}));
  closed.mockReset();
});
afterEach(async () => {
  if (shown) await unmount(shown);
  vi.useRealTimers();
});

async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}
async function dialog(): Promise<void> {
  shown = mount(ShareDialog, { target: document.body, props: { id: 'game', onclose: closed } });
  await wait(0);
}
const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent!.includes(name));
const picture = (): HTMLImageElement | null => document.querySelector('img.share-picture');

test('a busy server is named in the dialog, which stays open until the server answers', async () => {
  of.mockRejectedValueOnce(BUSY).mockResolvedValueOnce({ public: false, mine: true });
  await dialog();
  expect(document.querySelector('[role=alert]')!.textContent).toContain('The server is busy.');
  await wait(LATER);
  expect(button('Make public and share')).toBeDefined();
  expect(closed).not.toHaveBeenCalled();
});

test('the link does not wait for the consent, but the picture does', async () => {
  of.mockResolvedValueOnce({ public: true, mine: true });
  await dialog();
  expect(button('Copy link')).toBeDefined();
  expect(picture()).toBeNull();
  await wait(LATER);
  expect(picture()).not.toBeNull();
});

test('a game that could not be made public says why, and can be shared again', async () => {
  of.mockResolvedValueOnce({ public: false, mine: true });
  publish.mockRejectedValueOnce(BUSY).mockResolvedValueOnce({ public: true, mine: true });
  await dialog();
  button('Make public and share')!.click();
  await wait(0);
  expect(document.querySelector('[role=alert]')!.textContent).toContain('The server is busy.');
  button('Make public and share')!.click();
  await wait(0);
  expect(button('Copy link')).toBeDefined();
});

test('a picture that cannot be drawn leaves a word', async () => {
  const props = { page: 'https://x/puzzles/daily', picture: '/picture.png', text: '', file: 'x.png' };
  shown = mount(Shared, { target: document.body, props });
  await wait(0);
  for (let tries = 0; picture() && tries < 10; tries++) {
    picture()!.dispatchEvent(new Event('error'));
    await wait(LATER);
  }
  expect(picture()).toBeNull();
  expect(document.body.textContent).toContain('The picture can’t be drawn right now.');
  expect(button('Copy link')).toBeDefined();
});
