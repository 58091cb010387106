/** The guest account of this browser, once it has been loaded from the server. */

import type { Me } from './types/http';

class Guest {
  me = $state.raw<Me | null>(null);
}
export const guest = new Guest();
