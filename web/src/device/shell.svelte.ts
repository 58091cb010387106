/** Global state of the frame around every page. */

import type { Component } from 'svelte';

class Shell {
  /** True while the current page is a table, which fills the entire window and has no top bar. */
  playing = $state.raw(true);
  /** True while the teacher's bubble is open. */
  teaching = $state.raw(false);
  /** Shows the tiles that the web client has dealt itself, because the server in its worker is still starting. */
  dealt = $state.raw<Component | null>(null);
}

export const shell = new Shell();
