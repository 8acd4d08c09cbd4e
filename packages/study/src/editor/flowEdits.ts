import { isRecord } from '@leib/core';
import type { StudyValue } from './studyDraft.js';
import { type ValuePath, valueAt, withValueAt } from './studyDraft.js';

/** A step in the flow: its place among the steps, and the places of the blocks that it is in, outermost first. */
export type StepPath = readonly number[];

/** A step or block as a document has it. */
export type FlowValue = Readonly<Record<string, unknown>>;

export type StepKind = 'text' | 'consent' | 'questionnaire' | 'task' | 'pause' | 'block';
export const stepKinds: readonly StepKind[] = ['text', 'questionnaire', 'task', 'pause', 'consent', 'block'];

/** Blocks may be in blocks so deep. */
const MOST_LEVELS = 3;

/** Where a step stands in the document: `['flow', 6, 'flow', 0]`. */
export const placeOfStep = (path: StepPath): ValuePath => path.flatMap((index) => ['flow', index]);

export function stepAt(study: StudyValue, path: StepPath): FlowValue | null {
  const found = valueAt(study, placeOfStep(path));
  return path.length > 0 && isRecord(found) ? found : null;
}

/** The steps of a block; of the study where the path is empty. */
export function stepsIn(study: StudyValue, path: StepPath): readonly FlowValue[] {
  const found = valueAt(study, [...placeOfStep(path), 'flow']);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** Steps and blocks in the order of the tree, with their places. */
export function stepPaths(study: StudyValue, path: StepPath = []): readonly StepPath[] {
  return stepsIn(study, path).flatMap((_, index) => [[...path, index], ...stepPaths(study, [...path, index])]);
}

const withSteps = (study: StudyValue, path: StepPath, steps: readonly FlowValue[]) =>
  withValueAt(study, [...placeOfStep(path), 'flow'], steps) as StudyValue;

/** An edit: the study after it, and where the step is then. */
export interface FlowEdit {
  readonly study: StudyValue;
  readonly at: StepPath;
}

/** Puts a step before the one that has this place; its id becomes one of its own. */
export function insertStep(study: StudyValue, path: StepPath, step: FlowValue): FlowEdit {
  const [parent, index] = [path.slice(0, -1), path.at(-1) ?? 0];
  const steps = stepsIn(study, parent);
  const own = { ...step, id: freeId(steps, String(step.id ?? 'step')) };
  return { study: withSteps(study, parent, steps.toSpliced(index, 0, own)), at: path };
}

/** The one after it is there then, or the one before. Null: the last step of all, or of a block, cannot be taken away. */
export function removeStep(study: StudyValue, path: StepPath): FlowEdit | null {
  const [parent, index] = [path.slice(0, -1), path.at(-1) ?? 0];
  const steps = stepsIn(study, parent);
  if (steps.length < 2) return null;
  const left = steps.toSpliced(index, 1);
  return { study: withSteps(study, parent, left), at: [...parent, Math.min(index, left.length - 1)] };
}

export function duplicateStep(study: StudyValue, path: StepPath): FlowEdit | null {
  const step = stepAt(study, path);
  return step && insertStep(study, [...path.slice(0, -1), (path.at(-1) ?? 0) + 1], step);
}

/**
 * Up or down by one place. At the end of a block it goes out of it, and a block beside it takes it in. Null where it cannot go on.
 */
export function shiftStep(study: StudyValue, path: StepPath, by: -1 | 1): FlowEdit | null {
  const [parent, index] = [path.slice(0, -1), path.at(-1) ?? 0];
  const beside = stepsIn(study, parent)[index + by];
  if (beside?.kind === 'block') {
    const inside = stepsIn(study, [...parent, index + by]);
    return moveStep(study, path, [...parent, index + by, by > 0 ? 0 : inside.length]);
  }
  if (beside !== undefined) return moveStep(study, path, [...parent, by > 0 ? index + 2 : index - 1]);
  if (parent.length === 0) return null;
  const block = parent.at(-1) ?? 0;
  return moveStep(study, path, [...parent.slice(0, -1), by > 0 ? block + 1 : block]);
}

/** Takes a step to before the one that has a place now. Null where that is in itself, too deep, or leaves a block empty. */
export function moveStep(study: StudyValue, from: StepPath, to: StepPath): FlowEdit | null {
  const step = stepAt(study, from);
  const isInside = from.every((index, level) => to[level] === index) && to.length > from.length;
  if (step === null || isInside || to.length - 1 + levelsOf(step) > MOST_LEVELS) return null;
  const parent = from.slice(0, -1);
  const siblings = stepsIn(study, parent);
  const isSameParent = parent.join() === to.slice(0, -1).join();
  if (siblings.length < 2 && !isSameParent) return null;
  const without = withSteps(study, parent, siblings.toSpliced(from.at(-1) ?? 0, 1));
  // What stood behind it has moved up by one.
  const level = parent.length;
  const isBehind = parent.every((index, k) => to[k] === index) && to[level] > (from.at(-1) ?? 0);
  const target = isBehind ? to.map((index, k) => (k === level ? index - 1 : index)) : to;
  return insertStep(without, target, step);
}

function levelsOf(step: FlowValue): number {
  if (step.kind !== 'block') return 0;
  const inside = Array.isArray(step.flow) ? step.flow.filter(isRecord) : [];
  return 1 + Math.max(0, ...inside.map(levelsOf));
}

/** Ids of siblings are their own: hand, hand2, hand3. */
function freeId(steps: readonly FlowValue[], id: string): string {
  const taken = new Set(steps.map((step) => step.id));
  let end = id.length;
  while (end > 0 && /\d/.test(id[end - 1])) end--;
  const stem = id.slice(0, end) || 'step';
  let free = id;
  for (let number = 2; taken.has(free); number++) free = `${stem}${number}`;
  return free;
}

/** A step to begin with, with texts in all languages. */
export function newStep(kind: StepKind, languages: readonly string[]): FlowValue {
  const text = (words: string) =>
    languages.length > 1 ? Object.fromEntries(languages.map((code) => [code, words])) : words;
  switch (kind) {
    case 'text':
      return { kind, id: 'text', where: 'screen', text: text('What participants read.') };
    case 'consent':
      return { kind, id: 'consent' };
    case 'questionnaire':
      return { kind, id: 'questions', of: 'embodiment-2020' };
    case 'task':
      return { kind, id: 'task', task: 'explore', seconds: 60, instruction: text('Look around.') };
    case 'pause':
      return { kind, id: 'rest', seconds: 0, text: text('Rest if you like.') };
    case 'block':
      return {
        ...{ kind, id: 'block', order: 'permutations' },
        conditions: [
          { id: 'a', set: { body: { latencyMs: 0 } } },
          { id: 'b', set: { body: { latencyMs: 150 } } },
        ],
        flow: [newStep('task', languages)],
      };
  }
}

/** A study to begin with where nobody wants an example. */
export function blankStudy(): StudyValue {
  return {
    format: 'leib-study/1',
    id: 'study',
    version: '1',
    title: 'A study',
    languages: ['en'],
    participants: 12,
    seed: 1,
    ethics: { text: 'Replace this by what your committee has approved.' },
    consent: { text: 'What the study is about.', points: ['I take part voluntarily and may stop at any time.'] },
    body: { model: { kind: 'default' }, latencyMs: 0 },
    record: {},
    flow: [newStep('consent', ['en']), newStep('text', ['en'])],
  };
}
