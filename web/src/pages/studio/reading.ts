/** Reads tiles described in everyday language. The server has the only parser for this, so it receives the text. */

import { api } from '../../net/api';

/** Convert *text*, which describes the tiles on a table or rack, to notation. Returns null if it cannot be parsed. */
export async function readTiles(ruleset: string, where: 'table' | 'rack', text: string): Promise<string | null> {
  const table = where === 'table' ? text : '';
  try {
    const answer = await api.judge({ ruleset, table, rack: where === 'rack' ? text : '', after: table });
    return answer.read?.[where] ?? null;
  } catch {
    return null;
  }
}
