// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { avoidOthers } from '../../src/game/seats/speech_bubble';

test('melds are measured when they change, not while tiles move', async () => {
  document.body.innerHTML =
    '<div class="table"><q></q><div class="widget"><div class="tt-pile"></div><button></button></div></div>';
  const measured = vi.spyOn(document.querySelector('.tt-pile')!, 'getBoundingClientRect');
  const tile = document.querySelector('button')!;
  const stop = avoidOthers(document.querySelector('q')!);
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

test('a speech bubble covers no teacher, who may come later', async () => {
  document.body.innerHTML = '<div class="table"><q></q><div class="widget"></div></div>';
  const bubble = document.querySelector('q')!;
  const coach = Object.assign(document.createElement('section'), { className: 'coach' });
  const at = (element: Element, box: DOMRect): void =>
    void vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(box);
  at(bubble, new DOMRect(0, 0, 50, 20));
  at(coach, new DOMRect(40, 10, 100, 100));
  for (const [name, size] of [
    ['offsetWidth', 50],
    ['offsetHeight', 20],
  ] as const)
    Object.defineProperty(bubble, name, { value: size });

  const stop = avoidOthers(bubble);
  expect(bubble.className).toBe('');
  document.querySelector('.table')!.append(coach);
  await new Promise((heard) => setTimeout(heard));
  expect(bubble.className).toBe('tight');
  coach.remove();
  await new Promise((heard) => setTimeout(heard));
  expect(bubble.className).toBe('');
  stop();
});
