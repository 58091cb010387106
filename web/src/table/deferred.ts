/**
 * Code that is loaded after the first tiles have been shown: labels, keyboard, drop targets, animations and layout
 * changes.
 */

export { keyed } from './dom/keys';
export { fitsOf } from './fits';
export { Mark } from './dom/mark';
export { tapped, targetOf } from './dom/target';
export { Descriptions } from './dom/text';
export { soon } from './slices';
export { Carry } from './motion/carry';
export { Motion, shake } from './motion/motion';
export { backsOf, flightsOf } from './motion/flights';
export { remembering } from './layout/memory';
export { Pan } from './motion/pan';
