/** Animates the points that the other players lose, which fly to the winner. */

const LENGTH = 320;

/**
 * Animate the points at the seats in *game*, making them fly to the winner's seat. If that seat is not shown or there
 * are several winners, they fly to the bottom of the table.
 */
export function fly(game: HTMLElement, winners: readonly number[]): void {
  const origin = game.getBoundingClientRect();
  const seat = winners.length === 1 ? game.querySelector(`.seat[data-seat="${winners[0]}"] .face`) : null;
  const to = (seat ?? game.querySelector('.strip') ?? game).getBoundingClientRect();
  for (const points of game.querySelectorAll('.revealed-score:not(.plus)')) {
    const from = points.getBoundingClientRect();
    if (!from.width) continue;
    const copy = document.createElement('span');
    copy.className = 'flying-score';
    copy.textContent = points.textContent;
    copy.setAttribute('aria-hidden', 'true');
    game.append(copy);
    const start = { x: from.left - origin.left, y: from.top - origin.top };
    const end = {
      x: to.left + to.width / 2 - origin.left - from.width / 2,
      y: to.top + to.height / 2 - origin.top - from.height / 2,
    };
    const flight = copy.animate(
      [
        { translate: `${start.x}px ${start.y}px`, opacity: 1 },
        { translate: `${end.x}px ${end.y}px`, opacity: 1, offset: 0.85 },
        { translate: `${end.x}px ${end.y}px`, opacity: 0 },
      ],
      { duration: LENGTH, easing: 'cubic-bezier(0.22, 0.8, 0.28, 1)', fill: 'both' },
    );
    void flight.finished.finally(() => copy.remove());
  }
}
