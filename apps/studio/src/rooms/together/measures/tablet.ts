import { markLimits } from '@leib/stage';
import type { RoomAction, WrittenWords } from '../../../world/roomScene.js';
import { type MarkRow, markRows } from './markRows.js';
import type { MarkHost, MeasuresController, Tool } from './measuresController.js';

/** Marks on one sheet of the list: with five buttons they fill the panel. */
const SHEET = 3;
const tools: readonly Tool[] = ['distance', 'height', 'area', 'note'];
const words: Readonly<Record<Tool, string>> = {
  distance: 'Distance',
  height: 'Height',
  area: 'Area',
  note: 'Note, picture',
};

export interface TabletActs {
  setTool(tool: Tool | null): void;
  /** Takes back what one did last. */
  undo(): void;
  saveCsv(): void;
}

/** The tablet of who wears a headset: tools on one page, what was measured on the other. The others see it in their hand. */
export class Tablet {
  readonly #host: MarkHost;
  readonly #measures: MeasuresController;
  readonly #acts: TabletActs;
  #isOpen = false;
  #page: 'tools' | 'list' = 'tools';
  #sheet = 0;

  constructor(host: MarkHost, measures: MeasuresController, acts: TabletActs) {
    this.#host = host;
    this.#measures = measures;
    this.#acts = acts;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  setOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (!isOpen) this.#acts.setTool(null);
    const { me = null, role = null } = this.#host.room ?? {};
    if (me === null || role === 'watcher') return;
    const path = ['actors', me, 'settings', 'tablet'];
    this.#host.changeShared([isOpen ? { path, value: true } : { path }], false);
  }

  /** In another room, or in none: nobody has to be told. */
  reset(): void {
    this.#isOpen = false;
  }

  /** Buttons of the panel in the headset while it is open: eight at most, which is what it holds. */
  actions(): readonly RoomAction[] {
    return this.#page === 'tools' ? this.#tools() : this.#list();
  }

  #tools(): readonly RoomAction[] {
    const measures = this.#measures;
    const actions: RoomAction[] = tools.map((tool) => ({
      id: `tool ${tool}`,
      label: words[tool],
      isOn: measures.tool === tool,
      isDisabled: !measures.mayMark,
      run: () => this.#acts.setTool(measures.tool === tool ? null : tool),
    }));
    const closing: RoomAction = measures.canCloseArea
      ? { id: 'close area', label: 'Close the area', icon: 'accept', run: () => measures.closeArea() }
      : { id: 'csv', label: 'Save as CSV', run: () => this.#acts.saveCsv() };
    return [
      ...actions,
      { id: 'undo', label: 'Take back', icon: 'again', run: () => this.#acts.undo() },
      closing,
      { id: 'list', label: `All (${measures.marks.length})`, icon: 'next', run: () => this.#turnTo('list') },
      { id: 'put away', label: 'Put it away', icon: 'back', run: () => this.setOpen(false) },
    ];
  }

  #list(): readonly RoomAction[] {
    const measures = this.#measures;
    const rows = markRows(measures, this.#host.room?.doc ?? null, 'newest');
    const sheets = Math.max(1, Math.ceil(rows.length / SHEET));
    const sheet = this.#sheet % sheets;
    const chosen = rows.find(({ isChosen }) => isChosen);
    const shown = rows.slice(sheet * SHEET, (sheet + 1) * SHEET);
    return [
      ...shown.map((row) => ({
        id: `mark ${row.id}`,
        label: labelOf(row),
        isOn: row.isChosen,
        run: () => measures.choose(row.isChosen ? null : row.id),
      })),
      {
        id: 'go there',
        label: chosen ? `Go there (${placeOf(chosen)})` : 'Go there',
        isDisabled: !chosen,
        run: () => chosen && measures.goTo(chosen.id),
      },
      {
        id: 'write',
        label: chosen?.what === 'note' ? 'Its words' : 'Its name',
        isDisabled: !chosen?.mayChange,
        ...(chosen && { writes: this.#wordsOf(chosen) }),
        run() {},
      },
      {
        id: 'delete',
        label: 'Delete',
        icon: 'stop',
        isDisabled: !chosen?.mayChange,
        run: () => chosen && measures.remove(chosen.id),
      },
      {
        id: 'next sheet',
        label: `More (${sheet + 1} of ${sheets})`,
        icon: 'next',
        isDisabled: sheets === 1,
        run: () => this.#turnSheet(),
      },
      { id: 'tools', label: 'Tools', icon: 'back', run: () => this.#turnTo('tools') },
    ];
  }

  /** A note's words, a measurement's name. */
  #wordsOf({ id, what, text, name }: MarkRow): WrittenWords {
    const measures = this.#measures;
    return what === 'note'
      ? {
          label: `Words of ${name}`,
          text,
          mostLetters: markLimits.textLetters,
          verb: 'Done',
          done: (words) => measures.setText(id, words),
        }
      : {
          label: `Name of ${name}`,
          text: name,
          mostLetters: markLimits.nameLetters,
          verb: 'Done',
          done: (words) => words !== '' && measures.rename(id, words),
        };
  }

  #turnTo(page: 'tools' | 'list'): void {
    this.#page = page;
    this.#sheet = 0;
  }

  #turnSheet(): void {
    this.#sheet++;
  }
}

/** "0.2, 0.0, 1.4": metres of the room. */
const placeOf = ({ place }: MarkRow) => place.map((metres) => metres.toFixed(1)).join(', ');

/** "2.310 m, Ada 14:02": what a button has room for. */
function labelOf({ what, name, text, author, atMs }: MarkRow): string {
  const time = new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return `${what === 'note' ? name : text}, ${author.slice(0, 12)} ${time}`;
}
