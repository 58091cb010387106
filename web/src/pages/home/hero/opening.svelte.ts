/** Opening a table from the home page. */

import { showError } from '../../../net/connection.svelte';
import type { Choice } from '../../../device/choice';
import type { inviteFriends } from './open';

export class Opening {
  /** True while the server opens the table. */
  busy = $state.raw(false);

  /** Open a table for the chosen game, and show an error if this fails. */
  async start(open: typeof inviteFriends, choice: Choice): Promise<void> {
    this.busy = true;
    try {
      await open(choice);
    } catch (error) {
      showError(error);
    } finally {
      this.busy = false;
    }
  }
}
