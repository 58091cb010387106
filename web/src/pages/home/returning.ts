/** The components of the home page for users who have played before, loaded only for these users. */

export { default as RatingCard } from './cards/RatingCard.svelte';
export { default as MomentCard } from './cards/MomentCard.svelte';
export { default as People } from './lists/People.svelte';
