/** Reads tiles in everyday language by asking the server, which has the only parser for that. */

import { api } from '../../net/api';

/** The notation of a *text* with tiles of a table or rack; null if it cannot be read. */
export async function readTiles(ruleset: string, where: 'table' | 'rack', text: string): Promise<string | null> {
  const table = where === 'table' ? text : '';
  try {
    const answer = await api.judge({ ruleset, table, rack: where === 'rack' ? text : '', after: table });
    return answer.read?.[where] ?? null;
  } catch {
    return null;
  }
}
