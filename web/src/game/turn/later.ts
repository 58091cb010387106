/** The parts of the strip that are needed only after the first paint. */
export { default as Clock } from './Clock.svelte';
export { default as Ending } from './Ending.svelte';
export { factText } from '../../text/facts';
