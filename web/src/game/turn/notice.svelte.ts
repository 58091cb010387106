/** A temporary message in the strip above the rack. Space is reserved for it, so that nothing moves when it appears. */

import { announce } from '../../device/announce.svelte';
import { loadPagesText } from '../../text/messages.svelte';

const READ = 6000; // milliseconds

export class Notice {
  text = $state.raw('');
  kind = $state.raw<'bad' | 'plain'>('plain');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a notice and announce it to screen readers. */
  say(text: string, kind: Notice['kind'] = 'plain'): void {
    this.hush();
    this.text = text;
    this.kind = kind;
    announce(text, kind === 'bad' ? 'assertive' : 'polite');
    this.timer = setTimeout(() => this.hush(), READ);
  }

  /** Show a notice once its text has been loaded. The text is loaded together with the overlays around the table. */
  sayLater(text: () => string, kind: Notice['kind'] = 'plain'): void {
    void loadPagesText().then(() => this.say(text(), kind));
  }

  hush(): void {
    clearTimeout(this.timer);
    this.text = '';
  }
}
