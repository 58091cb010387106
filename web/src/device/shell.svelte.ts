/** State of the app around the current page. */

class Shell {
  /** True at a table, which fills the window without a top bar. */
  playing = $state.raw(true);
}

export const shell = new Shell();
