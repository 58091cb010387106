/** Copying links. */

import { toast } from '../device/announce.svelte';
import { t } from '../text/messages.svelte';
import { showError } from './connection.svelte';

/** Copy a link to the clipboard, and confirm this with a toast. */
export const copyLink = (link: string): Promise<void> =>
  navigator.clipboard.writeText(link).then(() => toast(t('common.copied'), 'good'), showError);
