/**
 * Shows the state of the engine at the bottom of the page: loading, in use by another tab, out of space, or the reason
 * for a failure.
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

/** Show a state, unless it changes within a moment. */
export async function showState({ state, reason = '' }) {
  current = state;
  box.hidden = true;
  const [all] = await Promise.all([texts, new Promise((later) => setTimeout(later, AFTER))]);
  if (current !== state) return;
  const name = language(all);
  const text = all[name].texts[`static.${state}`];
  box.lang = name;
  box.dir = all[name].direction;
  box.textContent = text ? text.replace('{reason}', reason.trim().split('\n').at(-1)) : '';
  box.hidden = !text;
}
