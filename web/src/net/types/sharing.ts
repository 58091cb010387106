// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** Whether everybody may see a game. */
export interface NewSharing {
  public: boolean;
}

/** Whether everybody may see a game, and whether I played in it, so that I may change that. */
export interface Sharing {
  public: boolean;
  mine: boolean;
}

/** A comment on a turn: a mark, a text, or both. Rounds count from 1, turn 0 is the deal. */
export interface NewComment {
  round: number;
  turn: number;
  mark?: '' | '!' | '!!' | '!?' | '?' | '?!' | '??';
  text?: string;
}

/** A comment of the player of a seat; ``at`` is in milliseconds since 1970. */
export interface CommentView {
  id: string;
  seat: number;
  round: number;
  turn: number;
  mark: string;
  text: string;
  at: number;
  mine: boolean;
}

/** The comments on a game, in the order of its turns. */
export interface Comments {
  comments: CommentView[];
}
