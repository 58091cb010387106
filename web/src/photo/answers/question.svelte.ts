/** A request to the server, which is repeated until it succeeds or is refused. */

import { untrack } from 'svelte';
import { failureText } from '../../net/failure';
import { retry } from '../../net/retry';

export class Question<Q, A> {
  /** The response to the present question, or null while it is pending. */
  answer = $state.raw<A | null>(null);
  /** The reason of the last failure, or null. */
  failure = $state.raw<string | null>(null);

  /**
   * Send the question that *question* returns, and again whenever it changes; null sends nothing. A component
   * creates this while it is initialised, and its removal stops the requests.
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
