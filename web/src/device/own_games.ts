/** The games that this browser stores itself. On a server this is undefined, because the server stores them. */

interface OwnGames {
  /** Return a file with all games. */
  exported(): Promise<Blob>;
  /** Replace all games by those in a file. Returns false if it contains none. Otherwise, the page has to be loaded again. */
  imported(file: File): Promise<boolean>;
}

export const ownGames = (window as { tilerummyGames?: OwnGames }).tilerummyGames;
