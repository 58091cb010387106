/** Public links to a game and to its pictures. */

/** The links for sharing a game at a position such as `r2t14`. By default, this is the end of the game. */
export interface Links {
  page: string;
  picture: string;
  record: string;
  lines: string;
  frame: string;
}

/** The position, the seat whose rack is shown, and the language of the preview. */
interface View {
  readonly at: string;
  readonly seat: number | null;
  readonly language: string;
}

/** Return the links to a game on the *site*. Without a position, the picture shows the end of the game. */
export function linksOf(site: string, id: string, { at, seat, language }: View): Links {
  const game = encodeURIComponent(id);
  const lang = language === 'en' ? '' : `?lang=${language}`;
  const place = at ? `?at=${at}${seat === null ? '' : `&seat=${seat}`}` : '';
  const shown = place + (place ? lang.replace('?', '&') : lang);
  const frame = at && `#${at}`;
  const embed = `${site}/embed/${game}${frame}`;
  return {
    page: `${site}/games/${game}${lang}${frame}`,
    picture: `${site}/api/games/${game}/picture.png${shown}`,
    record: `${site}/api/games/${game}/record`,
    lines: `${site}/api/games/${game}/record?form=jsonl`,
    frame: `<iframe src="${embed}" title="Tile Rummy" width="640" height="520" loading="lazy" style="border:0"></iframe>`,
  };
}
