/** Explains on a page why a request failed. */

import { t } from '../text/messages.svelte';
import { errorText } from './connection.svelte';
import { ApiError } from './error';

/** Return a sentence about a failed question to the referee. Needs the studio's texts. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('fault.other', { message: String(error) });
  return error.code === 'offline' ? t('studio.offline') : errorText(error.code, error.message);
}
