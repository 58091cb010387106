/** Exports and imports the games that this browser stores. Undefined if a server stores the games. */

interface OwnGames {
  /** Resolves to a file that contains all games. */
  exported(): Promise<Blob>;
  /**
   * Replace all games by those in a file. Resolves to false if the file contains no games, and otherwise to true. In
   * the latter case, the page must be reloaded.
   */
  imported(file: File): Promise<boolean>;
}

export const ownGames = (window as { tilerummyGames?: OwnGames }).tilerummyGames;
