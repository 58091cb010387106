/** Positions for the demo of the widget. */

export interface Position {
  readonly table: string;
  readonly rack: string;
  readonly opened?: boolean;
  readonly locked?: boolean;
  readonly zones?: Readonly<Record<string, string>>;
}

export const POSITIONS: Readonly<Record<string, Position>> = {
  empty: { table: '', rack: 'k1 k9 r3 r4 r5 r12 b7 b7 b10 o1 o7 o11 o13 *', opened: false },
  early: {
    table: 'r7 b7 o7 / k10 k11 k12 / b5 b6 *b7 / r9 k9 o9 b9',
    rack: 'k1 k9 r3 r4 r5 r12 b8 b10 o1 o7 o11 *',
    opened: true,
    locked: true,
  },
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
    zones: { pool: '?', trump: 'o5', discard: 'k3', free: 'r8 b9 k13 o2' },
  },
  long: {
    table:
      'k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 / r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 / ' +
      'b2 b3 b4 / b6 o6 k6',
    rack:
      'k1 k9 r3 r4 r12 b8 b10 o7 o11 k7 k8 o12 b1 b2 o1 o2 o3 o4 o5 o6 o8 o9 o10 b3 b4 b5 r5 r6',
    opened: true,
  },
};
