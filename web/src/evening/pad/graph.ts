/** The layout of the graph of totals. */

export interface Plot {
  /** The left and right edge of the plotted area. */
  readonly left: number;
  readonly right: number;
  /** The horizontal lines, with their values. */
  readonly lines: readonly { y: number; value: number }[];
  readonly rounds: readonly { x: number; n: number }[];
  /** One path per seat. */
  readonly paths: readonly string[];
  /** Where each seat's line ends, and where its face is shown so that no two faces overlap. */
  readonly ends: readonly { at: number; label: number }[];
}

const STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 100_000];
const FOOT = 18;
const TOP = 12;

/** Return the distance between lines, so that there are at most five lines. */
export function stepFor(low: number, high: number): number {
  return STEPS.find((step) => Math.ceil(high / step) - Math.floor(low / step) <= 4) ?? (high - low) / 4;
}

/** Return the layout for the totals after each round, from 0 on. *face* is the height of a face. */
export function layout(totals: readonly (readonly number[])[], width: number, height: number, face: number): Plot {
  const all = totals.flat();
  const step = stepFor(Math.min(0, ...all), Math.max(1, ...all));
  const low = Math.floor(Math.min(0, ...all) / step) * step;
  const high = Math.max(step, Math.ceil(Math.max(0, ...all) / step) * step);
  const longest = Math.max(String(low).length, String(high).length);
  const [left, right] = [longest * 7 + 12, width - 46];
  const rounds = totals.length - 1;
  const x = (round: number): number => left + ((right - left) * round) / Math.max(1, rounds);
  const y = (value: number): number => TOP + ((height - TOP - FOOT) * (high - value)) / (high - low);
  const rounded = (n: number): number => Math.round(n * 10) / 10;
  const seats = totals[0]?.length ?? 0;
  const every = Math.ceil(rounds / Math.max(1, Math.floor((right - left) / 34)));
  const at = Array.from({ length: seats }, (_, seat) => rounded(y(totals.at(-1)![seat]!)));
  const labels = apart(at, height, face);
  return {
    left,
    right,
    lines: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => ({
      y: rounded(y(low + i * step)),
      value: low + i * step,
    })),
    rounds: Array.from({ length: rounds }, (_, i) => ({ x: rounded(x(i + 1)), n: i + 1 })).filter(
      ({ n }) => n % every === 0,
    ),
    paths: Array.from({ length: seats }, (_, seat) =>
      totals.map((row, i) => `${i ? 'L' : 'M'}${rounded(x(i))} ${rounded(y(row[seat]!))}`).join(''),
    ),
    ends: at.map((end, seat) => ({ at: end, label: labels[seat]! })),
  };
}

/** Move labels apart vertically, as little as necessary, keeping their order. */
export function apart(at: readonly number[], height: number, face: number): number[] {
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!);
  const gap = Math.min(face, (height - 14) / Math.max(1, at.length - 1));
  const placed = order.map((i) => at[i]!);
  for (let i = 1; i < placed.length; i++) placed[i] = Math.max(placed[i]!, placed[i - 1]! + gap);
  const over = Math.max(0, (placed.at(-1) ?? 0) - (height - 14));
  for (let i = placed.length - 1; i >= 0; i--) {
    const most = i === placed.length - 1 ? placed[i]! - over : placed[i + 1]! - gap;
    placed[i] = Math.min(placed[i]!, most);
  }
  const labels = [...at];
  order.forEach((seat, i) => (labels[seat] = placed[i]!));
  return labels;
}
