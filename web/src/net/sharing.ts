/** Requests for sharing a game: they make it public, and read and write comments. */

import { request } from './api';
import { command, follows, watch } from './connection.svelte';
import type { Comments, CommentView, NewComment, Sharing } from './types/http';

const game = (id: string, part: string): string => `/games/${encodeURIComponent(id)}/${part}`;

/** Agree that everyone may see the user's name and tiles if the game is public. */
async function show(room: string): Promise<void> {
  const stop = follows(room) ? () => {} : watch(room, () => {});
  await command({ type: 'control', room, what: 'show' }).finally(stop);
}

export const sharing = {
  of: (id: string) => request<Sharing>('GET', game(id, 'sharing')),
  publish: (id: string, open: boolean) => request<Sharing>('PUT', game(id, 'sharing'), { public: open }),
  show,
  comments: (id: string) => request<Comments>('GET', game(id, 'comments')),
  write: (id: string, comment: NewComment) => request<CommentView>('POST', game(id, 'comments'), comment),
  remove: (id: string, comment: string) =>
    request<Comments>('DELETE', game(id, `comments/${encodeURIComponent(comment)}`)),
};
