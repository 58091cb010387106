/**
 * Combines the readings of successive frames: tiles at the same position vote on number and colour.
 *
 * They vote on both together, so that every elected tile was read in some frame.
 */

import { centre, widthOf } from '../position';
import type { Candidate, Point, Reading, ReadTile } from '../reading';

/** A tile that was seen in some of the last frames. */
interface Track {
  /** Its centre in the latest frame, or its expected centre there. */
  readonly at: Point;
  readonly width: number;
  /** The readings of the tile, by frame number. */
  readonly votes: ReadonlyMap<number, ReadTile>;
}

interface Frame {
  readonly number: number;
  /** When it was taken, in milliseconds. */
  readonly time: number;
  readonly reading: Reading;
}

/** The last frames, the latest one last, and the tiles that were seen in them. */
export interface Votes {
  readonly frames: readonly Frame[];
  readonly tracks: readonly Track[];
}

export const NO_VOTES: Votes = { frames: [], tracks: [] };

/** How many of the last frames vote. */
const VOTERS = 8;
/** How long the same tiles must be seen, in milliseconds, and in how many frames at least. */
const STEADY = { time: 1_000, frames: 3 };
/**
 * How far a tile may be from its position in the frame before, in tile widths, apart from the shift of the camera.
 */
const NEAR = 0.5;
/** How many pairs of equal tiles are compared to find that shift. A table has fewer. */
const PAIRS = 400;

/** Add the reading of the next frame, taken at *time* in milliseconds. */
export function vote({ frames, tracks }: Votes, reading: Reading, time: number): Votes {
  const number = (frames.at(-1)?.number ?? 0) + 1;
  const kept = [...frames, { number, time, reading }].slice(-VOTERS);
  const oldest = kept[0]!.number;
  const { tiles } = reading;
  const [dx, dy] = shift(tracks, tiles);
  const expected = tracks.map(({ at: [x, y], ...track }): Track => ({ ...track, at: [x + dx, y + dy] }));
  const matched = pairs(expected, tiles);
  const seen = tiles.map((tile, i): Track => {
    const before = matched.get(i);
    const votes = [...(before === undefined ? [] : expected[before]!.votes), [number, tile] as const];
    return { at: centre(tile), width: widthOf(tile), votes: new Map(votes.filter(([at]) => at >= oldest)) };
  });
  const taken = new Set(matched.values());
  const lost = expected.filter(({ votes }, i) => !taken.has(i) && [...votes.keys()].some((at) => at >= oldest));
  return { frames: kept, tracks: [...seen, ...lost] };
}

const offset = ([ax, ay]: Point, [bx, by]: Point): Point => [bx - ax, by - ay];
const distance = (a: Point, b: Point): number => Math.hypot(...offset(a, b));

const last = <T>(votes: ReadonlyMap<number, T>): T => [...votes.values()].at(-1)!;
const faceOf = (tile: ReadTile): string | undefined => tile.candidates[0]?.face;

/** Return the shift of the picture: the median of the offsets that most pairs of equal tiles agree on. */
function shift(tracks: readonly Track[], tiles: readonly ReadTile[]): Point {
  const offsets = tracks
    .flatMap(({ at, votes, width }) =>
      tiles
        .filter((tile) => faceOf(tile) === faceOf(last(votes)))
        .map((tile) => ({ by: offset(at, centre(tile)), width })),
    )
    .sort((a, b) => Math.hypot(...a.by) - Math.hypot(...b.by))
    .slice(0, PAIRS);
  let agreed: Point[] = [];
  for (const { by, width } of offsets) {
    const near = offsets.filter((other) => distance(by, other.by) <= NEAR * width).map((other) => other.by);
    if (near.length > agreed.length) agreed = near; // of equally likely ones, the smallest
  }
  return agreed.length ? medianOf(agreed) : [0, 0];
}

function medianOf(points: readonly Point[]): Point {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
  return [middle(points.map(([x]) => x)), middle(points.map(([, y]) => y))];
}

/** Return the track that each tile continues: the nearest one, and each only once. */
function pairs(tracks: readonly Track[], tiles: readonly ReadTile[]): ReadonlyMap<number, number> {
  const near = tiles.flatMap((tile, i) =>
    tracks.flatMap(({ at, width }, j) => {
      const away = distance(at, centre(tile));
      return away <= NEAR * width ? [{ i, j, away }] : [];
    }),
  );
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  for (const { i, j } of near.sort((a, b) => a.away - b.away)) {
    if (matched.has(i) || taken.has(j)) continue;
    matched.set(i, j);
    taken.add(j);
  }
  return matched;
}

/**
 * Return the tile that the votes elect. Its probabilities are their means. It is doubtful unless a majority of the
 * votes is for its best reading without a doubt.
 */
function elected(votes: ReadonlyMap<number, ReadTile>): ReadTile {
  const all = [...votes.values()];
  const sums = new Map<string, number>();
  for (const { face, probability } of all.flatMap((tile) => tile.candidates))
    sums.set(face, (sums.get(face) ?? 0) + probability);
  const candidates = [...sums]
    .map(([face, sum]): Candidate => ({ face, probability: sum / all.length }))
    .sort((a, b) => b.probability - a.probability);
  const sure = all.filter((tile) => !tile.doubtful && faceOf(tile) === candidates[0]?.face);
  return { ...all.at(-1)!, candidates, doubtful: sure.length * 2 <= all.length };
}

/** The latest frame as voted on. */
export interface Voted {
  readonly reading: Reading;
  /** True if the same tiles have been seen for about a second, without a doubtful one. */
  readonly sure: boolean;
}

/** Return the latest frame after the votes, or null before the first one. */
export function voted({ frames, tracks }: Votes): Voted | null {
  const latest = frames.at(-1);
  if (!latest) return null;
  const seen = tracks.filter(({ votes }) => votes.has(latest.number));
  const reading = { ...latest.reading, tiles: seen.map(({ votes }) => elected(votes)) };
  const since = frames.findLastIndex(
    ({ time }, i) => latest.time - time >= STEADY.time && frames.length - i >= STEADY.frames,
  );
  const window = since < 0 ? [] : frames.slice(since);
  const isSteady = ({ votes }: Track): boolean => {
    const times = window.filter(({ number }) => votes.has(number)).length;
    return times === 0 || times === window.length;
  };
  const sure =
    window.length > 0 &&
    reading.tiles.length > 0 &&
    latest.reading.advice === null &&
    tracks.every(isSteady) &&
    reading.tiles.every(({ doubtful }) => !doubtful);
  return { reading, sure };
}
