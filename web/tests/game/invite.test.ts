// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import Invite from '../../src/game/Invite.svelte';
import { ApiError } from '../../src/net/error';
import type { Invite as Found } from '../../src/net/types/http';
import { loadPagesText, setLanguage } from '../../src/text/messages.svelte';

const LINK: Found = { code: 'abc', url: 'https://x/i/abc', qr_svg: '<svg/>' };
const LATER = 60_000; // milliseconds until the request has been repeated
const ask = vi.fn<() => Promise<Found>>();
let shown: Record<string, unknown>;

beforeAll(async () => {
  await setLanguage('en');
  await loadPagesText();
});
beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset();
});
afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
});

async function invite(folded = false): Promise<string> {
  shown = mount(Invite, { target: document.body, props: { ask, title: 'Invite', text: '', folded } });
  return after(0);
}
async function after(ms: number): Promise<string> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
  return document.body.textContent!;
}

test('the invitation to a table is asked for again while the server is busy', async () => {
  ask.mockRejectedValueOnce(new ApiError(503, 'server_busy', '')).mockResolvedValueOnce(LINK);
  expect(await invite()).toContain('The server is busy.');
  expect(await after(LATER)).not.toContain('The server is busy.');
  expect(document.querySelector('input')!.value).toBe(LINK.url);
});

test('viewers who cannot invite see why there is no link', async () => {
  ask.mockRejectedValueOnce(new ApiError(404, 'no_such_room', ''));
  expect(await invite()).toContain('Only players at this table can invite people.');
  await after(LATER);
  expect(ask).toHaveBeenCalledOnce();
});

test('the picture of the link is scrolled into view once it is asked for', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  ask.mockResolvedValue(LINK);
  await invite(true);
  expect(document.querySelector('img')).toBeNull();
  [...document.querySelectorAll('button')].find((each) => each.textContent === 'Show a QR code')!.click();
  await after(0);
  expect(scrolled.mock.instances).toEqual([document.querySelector('img')]);
  expect(scrolled).toHaveBeenCalledWith({ block: 'center' });
  scrolled.mockRestore();
});
