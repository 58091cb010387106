/** The colours of tokens.css and of the palettes for tiles under each kind of colour vision. */

import { describe, expect, test } from 'vitest';
import tokens from '../../src/style/tokens.css?raw';
import table from '../../../src/tilerummy/palettes.json';

type Light = readonly [number, number, number];

type Colours = Readonly<Record<string, string | readonly string[]>>;
const PALETTES: Readonly<Record<string, Colours>> = table;
const NAMES = Object.keys(PALETTES);

const lightOf = (hex: string): Light =>
  [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Light;

/** Return a colour of a palette in the light and the dark theme, as linear light. */
function paletteColour(palette: string, name: string): Light[] {
  const colour = PALETTES[palette]![name] ?? PALETTES.printed![name]!;
  return typeof colour === 'string' ? [lightOf(colour), lightOf(colour)] : colour.map(lightOf);
}

/** Return the colour of the tile itself, which depends on its colour in high contrast. */
const tileColour = (palette: string, colour: string): Light[] =>
  paletteColour(palette, `tile-${colour}` in PALETTES[palette]! ? `tile-${colour}` : 'tile');

/** Return a token's colour in the light and the dark theme, as linear light. */
function token(name: string): Light[] {
  const text = new RegExp(`--${name}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?`).exec(tokens);
  return text ? [text[1]!, text[2] ?? text[1]!].map(lightOf) : paletteColour('printed', name);
}

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const VISIONS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

const seen = (light: Light, by: readonly number[]): Light =>
  [0, 3, 6].map((row) =>
    Math.min(1, Math.max(0, by[row]! * light[0] + by[row + 1]! * light[1] + by[row + 2]! * light[2])),
  ) as unknown as Light;

const luminance = ([r, g, b]: Light): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Return the WCAG 2 contrast ratio of two colours. */
function contrast(a: Light, b: Light): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright! + 0.05) / (dark! + 0.05);
}

function oklab([r, g, b]: Light): Light {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const distance = (a: Light, b: Light): number => Math.hypot(...oklab(a).map((x, i) => x - oklab(b)[i]!));

const COLOURS = ['k', 'r', 'b', 'o'];
const ALL_COLOURS = [...COLOURS, 'g', 'y', 'p', 'w'];
/** The kinds of colour vision that a palette is made for, with a larger distance between its colours. */
const MADE_FOR: Readonly<Record<string, readonly string[]>> = {
  'high-contrast': ['usual', 'protanopia', 'deuteranopia', 'tritanopia'],
  'red-green': ['protanopia', 'deuteranopia'],
  'blue-yellow': ['tritanopia'],
};
const MARKS = ['mark-picked', 'mark-mine', 'mark-last', 'mark-hint', 'mark-bad', 'mark-drawn'];

/** Text colours and their backgrounds, as colours without mixtures. */
const TEXTS: string[][] = [
  ...['text', 'text-soft', 'link', 'good', 'bad'].flatMap((text) => [
    [text, 'page'],
    [text, 'panel'],
    [text, 'panel-raised'],
  ]),
  ...['on-plate', 'on-plate-soft'].flatMap((text) => [
    [text, 'plate'],
    [text, 'wood-dark'],
  ]),
  ...['wood', 'wood-lit'].map((wood) => ['on-wood', wood]),
  ...['felt', 'felt-lit', 'felt-edge'].map((felt) => ['on-felt', felt]),
  ['on-accent', 'accent'],
];

describe('WCAG 2', () => {
  test.each(NAMES)(
    'the numerals of %s have a contrast of 4.5 on their tiles, and in high contrast of 7',
    (name) => {
      const least = name === 'high-contrast' ? 7 : 4.5;
      for (const colour of ALL_COLOURS) {
        paletteColour(name, `ink-${colour}`).forEach((ink, theme) =>
          expect(contrast(ink, tileColour(name, colour)[theme]!), colour).toBeGreaterThanOrEqual(least),
        );
        paletteColour(name, `shape-${colour}`).forEach((shape, theme) =>
          expect(contrast(shape, tileColour(name, colour)[theme]!), colour).toBeGreaterThanOrEqual(3),
        );
      }
      paletteColour(name, 'ink-j').forEach((ink, theme) =>
        expect(contrast(ink, paletteColour(name, 'tile')[theme]!)).toBeGreaterThanOrEqual(least),
      );
    },
  );

  test.each(TEXTS)('%s has a contrast of 4.5 on %s', (text, ground) => {
    token(text!).forEach((light, theme) =>
      expect(contrast(light, token(ground!)[theme]!)).toBeGreaterThanOrEqual(4.5),
    );
  });
});

describe.each(Object.entries(VISIONS))('%s', (kind, vision) => {
  test.each(NAMES)('the numerals and shapes of %s are readable on their tiles', (name) => {
    for (const colour of ALL_COLOURS) {
      for (const theme of [0, 1]) {
        const tile = seen(tileColour(name, colour)[theme]!, vision);
        const [ink, shape] = ['ink', 'shape'].map((part) =>
          seen(paletteColour(name, `${part}-${colour}`)[theme]!, vision),
        );
        expect(contrast(ink!, tile), colour).toBeGreaterThan(4);
        expect(contrast(shape!, tile), colour).toBeGreaterThan(2.7);
      }
    }
  });

  test.each(MARKS)('%s is visible on a tile', (name) => {
    token(name).forEach((mark, theme) =>
      expect(contrast(seen(mark, vision), seen(token('tile')[theme]!, vision))).toBeGreaterThan(2.7),
    );
  });

  test.each(NAMES)('the four colours of %s are distinguishable', (name) => {
    // in high contrast, the tiles have the colours
    const part = 'tile-r' in PALETTES[name]! ? 'tile' : 'ink';
    const of = (colour: string): Light[] =>
      part === 'tile' ? tileColour(name, colour) : paletteColour(name, `ink-${colour}`);
    const least = MADE_FOR[name]?.includes(kind) ? 0.15 : 0.08;
    for (const [i, a] of COLOURS.entries()) {
      for (const b of COLOURS.slice(i + 1)) {
        for (const theme of [0, 1]) {
          const apart = distance(seen(of(a)[theme]!, vision), seen(of(b)[theme]!, vision));
          expect(apart, `${a} ${b}`).toBeGreaterThan(least);
        }
      }
    }
  });

  test('tiles and drop targets are visible on the felt', () => {
    for (const theme of [0, 1]) {
      for (const name of ['tile', 'felt-line', 'felt-bad', 'on-felt']) {
        const on = seen(token('felt')[theme]!, vision);
        expect(contrast(seen(token(name)[theme]!, vision), on), name).toBeGreaterThan(3);
      }
    }
  });
});
