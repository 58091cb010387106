/** Global state of the frame around every page. */

class Shell {
  /** True while the current page is a table, which fills the entire window and has no top bar. */
  playing = $state.raw(true);
}

export const shell = new Shell();
