/** Shows the table widget on its own, for experiments and measurements. It is not part of the build. */

import '../style/tokens.css';
import '../style/index.css';
import '../table/table.css';
import './demo.css';
import { STANDARD, meldText, readTable, readTiles, tilesText, type Law, type TileSet } from '../rules';
import { Table, type TableChange } from '../table';
import { ownBoxes } from '../table/layout/divide';
import { command } from '../table/command';
import { lawOf } from '../game/draft/law';
import { factText } from '../text/facts';
import { loadPagesText, setLanguage } from '../text/messages.svelte';
import { labels } from '../text/widget';
import { CHANGES, POSITIONS, type Position } from './positions';
import { placesIn } from './stage';

await setLanguage('en');
await loadPagesText();

const EIGHT: TileSet = { ...STANDARD, colours: 8, copies: 1 };

const law = (opened: boolean, locked: boolean, tiles: TileSet): Law => ({
  ...lawOf({ 'joker.melds': locked ? 'locked' : 'open' }, opened ? null : 30),
  tiles,
});

const query = new URLSearchParams(location.search);
const facts = document.getElementById('facts')!;
const log: string[] = [];

function show(table: Table): void {
  const texts = table.facts.map(factText);
  facts.textContent = texts.join(' · ') || log.at(-1) || 'no problems';
}

const table = new Table(document.getElementById('table')!, {
  law: law(true, false, STANDARD),
  labels,
  divide: ownBoxes,
  onChange: show,
  onAnnounce(code, params) {
    log.push(`${code} ${JSON.stringify(params)}`);
    show(table);
  },
  onAsk(question) {
    log.push(`ask ${question.melds.map(meldText).join(' | ')}`);
  },
  onZone: (zone, act, tiles) => log.push(`${act} ${tilesText(tiles)} ${zone}`),
});

let now: Position = POSITIONS.empty!;

function position(name: string, animate: boolean): void {
  now = POSITIONS[name]!;
  lay({ animate, fresh: true, change: name === 'empty' ? { dealt: true, drew: [0, 14, 14, 14] } : {} });
}

/** Apply a named change to the table. */
function change(name: string): void {
  const { from, change: cause, ...next } = CHANGES[name]!;
  if (now !== POSITIONS[from]) position(from, false);
  requestAnimationFrame(() => {
    now = { ...now, ...next };
    lay({ animate: true, change: cause });
  });
}

function lay(how: { animate: boolean; fresh?: boolean; change: TableChange }): void {
  const { table: melds, rack, opened = true, locked = false, zones = {}, eight = false } = now;
  const set = eight ? EIGHT : STANDARD;
  table.setLaw(law(opened, locked, set));
  table.setZones(
    Object.fromEntries(
      Object.keys(zones).map((zone) => [
        zone,
        zone === 'free' ? { take: 'play' } : { take: 'ask', drop: zone === 'discard' },
      ]),
    ),
  );
  table.setTable(
    {
      set,
      table: readTable(melds, set),
      rack: readTiles(rack, set),
      zones: Object.fromEntries(Object.entries(zones).map(([z, text]) => [z, readTiles(text, set)])),
    },
    how,
  );
  show(table);
}

const tools: Record<string, () => void> = {
  ...Object.fromEntries(Object.keys(POSITIONS).map((name) => [name, () => position(name, true)])),
  colour: () => table.sortRack('colour'),
  number: () => table.sortRack('number'),
  melds: () => table.sortRack('melds'),
  own: () => table.sortRack('own'),
  ...Object.fromEntries(Object.keys(CHANGES).map((name) => [name, () => change(name)])),
  tidy: () => table.tidy(),
  undo: () => table.undo(),
  redo: () => table.redo(),
  reset: () => table.reset(),
};

for (const [name, act] of Object.entries(tools)) {
  const button = document.createElement('button');
  button.className = 'button small';
  button.textContent = name;
  button.addEventListener('click', act);
  document.getElementById('tools')!.append(button);
}

const stage = document.getElementById('stage')!;
const lays = (): void => table.setPlaces(query.has('alone') ? null : placesIn(stage));
new ResizeObserver(lays).observe(stage);
stage.classList.toggle('alone', query.has('alone'));

table.setMode('play');
position(query.get('position') ?? 'middle', query.has('animate'));
Object.assign(window, { table, log, position, change, type: (text: string) => command(table.control, text) });
