/** Shows where a drop would go. It is laid out and moved by itself, for that changes with the pointer. */

import { Carry } from '../motion/carry';
import type { Aim } from './aim';

export class Mark {
  private readonly el = document.createElement('div');
  private readonly carry = new Carry();

  constructor(layer: HTMLElement) {
    this.el.className = 'tt-mark';
    this.el.hidden = true;
    layer.append(this.el);
  }

  /** Show a target, and whether it would make a meld; null for no target. */
  show(target: Aim | null): void {
    const { el } = this;
    el.hidden = target === null;
    if (!target) return this.carry.put(el);
    el.className = `tt-mark tt-aim-${target.look}`;
    el.style.width = `${target.w}px`;
    el.style.height = `${target.h}px`;
    this.carry.to(el, target);
  }
}
