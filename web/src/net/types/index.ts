// Written by tools/wire_types.py from src/tilerummy/server/messages; do not edit.

/** The types of the messages on the socket. */

export type * from './events';
export type * from './views';
export type * from './client';
export type * from './server';
