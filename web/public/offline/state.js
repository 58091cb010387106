/**
 * Shows the state of the engine at the bottom of the page: how much of it has been loaded, that it is in use by another
 * tab or out of space, or the reason for a failure.
 */

const AFTER = 400; // delay in milliseconds, so that a short wait is not announced
const STYLE = {
  position: 'fixed',
  insetBlockEnd: '0',
  insetInline: '0',
  zIndex: '1000',
  margin: '0',
  padding: '0.75rem 1rem calc(0.75rem + env(safe-area-inset-bottom))',
  background: 'Canvas',
  color: 'CanvasText',
  borderBlockStart: '1px solid',
  textAlign: 'center',
};

const box = Object.assign(document.createElement('p'), { hidden: true, className: 'engine-state' });
box.setAttribute('role', 'status');
Object.assign(box.style, STYLE);
const words = document.createElement('span');
const progress = document.createElement('progress');
Object.assign(progress.style, {
  width: 'min(20rem, 100%)',
  margin: '0.5rem auto 0',
  accentColor: 'currentColor',
});
box.append(words, progress);
document.body.append(box);

const texts = fetch(new URL('../texts.json', import.meta.url)).then((response) => response.json());
let current;

function language(all) {
  let chosen = '';
  try {
    chosen = JSON.parse(localStorage.getItem('tilerummy.settings') ?? '{}').language;
  } catch {
    // the page replaces settings that cannot be read
  }
  return [chosen, ...navigator.languages.map((name) => name.slice(0, 2)), 'en'].find((name) => name in all);
}

/** Show a state, unless it changes within a moment. *share* is the part of the engine that has been loaded. */
export async function showState({ state, reason = '', share = 0 }) {
  progress.value = share;
  if (state === current) return;
  current = state;
  box.hidden = true;
  const [all] = await Promise.all([texts, new Promise((later) => setTimeout(later, AFTER))]);
  if (current !== state) return;
  const name = language(all);
  const text = all[name].texts[`static.${state}`];
  box.lang = name;
  box.dir = all[name].direction;
  words.textContent = text ? text.replace('{reason}', reason.trim().split('\n').at(-1)) : '';
  progress.setAttribute('aria-label', words.textContent);
  progress.style.display = state === 'loading' ? 'block' : 'none';
  box.hidden = !text;
}
