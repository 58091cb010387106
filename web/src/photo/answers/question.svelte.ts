/** A question to the server, which is repeated until the server answers or refuses it. */

import { untrack } from 'svelte';
import { failureText } from '../../net/failure';
import { retry } from '../../net/retry';

export class Question<Q, A> {
  /** The answer to the present question, or null until there is one. */
  answer = $state.raw<A | null>(null);
  /** Why there is no answer yet, or null. */
  failure = $state.raw<string | null>(null);

  /**
   * Ask the question that *question* returns, and again whenever that changes; null asks nothing. A component creates
   * this while it is initialised, and stops asking once it is removed.
   */
  constructor(
    question: () => Q | null,
    ask: (question: Q) => Promise<A>,
    onanswer: (answer: A) => void = () => {},
  ) {
    const text = $derived(JSON.stringify(question()));
    $effect(() => {
      const asked = JSON.parse(text) as Q | null;
      this.answer = null;
      this.failure = null;
      if (asked === null) return;
      return retry(
        () => ask(asked),
        (answer) => {
          this.answer = answer;
          this.failure = null;
          untrack(() => onanswer(answer));
        },
        (error) => (this.failure = failureText(error)),
      );
    });
  }
}
