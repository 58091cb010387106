/** The worker's messages: any number of shares, then a reading or the reason why there is none. */
import type { Reading } from '../reading';
import type { Problem } from './decode';

export type Message = { share: number } | { reading: Reading } | { problem: Problem } | { failure: string };
