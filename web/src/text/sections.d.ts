/** A section of the texts, made by tools/texts.mjs. */
declare module 'virtual:texts/*' {
  const section: import('./messages.svelte').Section;
  export default section;
}
