/** What the referee said of the draft as it is now. */

import type { Why } from '../../net/types';

export class Verdict {
  state = $state.raw<'' | 'asking' | 'legal' | 'refused'>('');
  /** Why the draft was refused. */
  reasons = $state.raw<readonly Why[]>([]);

  clear(): void {
    this.state = '';
    this.reasons = [];
  }

  ask(): void {
    this.state = 'asking';
  }

  accept(): void {
    this.state = 'legal';
    this.reasons = [];
  }

  refuse(reasons: readonly Why[]): void {
    this.state = 'refused';
    this.reasons = reasons;
  }
}
