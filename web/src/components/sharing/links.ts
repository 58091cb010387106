/** Public links to a game and to its pictures. */

/** The links for sharing a game at a position such as `r2t14`. By default, this is the end of the game. */
export interface Links {
  page: string;
  picture: string;
  record: string;
  lines: string;
  frame: string;
}

/** The links to a game on the server at *origin*. */
export function linksOf(origin: string, id: string, at: string, seat: number | null): Links {
  const game = encodeURIComponent(id);
  const of = seat === null ? '' : `&seat=${seat}`;
  const frame = at && `#${at}`;
  const embed = `${origin}/embed/${game}${frame}`;
  return {
    page: `${origin}/games/${game}${frame}`,
    picture: `${origin}/api/games/${game}/picture.png?at=${at}${of}`,
    record: `${origin}/api/games/${game}/record`,
    lines: `${origin}/api/games/${game}/record?form=jsonl`,
    frame: `<iframe src="${embed}" title="Tile Rummy" width="640" height="520" loading="lazy" style="border:0"></iframe>`,
  };
}
