/** Families of rulesets. */

export interface Family {
  readonly name: FamilyName;
  /** The names of the presets in the family, in the order in which they are listed. */
  readonly presets: readonly string[];
  /** The tile shown as the family's symbol. */
  readonly tile: string;
}
export type FamilyName = 'today' | 'editions' | 'mcgraw' | 'american' | 'international' | 'house';

const EDITIONS = [
  'official-1978',
  'pressman-1980',
  'dutch-1985',
  'dutch-sabra',
  'pressman-1987',
  'spears-1988',
  'goliath-1994',
  'pressman-1998',
  'lemada-1999',
  'lemada-2014',
  'sabra-strict',
  'sabra-way',
  'sabra-way-tournament',
  'sabra-six',
  'tournament',
];

export const FAMILIES: readonly Family[] = [
  { name: 'today', presets: ['sabra', 'first-game', 'short-game', 'tile-rummy', 'rummikub'], tile: 'r7' },
  { name: 'editions', presets: EDITIONS, tile: 'k1' },
  { name: 'mcgraw', presets: ['mcgraw'], tile: 'b12' },
  { name: 'american', presets: ['american'], tile: 'o5' },
  { name: 'international', presets: ['international'], tile: '*' },
  { name: 'house', presets: [], tile: '?' },
];

/** The preset whose rules count as the standard rules. The other presets are compared with it. */
export const REFERENCE = 'sabra';

/** Return the family that a preset belongs to. A preset without a family counts as an edition of Sabra. */
export const familyOf = (preset: string): Family =>
  FAMILIES.find(({ presets }) => presets.includes(preset)) ?? FAMILIES[1]!;
