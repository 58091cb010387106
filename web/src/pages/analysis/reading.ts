/** Tiles in the words that people write, read by the server: the one reader of those is there. */

import { api } from '../../net/api';

/** The notation of a *text* with the tiles of a table or a rack; null if nothing reads it. */
export async function readTiles(ruleset: string, where: 'table' | 'rack', text: string): Promise<string | null> {
  const table = where === 'table' ? text : '';
  try {
    const answer = await api.judge({ ruleset, table, rack: where === 'rack' ? text : '', after: table });
    return answer.read?.[where] ?? null;
  } catch {
    return null;
  }
}
