/** The parts of the home page that only users who have played before need. */

export { default as RatingCard } from './cards/RatingCard.svelte';
export { default as MomentCard } from './cards/MomentCard.svelte';
export { default as People } from './lists/People.svelte';
