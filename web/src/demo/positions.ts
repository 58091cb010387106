/** Positions and changes for the demo of the table widget. */

import type { TableChange } from '../table';

export interface Position {
  readonly table: string;
  readonly rack: string;
  readonly opened?: boolean;
  readonly locked?: boolean;
  readonly zones?: Readonly<Record<string, string>>;
  /** True to use a tile set with eight colours and one copy of each tile. */
  readonly eight?: boolean;
}

const DRAWN =
  'k1 b1 o1 / k2 r2 o2 / k5 r5 b5 / k6 r6 b6 o6 / r9 b9 *9 / k8 r8 b8 o8 / k12 r12 o12 / k13 r13 o13 / ' +
  'r1 r2 r3 r4 / b2 b3 b4 b5 / b10 b11 b12 b13 / o3 o4 o5 / k9 k10 k11';

export const POSITIONS: Readonly<Record<string, Position>> = {
  empty: { table: '', rack: 'k1 k9 r3 r4 r5 r12 b7 b7 b10 o1 o7 o11 o13 *', opened: false },
  early: {
    table: 'r7 b7 o7 / k10 k11 k12 / b5 b6 *b7 / r9 k9 o9 b9',
    rack: 'k1 k9 r3 r4 r5 r12 b8 b10 o1 o7 o11 *',
    opened: true,
    locked: true,
  },
  drawn: { table: DRAWN, rack: 'k3 k4 b7 o7 r7 r10 r11 r12 o10 o11 b6', opened: false, locked: true },
  middle: {
    table:
      'r3 r4 r5 r6 r7 / k10 k11 k12 / b5 b6 *b7 / r9 k9 o9 b9 / o1 o2 o3 o4 / k4 r4 *4 / ' +
      'b10 b11 b12 b13 / k13 r13 o13 / k1 b1 r1 / o6 o7 o8 / b2 b3 b4',
    rack: 'k1 k9 r3 r4 r12 b8 b10 o7 o11 k7 k8',
    opened: true,
    locked: true,
  },
  full: {
    table:
      'k1 r1 b1 / k2 r2 b2 o2 / k3 r3 b3 / k4 r4 b4 o4 / k5 r5 b5 / k6 r6 b6 o6 / k7 r7 b7 o7 / ' +
      'k8 r8 b8 o8 / k9 r9 b9 o9 / k10 r10 b10 / k11 r11 b11 o11 / k12 r12 b12 o12 / k13 r13 b13 / ' +
      'k1 r1 b1 o1 / k2 r2 *2 / k3 r3 b3 o3 / k4 r4 b4 / k5 r5 b5 o5 / k6 r6 b6 / k7 r7 b7 o7 / ' +
      'k8 r8 b8 / k9 r9 b9 o9 / k10 r10 b10 o10 / k11 r11 b11 / k12 r12 b12 o12 / k13 r13 b13 o13 / ' +
      'o3 o4 *o5',
    rack: 'b2 o1 o2 o5 o6 o8 o10 o11 o13',
    opened: true,
    locked: true,
  },
  zones: {
    table: 'r3 r4 r5 / k10 k11 k12 / b5 b6 *b7',
    rack: 'k1 k9 r3 r4 r12 b8 b10 o7 o11 k7 k8 o12 b1 b2',
    opened: true,
    zones: { trump: 'o5', discard: 'k3', free: 'r8 b9 k13 o2' },
  },
  long: {
    table:
      'k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 / r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 / ' +
      'b2 b3 b4 / b6 o6 k6',
    rack: 'k1 k9 r3 r4 r12 b8 b10 o7 o11 k7 k8 o12 b1 b2 o1 o2 o3 o4 o5 o6 o8 o9 o10 b3 b4 b5 r5 r6',
    opened: true,
  },
  eight: {
    table: 'k7 r7 b7 o7 g7 y7 p7 w7 / g1 g2 g3 g4 / p9 p10 p11 / k3 g3 w3 / y4 y5 y6 y7 y8',
    rack: 'k1 r2 b3 o4 g5 y9 p12 w13 *',
    eight: true,
  },
};

/** A change to one of the demo's positions. */
export interface NextPosition extends Partial<Position> {
  readonly from: string;
  readonly change: TableChange;
}

export const CHANGES: Readonly<Record<string, NextPosition>> = {
  'opponent lays': { from: 'drawn', table: `${DRAWN} / o7 o8 o9 o10`, change: { by: 2 } },
  'opponent adds': { from: 'drawn', table: DRAWN.replace('k9 k10 k11', 'k9 k10 k11 k12'), change: { by: 3 } },
  'opponent rearranges': {
    from: 'drawn',
    table:
      'k1 b1 o1 / k2 r2 o2 / r5 b5 o5 / r6 b6 o6 / r9 b9 *9 / r8 b8 o8 / k12 r12 o12 b12 / k13 r13 o13 / ' +
      'r1 r2 r3 r4 / b2 b3 b4 b5 / b10 b11 b12 b13 / o3 o4 o5 / k5 k6 k7 k8 k9 k10 k11',
    change: { by: 1 },
  },
  'opponent draws': { from: 'drawn', change: { by: 1, drew: [0, 1, 0, 0] } },
  'viewer draws': { from: 'drawn', rack: 'k3 k4 b7 o7 r7 r10 r11 r12 o10 o11 b6 r13', change: { by: 0 } },
  'viewer times out': {
    from: 'drawn',
    rack: 'k3 k4 b7 o7 r7 r10 r11 r12 o10 o11 b6 r13 b1 k1',
    change: { by: 0 },
  },
  'opponent discards': {
    from: 'zones',
    zones: { trump: 'o5', discard: 'b13', free: 'r8 b9 k13 o2' },
    change: { by: 3 },
  },
};
