/** Copying links. */

import { toast } from '../device/announce.svelte';
import { t } from '../text/messages.svelte';

/** Copy a text to the clipboard. Resolves to whether the browser allowed it. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // pages without https have no clipboard, and a browser may deny access to it
    return copiedByEvent(text);
  }
}

/** Copy a text as if the user had pressed the keys for copying, which needs no permission. */
function copiedByEvent(text: string): boolean {
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', write, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', write);
  }
}

/** Copy a link to the clipboard, and show in a toast whether this succeeded. */
export const copyLink = async (link: string): Promise<void> =>
  (await copied(link)) ? toast(t('common.copied'), 'good') : toast(t('common.copied.not'), 'bad');
