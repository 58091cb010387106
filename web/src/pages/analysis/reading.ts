/** Reads tiles in everyday language by sending the text to the server, which has the only parser for it. */

import { api } from '../../net/api';

/** Return the notation for a *text* that names the tiles of a table or rack, or null if it cannot be parsed. */
export async function readTiles(ruleset: string, where: 'table' | 'rack', text: string): Promise<string | null> {
  const table = where === 'table' ? text : '';
  try {
    const answer = await api.judge({ ruleset, table, rack: where === 'rack' ? text : '', after: table });
    return answer.read?.[where] ?? null;
  } catch {
    return null;
  }
}
