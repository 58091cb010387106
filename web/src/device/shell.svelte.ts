/** The state of the frame around the current page. */

class Shell {
  /** True while the page is a table, which fills the window without a top bar. */
  playing = $state.raw(true);
}

export const shell = new Shell();
