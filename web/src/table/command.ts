/**
 * Moves that are typed as text, for players who use a keyboard or a screen reader:
 *
 *     r5 b5 k5 > new      a new meld of these tiles      3 > new     meld 3 by itself
 *     r5 > 3              to meld 3                      3 > 4       join meld 3 to meld 4
 *     3.2 > 5             the second tile of meld 3      3.2-4 > 5   its tiles 2 to 4
 *     r5 > 3.2            replace its second tile, such as a joker
 *     r5 > rack           to the rack                    r5 > discard    to a zone
 *     3/2                 split meld 3 after two tiles     undo redo reset
 *
 * A tile is searched for on the rack, then among the tiles placed this turn, then on the table. If several melds
 * contain it, its position must be typed.
 */

import { NotationError, readTiles, tokens, type Tile } from '../rules';
import { splitAt } from './keyboard_actions';
import type { Control } from './control';
import { pileOf, tileAt, type Id } from './state/draft';
import type { Hit } from './layout/layout';

/** The outcome of a typed move: success, or why it failed and which word caused that. */
export type CommandResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'bad_command' | 'bad_notation' | 'no_such_meld' | 'no_such_tile' | 'which_tile';
      readonly word: string;
      /** For `which_tile`: all positions of the tile, written in the form used in typed moves. */
      readonly places?: readonly string[];
    };

class Unreadable extends Error {
  constructor(readonly result: Extract<CommandResult, { ok: false }>) {
    super(result.code);
  }
}

const fail = (
  code: Extract<CommandResult, { ok: false }>['code'],
  word: string,
  places?: readonly string[],
): never => {
  throw new Unreadable({ ok: false, code, word, ...(places ? { places } : {}) });
};

/** Carry out a typed move. If the move cannot be understood, nothing changes. */
export function command(control: Control, text: string): CommandResult {
  try {
    run(control, text.trim().toLowerCase());
    return { ok: true };
  } catch (error) {
    if (error instanceof Unreadable) return error.result;
    if (error instanceof NotationError) {
      return { ok: false, code: 'bad_notation', word: String(error.params.word) };
    }
    throw error;
  }
}

function run(control: Control, text: string): void {
  if (text === 'undo' || text === 'redo' || text === 'reset') return control[text]();
  const cut = /^(\d+)\s*\/\s*(\d+)$/.exec(text);
  if (cut) {
    const id = pile(control, cut[1]!).ids[Number(cut[2])];
    return id && Number(cut[2]) > 0 ? splitAt(control, id) : fail('no_such_tile', text);
  }
  const [from, to, more] = text.split('>');
  if (to === undefined || more !== undefined || !from!.trim()) return fail('bad_command', text);
  const used = new Set<Id>();
  const ids = tokens(from!).flatMap(({ text: word }) => source(control, word, used));
  const goal = to.trim();
  if (goal === 'new') {
    control.selected = ids;
    return control.newMeld(null);
  }
  control.drop(ids, target(control, goal));
}

function target(control: Control, word: string): Hit {
  if (word === 'rack') return { on: 'rack', before: null, id: null };
  if (word in control.zones) return { on: 'zone', zone: word, id: null };
  const place = /^(\d+)(?:\.(\d+))?$/.exec(word);
  if (!place) return fail('bad_command', word);
  const { key, ids } = pile(control, place[1]!);
  if (!place[2]) return { on: 'pile', key, at: ids.length, id: null };
  const at = Number(place[2]);
  return { on: 'pile', key, at: at - 1, id: ids[at - 1] ?? fail('no_such_tile', word) };
}

function pile(control: Control, number: string): { key: number; ids: readonly Id[] } {
  return control.draft.piles[Number(number) - 1] ?? fail('no_such_meld', number);
}

function source(control: Control, word: string, used: Set<Id>): readonly Id[] {
  const place = /^(\d+)(?:\.(\d+)(?:-(\d+))?)?$/.exec(word);
  if (place) {
    const { ids } = pile(control, place[1]!);
    if (!place[2]) return ids;
    const found = ids.slice(Number(place[2]) - 1, Number(place[3] ?? place[2]));
    return found.length ? found : fail('no_such_tile', word);
  }
  const [tile] = readTiles(word, control.draft.set);
  const id = find(control, tile!, word, used);
  used.add(id);
  return [id];
}

function find(control: Control, tile: Tile, word: string, used: ReadonlySet<Id>): Id {
  const { draft } = control;
  const all = [...draft.pieces.values()].filter((p) => p.tile === tile && !used.has(p.id));
  const rack = control.rack.find((id) => tileAt(draft, id) === tile && !used.has(id));
  const placed = all.find((p) => p.origin !== 'table');
  if (rack ?? placed?.id) return rack ?? placed!.id;
  if (!all.length) return fail('no_such_tile', word);
  if (all.length === 1) return all[0]!.id;
  const places = all.map(({ id }) => {
    const lies = pileOf(draft, id)!;
    return `${draft.piles.indexOf(lies) + 1}.${lies.ids.indexOf(id) + 1}`;
  });
  return fail('which_tile', word, places);
}
