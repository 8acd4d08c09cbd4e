import {
  type BodyEstimator,
  type BodySex,
  betasOfWords,
  estimateBody,
  type GivenMeasures,
  type WordRatings,
} from '@leib/body';
import type { JsonObject } from '@leib/stage';
import type { PlanStep } from '../protocol/plan.js';
import type { StudySession } from '../session/studySession.js';
import { measuresOfAnswers, measuresOfTake } from './tapeMeasures.js';

/** A body of the shape space, by what it follows from: betas, measures, or words. Plain JSON: the body of an actor's document. */
export interface StudyShape {
  readonly kind: 'shape';
  readonly sex: BodySex;
  readonly betas?: readonly number[];
  /** Metres and kilograms. */
  readonly measures?: GivenMeasures;
  readonly words?: WordRatings;
}

/** The participant's own scan: whoever shows the stage has it. */
export interface StudyScan {
  readonly kind: 'scan';
  readonly sex: BodySex;
}

/**
 * The body that a study's model `shape` or `scan` is at a step: the participant's own as it was adjusted last, or as the tape says, or
 * the standard body of the sex. A look at a body shows what its setting `shows` says: `own`, `take1` to `take4`, `words`, `scan`. Null
 * where the model is another.
 */
export function shapeOfStep(step: PlanStep, session: StudySession): StudyShape | StudyScan | null {
  const { model } = step.body;
  if (model.kind !== 'shape' && model.kind !== 'scan') return null;
  const sex = session.participant.sex === 'average' ? 'neutral' : session.participant.sex;
  const { node, settings } = step;
  const shows = node.kind === 'task' && node.task === 'lookAtBody' ? String(settings.shows ?? 'own') : 'own';
  if (shows === 'scan' || (shows === 'own' && model.kind === 'scan')) return { kind: 'scan', sex };
  const [, take] = /^take([1-4])$/.exec(shows) ?? [];
  const measures = measuresIn(session);
  const shape = { kind: 'shape', sex } as const;
  if (take !== undefined && measures)
    return { ...shape, measures: measuresOfTake(measures, Number(take) as 1 | 2 | 3 | 4) };
  const words = lastMeasured(session, 'ratings');
  if (shows === 'words' && words) return { ...shape, words: words as WordRatings };
  // A pass begins with what its settings say; afterwards it is what it made of it.
  const begins = node.kind === 'task' && node.task === 'adjustBetas' && settings.startsFrom === 'standard';
  const kept = lastMeasured(session, 'betas');
  if (Array.isArray(kept) && !begins) return { ...shape, betas: kept.map(Number) };
  return measures && !begins ? { ...shape, measures } : { ...shape, betas: [] };
}

/** Betas of a body, however it was said. */
export function betasOfShape({ betas, measures, words }: StudyShape, estimator: BodyEstimator): Float64Array {
  const { model } = estimator;
  if (measures) return estimateBody(estimator, measures).betas;
  const given = words ? betasOfWords(model.measureStatistics, words) : (betas ?? []);
  return Float64Array.from({ length: model.betaCount }, (_, k) => given[k] ?? 0);
}

function lastMeasured({ done }: StudySession, value: string): JsonObject | readonly unknown[] | null {
  const found = done.findLast(({ measured }) => measured?.[value] !== undefined)?.measured?.[value];
  return typeof found === 'object' ? (found as JsonObject) : null;
}

/** What the tape said, as far as somebody was measured. */
function measuresIn({ done, plan }: StudySession): GivenMeasures | null {
  const asked = new Set(
    plan.flatMap(({ id, node }) => (node.kind === 'questionnaire' && node.of === 'body-measures' ? [id] : [])),
  );
  const answers = done.findLast(({ step }) => asked.has(step))?.answers;
  return answers ? measuresOfAnswers((item) => answers[item]) : null;
}
