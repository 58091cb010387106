/** The user's settings, which are stored only in this browser. */

import { isLanguage, preferredLanguage, type Language } from '../text/languages';
import { store, stored } from './stored';

export type Theme = 'system' | 'light' | 'dark';
export type Palette = 'printed' | 'high-contrast' | 'red-green' | 'blue-yellow' | 'low-vision';

export interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  /** True if the device vibrates when the user lays, draws or wins. */
  haptics: boolean;
  leftHanded: boolean;
  symbols: 'small' | 'large';
  /** The colours of the tiles, as in `src/tilerummy/palettes.json`. */
  palette: Palette;
  /** The size of tiles, words and buttons in games. */
  print: 'usual' | 'large';
  motion: 'system' | 'reduced';
  notify: boolean;
  sort: 'own' | 'colour' | 'number' | 'melds';
  /** When a draw can still be taken back for a moment: in untimed games, always, or never. */
  grace: 'untimed' | 'always' | 'never';
  /** True to be able to take back a play for a moment, against computer players. */
  takeBack: boolean;
  /** True if the panel with the moves and the chat is collapsed. */
  folded: boolean;
  /** True to show the closed hands that are near. */
  near: boolean;
  /** True to show the melds that a picked tile fits. */
  places: boolean;
  /** True if computer players say a line about some of their moves. */
  talk: boolean;
}

const KEY = 'tilerummy.settings';

function defaults(): Settings {
  return {
    language: preferredLanguage(navigator.languages ?? [navigator.language]),
    theme: 'system',
    // off by default on phones, because a browser cannot detect whether a phone is in silent mode
    sound: !matchMedia('(hover: none) and (pointer: coarse)').matches,
    haptics: true,
    leftHanded: false,
    symbols: 'small',
    palette: 'printed',
    print: 'usual',
    motion: 'system',
    notify: false,
    sort: 'melds',
    grace: 'untimed',
    takeBack: false,
    folded: false,
    near: true,
    places: false,
    talk: true,
  };
}

/** The settings as reactive state. */
export const settings: Settings = $state({ ...defaults(), ...stored<Partial<Settings>>(KEY, {}) });
if (!isLanguage(settings.language)) settings.language = defaults().language;

/** Store the settings and apply them to the document. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.hand = settings.leftHanded ? 'left' : 'right';
  for (const key of ['symbols', 'palette', 'print', 'motion'] as const) root.dataset[key] = settings[key];
  for (const key of ['haptics', 'places'] as const) root.dataset[key] = settings[key] ? 'on' : 'off';
  store(KEY, settings);
}

/** Return whether the user prefers not to see animations. */
export const reducedMotion = (): boolean =>
  settings.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
