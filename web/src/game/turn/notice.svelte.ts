/** A notice in the strip above the rack: it uses reserved space and disappears by itself. */

import { announce } from '../../device/announce.svelte';
import { loadPagesText } from '../../text/messages.svelte';

const READ = 6000; // milliseconds

export class Notice {
  text = $state.raw('');
  kind = $state.raw<'bad' | 'plain'>('plain');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show a notice and announce it. */
  say(text: string, kind: Notice['kind'] = 'plain'): void {
    this.hush();
    this.text = text;
    this.kind = kind;
    announce(text, kind === 'bad' ? 'assertive' : 'polite');
    this.timer = setTimeout(() => this.hush(), READ);
  }

  /** Show a notice whose text is loaded together with the area around the table. */
  sayLater(text: () => string, kind: Notice['kind'] = 'plain'): void {
    void loadPagesText().then(() => this.say(text(), kind));
  }

  hush(): void {
    clearTimeout(this.timer);
    this.text = '';
  }
}
