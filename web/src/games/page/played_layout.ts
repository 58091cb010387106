/** Gives replays and reviews the layout of the table where the game was played. */

import { layoutMemory } from '../../game/draft/layouts';
import type { LayoutMemory } from '../../table';

/** The last layout of a room's table in this tab. A replay starts from it and never changes it. */
export const playedLayout = (room: string): LayoutMemory => ({ load: layoutMemory(room).load, save: () => {} });
