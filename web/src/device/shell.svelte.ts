/** What surrounds the page now. */

class Shell {
  /** Whether a table is played at: it fills the window then, without a bar at the top. */
  playing = $state.raw(true);
}

export const shell = new Shell();
