/** Who the server says this browser is, once it has been asked. */

import type { Me } from './types/http';

class Guest {
  me = $state.raw<Me | null>(null);
}
export const guest = new Guest();
