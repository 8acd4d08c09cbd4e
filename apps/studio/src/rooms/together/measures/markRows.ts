import { type ActorId, type SceneMark, type ScenePoint, type StageDoc, valueOfMeasure } from '@leib/stage';
import { type MeasuresController, type Tool, toolWords } from './measuresController.js';

export type RowOrder = 'newest' | 'name' | 'kind' | 'value' | 'author';

/** A mark as lists show it. */
export interface MarkRow {
  readonly id: string;
  readonly what: Tool;
  readonly name: string;
  /** "2.31 m"; of a note its words. */
  readonly text: string;
  readonly details: string;
  readonly value: number;
  /** What they are called now, or were then. */
  readonly author: string;
  readonly authorId: ActorId;
  readonly atMs: number;
  /** The middle of its points. */
  readonly place: ScenePoint;
  readonly picture: string | null;
  readonly isChosen: boolean;
  readonly mayChange: boolean;
}

/** All marks for a list, in this order. */
export function markRows(measures: MeasuresController, doc: StageDoc | null, order: RowOrder): readonly MarkRow[] {
  return measures.marks.map((mark) => rowOf(mark, measures, doc)).toSorted(orders[order]);
}

function rowOf(mark: SceneMark, measures: MeasuresController, doc: StageDoc | null): MarkRow {
  const { id, name, author, authorName, atMs } = mark;
  const now = doc?.actors[author]?.settings.name;
  const value = mark.kind === 'note' ? null : valueOfMeasure(mark);
  return {
    id,
    name,
    atMs,
    what: mark.kind === 'note' ? 'note' : mark.what,
    text: mark.kind === 'note' ? mark.text : (value?.text ?? ''),
    details: value?.details ?? '',
    value: value?.value ?? 0,
    author: typeof now === 'string' ? now : authorName,
    authorId: author,
    place: middleOf(mark.points),
    picture: mark.kind === 'note' ? mark.picture : null,
    isChosen: id === measures.chosenId,
    mayChange: measures.mayChange(mark),
  };
}

const newestFirst = (a: MarkRow, b: MarkRow) => b.atMs - a.atMs;
const byName = (a: MarkRow, b: MarkRow) => a.name.localeCompare(b.name, undefined, { numeric: true });

const orders: Readonly<Record<RowOrder, (a: MarkRow, b: MarkRow) => number>> = {
  newest: newestFirst,
  name: byName,
  kind: (a, b) => toolWords[a.what].localeCompare(toolWords[b.what]) || byName(a, b),
  value: (a, b) => b.value - a.value,
  author: (a, b) => a.author.localeCompare(b.author) || newestFirst(a, b),
};

export function middleOf(points: readonly ScenePoint[]): ScenePoint {
  const mean = (axis: 0 | 1 | 2) => points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length);
  return [mean(0), mean(1), mean(2)];
}
