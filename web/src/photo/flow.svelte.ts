/** The steps of reading a photo, and the way back through them, which never loses a photo or a correction. */

import type { Session } from './session.svelte';

export const ASKS = ['legal', 'play', 'count', 'record'] as const;
export type Step = 'take' | 'check' | 'next' | (typeof ASKS)[number];

/** A step, and the photo that it shows. */
interface Place {
  readonly step: Step;
  readonly at: number;
}

export class Flow {
  step = $state.raw<Step>('take');
  /** True while the picture of the camera is read, in the step *take*. */
  live = $state.raw(false);
  private past = $state.raw<readonly Place[]>([]);

  constructor(
    private readonly session: Session,
    first: Step,
    /** Called to go back from the first step. */
    private readonly leave: () => void,
  ) {
    this.step = first;
  }

  /** The number of steps that led here. From the first step, going back leaves the photo reader. */
  get depth(): number {
    return this.past.length;
  }

  /** The number of times that `back` can be called before it leaves the photo reader. */
  get backs(): number {
    return this.depth + Number(this.live) + Number(this.session.target !== null);
  }

  /** The step before this one. */
  private get before(): Place | undefined {
    return this.past.at(-1);
  }

  /** Go to a step; `back` returns to this one. */
  to(step: Step, at = this.session.at): void {
    this.past = [...this.past, { step: this.step, at: this.session.at }];
    this.step = step;
    this.session.show(at);
  }

  /** Check the photo that was taken. */
  taken(): void {
    this.live = false;
    if (this.before?.step === 'check' && this.before.at === this.session.at) this.back();
    else this.to('check');
  }

  /** Return to the step that had sent the user back to a tile, or go to *next*. */
  confirmed(next: Step): void {
    this.session.target = null;
    if (this.before && this.before.step !== 'take') this.back();
    else this.to(next);
  }

  /** Look at a tile on one of the photos again. */
  look(photo: number, id: number): void {
    this.to('check', photo);
    this.session.target = { id };
  }

  /** Take the first photo of another position. */
  another(): void {
    this.session.clear();
    this.past = [{ step: this.step, at: 0 }];
    this.step = 'take';
  }

  /**
   * Go back a step, from a tile to the photo, or from the camera's picture. Going back to before the photo after the play was taken removes it.
   */
  back(): void {
    const { before, session } = this;
    if (session.target) return void (session.target = null);
    if (this.live) return void (this.live = false);
    if (!before) return this.leave();
    if (this.step === 'take') {
      session.cancel();
      if (before.at < session.at) session.onlyBefore();
    }
    this.past = this.past.slice(0, -1);
    this.step = before.step;
    session.show(before.at);
  }
}
