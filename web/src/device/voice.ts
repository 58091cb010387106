/** Speaks with the browser's voice, if it has one. */

const synthesis = (): SpeechSynthesis | undefined => globalThis.speechSynthesis;

/** Return whether the browser can speak. */
export const canSpeak = (): boolean => Boolean(synthesis());

/** Speak a text in a language, and stop the previous one. */
export function speak(text: string, language: string): void {
  const voices = synthesis();
  if (!voices) return;
  voices.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  voices.speak(utterance);
}

/** Stop speaking. */
export const hush = (): void => synthesis()?.cancel();
