/** Lists all pages by name, except for the table and the home page, which are loaded directly. */

import { address, go } from '../device/router.svelte';
import { opened, type Loaded, type Page } from './routes';

/**
 * The functions that load a page. `alone` is for an address that consists of just a page name, and `with` for an
 * address with another path segment. `of` lists the allowed values of this segment.
 */
interface Entry {
  alone?: () => Loaded;
  with?: { name: string; load: () => Loaded; of?: readonly string[] };
}

const learn = () => import('../learn/Learn.svelte');
const puzzles = () => import('../puzzles/Puzzles.svelte');
const evening = () => import('./Evening.svelte');
/** The path segments allowed after `puzzles`: three modes, and all themes. */
const PUZZLES =
  'daily run ladder out last most grid split joker_freed joker_saved only_opening open_go_on hidden safe_discard closed'.split(
    ' ',
  );

const PAGES = new Map<string, Entry>(
  Object.entries({
    invite: { with: { name: 'code', load: () => import('./Invite.svelte') } },
    carry: { with: { name: 'code', load: () => import('./LogIn.svelte') } },
    new: { alone: () => import('./new/NewTable.svelte') },
    rules: { alone: () => import('./rules/Rules.svelte') },
    house: { alone: () => import('./rules/HouseRules.svelte') },
    learn: { alone: learn, with: { name: 'course', load: learn, of: ['american', 'international'] } },
    puzzles: { alone: puzzles, with: { name: 'mode', load: puzzles, of: PUZZLES } },
    evening: { alone: evening, with: { name: 'id', load: evening } },
    studio: { alone: () => import('./studio/Studio.svelte') },
    photo: { alone: () => import('./Photo.svelte') },
    games: {
      alone: () => import('./mine/MyGames.svelte'),
      with: { name: 'id', load: () => import('../games/page/Game.svelte') },
    },
    open: { alone: () => import('../games/open/Open.svelte') },
    print: { alone: () => import('./print/Print.svelte') },
    privacy: { alone: () => import('./Privacy.svelte') },
    verify: { alone: () => import('./verify/Verify.svelte') },
  } satisfies Record<string, Entry>),
);

/** Former names of pages, which will be redirected for one more release. */
const MOVED: Readonly<Record<string, string>> = { legal: 'studio', analysis: 'studio' };

/** Load a page by name, or the not-found page if the name is unknown. */
export function load(page: string, part: string): Promise<Page> {
  const moved = MOVED[page];
  if (moved) {
    const { search, hash } = address();
    go(`/${moved}${search}${hash}`, true);
    return new Promise(() => {}); // the navigation loads the new address
  }
  if (page === 'evening' && part === 'clock') return opened(import('../evening/clock/ClockPage.svelte'));
  const entry = PAGES.get(page);
  if (!part && entry?.alone) return opened(entry.alone());
  const one = entry?.with;
  if (part && one && (!one.of || one.of.includes(part))) return opened(one.load(), { [one.name]: part });
  return opened(import('../components/NotFound.svelte'));
}
