/** The embedded page, which shows the replay of a public game in a frame. It sends no cookies and stores nothing. */

import { mount } from 'svelte';
import './style/tokens.css';
import './style/index.css';
import type { Replay } from './net/types/http';
import GAMES from 'virtual:texts/games';
import SHARE from 'virtual:texts/share';
import { preferredLanguage } from './text/languages';
import { loadTexts, setLanguage } from './text/messages.svelte';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');

async function load(): Promise<Replay | null> {
  const answer = await fetch(`/api/games/${encodeURIComponent(id)}`, { credentials: 'omit' });
  return answer.ok ? ((await answer.json()) as Replay) : null;
}

await setLanguage(preferredLanguage(navigator.languages)).catch(() => setLanguage('en'));
// imported after the styles above, because the table's styles override them
const embed = import('./games/embed/Embed.svelte');
const [{ default: Embed }, replay] = await Promise.all([
  embed,
  load().catch(() => null),
  loadTexts(GAMES),
  loadTexts(SHARE),
]);
mount(Embed, { target: document.getElementById('app')!, props: { replay, id } });
