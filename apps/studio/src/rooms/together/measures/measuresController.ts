import type { PeopleRole } from '@leib/net';
import {
  type ActorId,
  type Change,
  type Json,
  type MeasureDraft,
  type MeasureWhat,
  markLimits,
  measuresCsv,
  readDraft,
  readMark,
  type SceneMark,
  type SceneNote,
  type ScenePoint,
  type StageDoc,
  thingOfMark,
} from '@leib/stage';
import { isReplayedId } from '@leib/together';

/** What is left at the points that one places. */
export type Tool = MeasureWhat | 'note';

/** The room that people share, as far as measurements need it. */
export interface MarkHost {
  readonly room: {
    readonly doc: StageDoc | null;
    readonly me: ActorId | null;
    readonly role: PeopleRole | null;
  } | null;
  /** A recorded room that is shown: what was measured there by then is looked at, not changed. */
  readonly replay?: { readonly doc: StageDoc } | null;
  /** Changes the document, and says what is refused. Ctrl+Z takes it back unless `isUndoable` is false. */
  changeShared(changes: readonly Change[], isUndoable?: boolean): void;
}

/** A measurement that somebody is making at the moment. */
export interface ShownDraft extends MeasureDraft {
  readonly author: ActorId;
}

/** How often the others hear of a tape that is pulled, and of a point that is dragged, seconds. */
const TELL_SECONDS = 0.125;

interface Drag {
  readonly id: string;
  readonly index: number;
  readonly from: ScenePoint;
  at: ScenePoint;
  told: ScenePoint;
  readonly gesture: string;
}

/** Measurements and notes of a room: places points, drags them, names and removes what they belong to. */
export class MeasuresController {
  /** Placed already, of what is being made. */
  placed: readonly ScenePoint[] = [];
  /** Where the next point would be; null: nowhere. */
  aim: ScenePoint | null = null;
  /** Where a note is to be, whose words are being written; null: none is. */
  noteAt: ScenePoint | null = null;
  readonly #host: MarkHost;
  #tool: Tool | null = null;
  #chosenId: string | null = null;
  #goal: string | null = null;
  #drag: Drag | null = null;
  #dragCount = 0;
  #told = '';
  #toldSeconds = Number.NEGATIVE_INFINITY;
  #read: { readonly from: readonly unknown[]; readonly marks: readonly SceneMark[] } | null = null;

  constructor(host: MarkHost) {
    this.#host = host;
  }

  get tool(): Tool | null {
    return this.#tool;
  }

  get chosenId(): string | null {
    return this.#chosenId;
  }

  /** Whether one may leave something here. */
  get mayMark(): boolean {
    const { room } = this.#host;
    return room?.me !== undefined && room.me !== null && room.role !== 'watcher';
  }

  /** Everybody's, in the order in which they were made, then those of a recorded room; a point that is dragged is where it is dragged to. */
  get marks(): readonly SceneMark[] {
    const from = [this.#host.room?.doc?.things, this.#host.replay?.doc.things];
    if (!this.#read || from.some((things, i) => things !== this.#read?.from[i])) {
      this.#read = { from, marks: this.#things.map(readMark).filter((mark) => mark !== null) };
    }
    const drag = this.#drag;
    if (!drag) return this.#read.marks;
    return this.#read.marks.map((mark) =>
      mark.id === drag.id ? { ...mark, points: mark.points.with(drag.index, drag.at) } : mark,
    );
  }

  /** What is being made at the moment: by oneself, and by the others. */
  get drafts(): readonly ShownDraft[] {
    const { me = null, doc = null } = this.#host.room ?? {};
    const others = Object.entries({ ...doc?.actors, ...this.#host.replay?.doc.actors }).flatMap(
      ([author, { settings }]) => {
        const draft = author === me ? null : readDraft(settings.measuring);
        return draft ? [{ ...draft, author }] : [];
      },
    );
    const mine = this.#draft();
    return mine && me !== null ? [...others, { ...mine, author: me }] : others;
  }

  /** Its author and hosts change a mark. */
  mayChange({ id, author }: SceneMark): boolean {
    const { role = null, me = null } = this.#host.room ?? {};
    if (isReplayedId(id)) return false;
    return role === 'host' || (role === 'guest' && author === me);
  }

  setTool(tool: Tool | null): void {
    this.#tool = this.mayMark ? tool : null;
    this.placed = [];
    this.aim = null;
    this.noteAt = null;
  }

  /** A point at this place: the last one that is needed makes the measurement. */
  place(at: ScenePoint): void {
    const tool = this.#tool;
    if (tool === null || this.noteAt) return;
    const point = rounded(at);
    if (tool === 'note') {
      this.noteAt = point;
      return;
    }
    if (tool === 'area') {
      const [first] = this.placed;
      if (this.placed.length >= 3 && first.every((part, i) => part === point[i])) this.closeArea();
      else if (this.placed.length < markLimits.points) this.placed = [...this.placed, point];
      return;
    }
    this.placed = [...this.placed, point];
    if (this.placed.length === 2) this.#add({ kind: 'measure', what: tool, points: this.placed });
  }

  get canCloseArea(): boolean {
    return this.#tool === 'area' && this.placed.length >= 3;
  }

  closeArea(): void {
    if (this.canCloseArea) this.#add({ kind: 'measure', what: 'area', points: this.placed });
  }

  /** The note whose words were written. */
  addNote(text: string, picture: string | null): void {
    const point = this.noteAt;
    if (!point) return;
    this.#add({
      kind: 'note',
      points: [point],
      text: text.trim().slice(0, markLimits.textLetters),
      picture,
    });
  }

  /** Takes back the point that was placed last; false where none was. */
  undoPoint(): boolean {
    if (this.noteAt) this.noteAt = null;
    else if (this.placed.length > 0) this.placed = this.placed.slice(0, -1);
    else return false;
    return true;
  }

  /** Step by step out: what is dragged, the points placed so far, the tool. False where there is nothing to leave. */
  cancel(): boolean {
    if (this.#drag) this.drop(true);
    else if (this.noteAt || this.placed.length > 0) [this.noteAt, this.placed] = [null, []];
    else if (this.#tool !== null) this.setTool(null);
    else return false;
    return true;
  }

  /** Takes hold of a point of a mark; false where one may not. */
  grab(id: string, index: number): boolean {
    const mark = this.marks.find((one) => one.id === id);
    if (!mark || !this.mayChange(mark)) return false;
    const from = mark.points[index];
    this.#drag = { id, index, from, at: from, told: from, gesture: `point ${id} ${++this.#dragCount}` };
    return true;
  }

  dragTo(at: ScenePoint): void {
    if (this.#drag) this.#drag.at = rounded(at);
  }

  drop(isCancelled: boolean): void {
    const drag = this.#drag;
    if (!drag) return;
    if (isCancelled) drag.at = drag.from;
    this.#tellDrag(drag);
    this.#drag = null;
  }

  get isDragging(): boolean {
    return this.#drag !== null;
  }

  /** Whose point is dragged; null: none is. */
  get draggedId(): string | null {
    return this.#drag?.id ?? null;
  }

  choose(id: string | null): void {
    this.#chosenId = id;
  }

  rename(id: string, name: string): void {
    const value = name.trim().slice(0, markLimits.nameLetters);
    this.#host.changeShared([{ path: ['things', id, 'settings', 'name'], value }]);
  }

  /** Other words of a note. */
  setText(id: string, text: string): void {
    const value = text.trim().slice(0, markLimits.textLetters);
    this.#host.changeShared([{ path: ['things', id, 'settings', 'text'], value }]);
  }

  remove(id: string): void {
    if (this.#chosenId === id) this.#chosenId = null;
    this.#host.changeShared([{ path: ['things', id] }]);
  }

  /** To stand before a mark and look at it. */
  goTo(id: string): void {
    this.#goal = id;
  }

  /** Where one wants to go; told once. */
  takeGoal(): SceneMark | null {
    const goal = this.marks.find(({ id }) => id === this.#goal) ?? null;
    this.#goal = null;
    return goal;
  }

  csv(): string {
    return measuresCsv(this.#things);
  }

  /** Tells the others of what moves, at a bounded rate. */
  step(seconds: number): void {
    const draft = this.#draft();
    const isDue = seconds - this.#toldSeconds >= TELL_SECONDS;
    // Somebody has removed what it belongs to.
    if (this.#drag && !this.marks.some(({ id }) => id === this.#drag?.id)) this.#drag = null;
    const drag = this.#drag;
    if (drag && isDue && drag.at !== drag.told) {
      this.#toldSeconds = seconds;
      this.#tellDrag(drag);
    }
    const { me = null, doc = null } = this.#host.room ?? {};
    const told = draft ? `${me} ${JSON.stringify(draft)}` : '';
    // That it is over is said at once.
    if (me === null || told === this.#told || !(isDue || draft === null)) return;
    this.#told = told;
    this.#toldSeconds = seconds;
    const path = ['actors', me, 'settings', 'measuring'];
    if (draft) this.#host.changeShared([{ path, value: draft as unknown as Json }], false);
    else if (doc?.actors[me]?.settings.measuring !== undefined) this.#host.changeShared([{ path }], false);
  }

  /** In another room, or in none. */
  reset(): void {
    this.setTool(null);
    [this.#chosenId, this.#goal, this.#drag, this.#told] = [null, null, null, ''];
  }

  get #things(): StageDoc['things'] {
    const { room, replay } = this.#host;
    return [...(room?.doc?.things ?? []), ...(replay?.doc.things ?? [])];
  }

  #draft(): MeasureDraft | null {
    const tool = this.#tool;
    if (tool === null || tool === 'note' || this.placed.length === 0 || !this.aim) return null;
    return { what: tool, points: [...this.placed, rounded(this.aim)] };
  }

  #tellDrag(drag: Drag): void {
    const { id, index, at, gesture } = drag;
    if (at === drag.told) return;
    drag.told = at;
    this.#host.changeShared([{ path: ['things', id, 'settings', 'points', index], value: at, gesture }]);
  }

  #add(
    made: Pick<SceneNote, 'kind' | 'points' | 'text' | 'picture'> | ({ readonly kind: 'measure' } & MeasureDraft),
  ): void {
    this.placed = [];
    this.noteAt = null;
    const { me = null, doc = null } = this.#host.room ?? {};
    if (me === null || !doc) return;
    const atMs = Date.now();
    const id = `${me}-${atMs.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const authorName = doc.actors[me]?.settings.name;
    const about = { id, name: this.#nameFor(made.kind === 'note' ? 'note' : made.what), author: me, atMs };
    const mark = { ...made, ...about, authorName: typeof authorName === 'string' ? authorName : '' } as SceneMark;
    this.#host.changeShared([{ path: ['things', id], value: thingOfMark(mark) as unknown as Json }]);
    this.#chosenId = id;
  }

  /** "Distance 3": the first number that no other has. */
  #nameFor(what: Tool): string {
    const word = toolWords[what];
    const names = new Set(this.marks.map(({ name }) => name));
    for (let number = 1; ; number++) if (!names.has(`${word} ${number}`)) return `${word} ${number}`;
  }
}

export const toolWords: Readonly<Record<Tool, string>> = {
  distance: 'Distance',
  height: 'Height',
  area: 'Area',
  note: 'Note',
};

/** To a tenth of a millimetre. */
function rounded([x, y, z]: ScenePoint): ScenePoint {
  const part = (metres: number) => Math.round(metres * 1e4) / 1e4;
  return [part(x), part(y), part(z)];
}
