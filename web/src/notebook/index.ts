/**
 * The widget for notebooks (anywidget). It shows the table, the players and the actions of a round that runs in
 * Python; see `tilerummy.notebook`. Everything is in a shadow root, so that the styles of the widget and of the
 * notebook do not affect each other.
 */

import tokens from '../style/tokens.css?inline';
import base from '../style/base.css?inline';
import controls from '../style/controls.css?inline';
import wood from '../style/wood.css?inline';
import tile from '../style/tile.css?inline';
import states from '../style/tile-states.css?inline';
import tableStyle from '../table/table.css?inline';
import own from './notebook.css?inline';
import { lawOf } from '../game/draft/law';
import type { RefusalReason } from '../net/types';
import { readTable, readTiles } from '../rules';
import { Table } from '../table';
import { ownBoxes } from '../table/layout/divide';
import { directionOf, type Language } from '../text/languages';
import { factText } from '../text/facts';
import { reasonText } from '../text/reasons';
import { announcement, isRefusal, labels } from '../text/widget';
import { levelName } from '../text/tiles';
import { coded, setLanguage, t } from './messages';

interface Position {
  readonly options: Readonly<Record<string, number | boolean | string>>;
  readonly seat: number;
  readonly seats: readonly { readonly name: string; readonly tiles: number; readonly opened: boolean }[];
  readonly table: readonly string[];
  readonly rack: string;
  readonly free: string;
  readonly pool: number;
  readonly opening: number | null;
  readonly toMove: number | null;
  readonly acts: readonly ('draw' | 'pass')[];
  readonly result: { readonly winner: number | null; readonly scores: readonly number[] } | null;
}

/**
 * A message from Python: the reasons why the last action was refused, or the melds on the table that a hint suggests.
 */
interface Reply {
  readonly reasons?: readonly RefusalReason[];
  readonly hint?: readonly string[];
}

interface Model {
  get(name: 'position'): Position;
  get(name: 'language'): Language;
  get(name: 'height'): number;
  send(message: { readonly act: string; readonly table?: readonly string[] }): void;
  on(event: string, call: (message: Reply) => void): void;
  off(event: string, call: (message: Reply) => void): void;
}

const FACES = /@font-face\s*\{[^}]*\}/g;
const FONTS = 'tilerummy-fonts';
const styles = [tokens, base, controls, wood, tile, states, tableStyle, own]
  .join('\n')
  .replaceAll(':root', ':host');

/** Add the fonts to the document once: browsers ignore fonts declared in a shadow root. */
function addFonts(): void {
  if (document.getElementById(FONTS)) return;
  const style = document.createElement('style');
  style.id = FONTS;
  style.textContent = (styles.match(FACES) ?? []).join('\n');
  document.head.append(style);
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

/** The widget in one cell. */
class Board {
  private readonly seats = element('div', 'nb-seats');
  private readonly felt = element('div', 'nb-table felt');
  private readonly status = element('p', 'nb-status');
  private readonly buttons = element('div', 'nb-buttons');
  private readonly table: Table;
  private fresh = true;

  constructor(
    private readonly model: Model,
    root: HTMLElement,
  ) {
    this.status.setAttribute('role', 'status');
    this.felt.style.height = `${model.get('height')}px`;
    root.append(this.seats, this.felt, this.status, this.buttons);
    this.table = new Table(this.felt, {
      law: this.law,
      labels,
      divide: ownBoxes,
      onChange: () => this.changed(),
      onAnnounce: (code, params) => {
        if (code === 'blocked' && isRefusal(params.code)) this.say(announcement(code, params));
      },
    });
    this.table.sortRack('colour');
  }

  private get position(): Position {
    return this.model.get('position');
  }
  private get law() {
    return lawOf(this.position.options, this.position.opening);
  }
  private get mine(): boolean {
    return this.position.toMove === this.position.seat;
  }

  /** Show the current position. */
  show = (): void => {
    const { table, rack, free, seats } = this.position;
    const { tiles: set } = this.law;
    this.table.setLaw(this.law);
    this.table.setZones(free ? { free: { take: 'play' } } : {});
    this.table.setTable(
      {
        set,
        table: readTable(table.join(' / '), set),
        rack: readTiles(rack, set),
        zones: free ? { free: readTiles(free, set) } : {},
      },
      { animate: !this.fresh, fresh: true },
    );
    this.fresh = false;
    this.table.setMode(this.mine ? 'play' : 'look');
    this.seats.replaceChildren(...seats.map((_, seat) => this.seatOf(seat)), this.pool());
    this.changed();
  };

  /** Show the reasons why the last action was refused, or a hint. */
  reply = ({ reasons, hint }: Reply): void => {
    if (reasons) this.say(reasons.map((why) => reasonText(why, this.law)).join(' '));
    if (hint?.length) this.table.restore(hint);
    else if (hint) this.say(coded(`turn.act${this.position.pool ? '' : '.empty'}`, ''));
  };

  destroy(): void {
    this.table.destroy();
  }

  private seatOf(seat: number): HTMLElement {
    const { seat: own, seats, toMove } = this.position;
    const { name, tiles } = seats[seat]!;
    const shown = element('span', `nb-seat${seat === toMove ? ' nb-moves' : ''}`);
    shown.textContent = `${seat === own ? t('common.you') : levelName(name)} · ${t('seat.tiles', { n: tiles })}`;
    return shown;
  }

  private pool(): HTMLElement {
    const shown = element('span', 'nb-seat');
    shown.textContent = this.position.pool ? t('pool.tiles', { n: this.position.pool }) : t('pool.empty');
    return shown;
  }

  private changed(): void {
    const { acts, result } = this.position;
    const laid = !this.table.untouched;
    const draft = this.table.facts.map(factText).join(' ');
    this.say(result ? this.outcome(result) : laid ? draft : coded('turn.yours', ''));
    const offered = this.mine ? (laid ? ['done', 'undo'] : [...acts, 'hint']) : [];
    this.buttons.replaceChildren(...offered.map((act) => this.button(act, act === offered[0])));
  }

  private button(act: string, first: boolean): HTMLElement {
    const button = element('button', `button${first ? ' primary' : ''}`);
    button.dataset.act = act;
    button.textContent = coded(`act.${act}`, act);
    button.addEventListener('click', () => this.press(act));
    return button;
  }

  private press(act: string): void {
    if (act === 'undo') this.table.undo();
    else this.model.send(act === 'done' ? { act, table: this.table.melds } : { act });
  }

  private outcome({ winner, scores }: NonNullable<Position['result']>): string {
    const { seat, seats } = this.position;
    const names = seats.map(({ name }, at) => (at === seat ? t('common.you') : levelName(name)));
    const end =
      winner === seat
        ? t('event.wentout.you')
        : winner === null
          ? ''
          : t('event.wentout', { name: names[winner]! });
    return `${end} ${names.map((name, at) => `${name}: ${scores[at]}`).join(', ')}`.trim();
  }

  private say(text: string): void {
    this.status.textContent = text;
  }
}

/** Show the model's position in *el*. Resolves to a function that removes the widget. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  const language = model.get('language');
  await setLanguage(language);
  addFonts();
  const shadow = el.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = styles.replace(FACES, '');
  const root = element('div', 'nb wood');
  root.lang = language;
  root.dir = directionOf(language);
  shadow.append(style, root);
  const board = new Board(model, root);
  board.show();
  model.on('change:position', board.show);
  model.on('msg:custom', board.reply);
  return () => {
    model.off('change:position', board.show);
    model.off('msg:custom', board.reply);
    board.destroy();
  };
}

export default { render };
