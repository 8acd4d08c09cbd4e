import {
  type BodyEstimator,
  type BodyPicture,
  type BodySpace,
  buildBodyEstimator,
  compareBodies,
  createShapedBody,
  drawBodies,
  estimateBody,
  MEASURE_COUNT,
  measureIndex,
} from '@leib/body';
import type { PersonRow, StudyTable, TrialRow } from '../analysis/studyTable.js';
import { measuresOfAnswers, tapeNames } from '../bodies/tapeMeasures.js';
import type { ShapePerson } from './studyReport.js';

const sexes = ['female', 'male', 'neutral'] as const;
const WIDTH = 900;

/** What the place has that a report is made in. */
export interface ShapeTools {
  /** leib-bodies.bin; asked for where somebody has set a body. */
  openSpace(): Promise<BodySpace>;
  /** A picture as a data address. */
  encode(picture: BodyPicture): string;
  /** Before each person's bodies are made; what it promises is waited for, so that a page can breathe. */
  onPerson?(done: number, total: number): Promise<void> | undefined;
}

/**
 * The bodies of a shape study: the one that each block ended with, and take 1 from the tape, all measured alike, side by side
 * (thesis on self-avatars, 5.2, appendices 9 and 15). Empty for other studies.
 */
export async function shapePeople({ people, trials }: StudyTable, tools: ShapeTools): Promise<readonly ShapePerson[]> {
  const estimators = new Map<string, BodyEstimator>();
  const shapes: ShapePerson[] = [];
  for (const [done, person] of people.entries()) {
    const avatars = avatarsOf(trials.filter(({ participant }) => participant === person.participant));
    if (avatars.length === 0) continue;
    await tools.onPerson?.(done, people.length);
    const sex = sexOf(person);
    const estimator = estimators.get(sex) ?? buildBodyEstimator((await tools.openSpace())[sex]);
    estimators.set(sex, estimator);
    shapes.push(shapeOf(person, avatars, estimator, tools.encode));
  }
  return shapes;
}

function sexOf({ about }: PersonRow): (typeof sexes)[number] {
  return sexes.find((sex) => sex === about['demographics.sex']) ?? sexes.find((sex) => sex === about.sex) ?? 'neutral';
}

/** Betas at the end of each repetition of the block, in order. */
function avatarsOf(trials: readonly TrialRow[]): readonly (readonly number[])[] {
  const last = new Map<string, readonly number[]>();
  for (const { conditions, measures } of trials) {
    const betas = Object.entries(measures).flatMap(([name, value]) => (/^betas\.\d+$/.test(name) ? [value ?? 0] : []));
    if (betas.length > 0) last.set(conditions.map(({ repetition }) => repetition).join('.'), betas);
  }
  return [...last.values()];
}

function shapeOf(
  { participant, about }: PersonRow,
  avatars: readonly (readonly number[])[],
  estimator: BodyEstimator,
  encode: ShapeTools['encode'],
): ShapePerson {
  const { model } = estimator;
  const bodies = avatars.map((betas, i) => {
    const all = Float64Array.from({ length: model.betaCount }, (_, k) => betas[k] ?? 0);
    const [shaped, values] = [createShapedBody(model), new Float64Array(MEASURE_COUNT)];
    estimator.measure(all, shaped, values);
    return { name: `avatar ${i + 1}`, shaped, values };
  });
  const given = measuresOfAnswers((item) => about[`body-measures.${item}`]);
  if (given !== null) {
    const { shaped, measured: values } = estimateBody(estimator, given);
    bodies.push({ name: 'take 1', shaped, values: new Float64Array(values) });
  }
  const surfaces = bodies.map(({ name, shaped }) => ({
    ...{ name, names: null },
    surface: { positions: shaped.positions, triangles: model.triangles },
  }));
  const { bodies: placed } = compareBodies(surfaces, { distances: [], circumferences: [] });
  const drawing = {
    spacing: 0.2,
    background: 'white',
    hasDots: false,
    resolution: { width: WIDTH, height: WIDTH / 2 },
  } as const;
  return {
    participant,
    bodies: bodies.map(({ name, values }) => ({ name, measures: inCentimetres(values) })),
    picture: encode(drawBodies(placed, { ...drawing, arrangement: 'row', view: 'front' })),
  };
}

/** The twelve, with their units in the names. */
function inCentimetres(values: Float64Array): Readonly<Record<string, number>> {
  return Object.fromEntries(
    tapeNames.map((name) => {
      const value = values[measureIndex(name)];
      return name === 'weight' ? ['weight, kg', value] : [`${name}, cm`, value * 100];
    }),
  );
}
