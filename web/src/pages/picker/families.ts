/** Families of rulesets. The presets of a family are compared with its base preset. */

export interface Family {
  readonly name: FamilyName;
  /** The presets of the family, starting with the base preset. */
  readonly presets: readonly string[];
  /** The tile that symbolizes the family. */
  readonly tile: string;
}
export type FamilyName = 'today' | 'sabra' | 'mcgraw' | 'american' | 'international' | 'house';

const SABRA = [
  'sabra',
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
];

export const FAMILIES: readonly Family[] = [
  { name: 'today', presets: ['tile-rummy', 'rummikub'], tile: 'r7' },
  { name: 'sabra', presets: SABRA, tile: 'k1' },
  { name: 'mcgraw', presets: ['mcgraw'], tile: 'b12' },
  { name: 'american', presets: ['american'], tile: 'o5' },
  { name: 'international', presets: ['international'], tile: '*' },
  { name: 'house', presets: [], tile: '?' },
];

/** The preset that families are compared with. */
export const REFERENCE = 'sabra';

/** The family of a preset. A preset that belongs to no family counts as an edition of Sabra. */
export const familyOf = (preset: string): Family =>
  FAMILIES.find(({ presets }) => presets.includes(preset)) ?? FAMILIES[1]!;
