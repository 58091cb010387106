// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { avoidMelds } from '../../src/game/seats/speech_bubble';

test('melds are measured when they change, not while tiles move', async () => {
  document.body.innerHTML =
    '<div class="table"><q></q><div class="widget"><div class="tt-pile"></div><button></button></div></div>';
  const measured = vi.spyOn(document.querySelector('.tt-pile')!, 'getBoundingClientRect');
  const tile = document.querySelector('button')!;
  const stop = avoidMelds(document.querySelector('q')!);
  const changed = async (change: () => void): Promise<number> => {
    measured.mockClear();
    change();
    await new Promise((heard) => setTimeout(heard));
    return measured.mock.calls.length;
  };

  expect(await changed(() => tile.append(document.createElement('span')))).toBe(0);
  expect(await changed(() => tile.replaceChildren())).toBe(0);
  expect(await changed(() => (tile.style.translate = '3px 4px'))).toBe(0);
  expect(await changed(() => (document.querySelector<HTMLElement>('.tt-pile')!.style.translate = '3px 4px'))).toBe(
    1,
  );
  expect(
    await changed(() =>
      document
        .querySelector('.tt-pile')!
        .after(Object.assign(document.createElement('div'), { className: 'tt-pile' })),
    ),
  ).toBe(1);
  stop();
});
