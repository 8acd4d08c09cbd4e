import type { HumanoidBone } from '@leib/core';
import type { GainEvaluation, JointEvaluation } from '@leib/reembody/measure';
import type { EvaluationPair } from '../gains/gainsMessages.js';

/** One joint before and after, in people's units. */
export interface EvaluationRow {
  readonly bone: HumanoidBone;
  readonly before: EvaluationNumbers;
  readonly after: EvaluationNumbers;
}

/** Degrees, percent, milliseconds; null: it did not settle, or did not get there. */
export interface EvaluationNumbers {
  readonly mean: number | null;
  readonly max: number | null;
  readonly overshoot: number | null;
  readonly settling: number | null;
  readonly response: number | null;
}

export const evaluationColumns = [
  { key: 'mean', label: 'Mean error', unit: '°', digits: 3 },
  { key: 'max', label: 'Largest error', unit: '°', digits: 2 },
  { key: 'overshoot', label: 'Overshoot', unit: '%', digits: 1 },
  { key: 'settling', label: 'Settling', unit: 'ms', digits: 0 },
  { key: 'response', label: 'Response', unit: 'ms', digits: 0 },
] as const satisfies readonly { key: keyof EvaluationNumbers; label: string; unit: string; digits: number }[];

export type EvaluationColumn = (typeof evaluationColumns)[number]['key'];

/** Joints of both evaluations, the worst of now first by one column, or by the alphabet. */
export function evaluationRows({ before, after }: EvaluationPair, by: EvaluationColumn | 'joint'): EvaluationRow[] {
  const rows = after.joints.flatMap((joint): EvaluationRow[] => {
    const earlier = before.joints.find(({ bone }) => bone === joint.bone);
    return earlier ? [{ bone: joint.bone, before: numbersOf(earlier), after: numbersOf(joint) }] : [];
  });
  if (by === 'joint') return rows.toSorted((a, b) => a.bone.localeCompare(b.bone));
  // What never got there is worst of all.
  const rank = (row: EvaluationRow) => row.after[by] ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

/** The mean over all joints; of times over those that arrive. */
export function evaluationMeans({ joints }: GainEvaluation): EvaluationNumbers {
  const numbers = joints.map(numbersOf);
  const mean = (key: EvaluationColumn): number | null => {
    const known = numbers.map((each) => each[key]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return {
    mean: mean('mean'),
    max: mean('max'),
    overshoot: mean('overshoot'),
    settling: mean('settling'),
    response: mean('response'),
  };
}

function numbersOf(joint: JointEvaluation): EvaluationNumbers {
  const { meanDeg, maxDeg, overshoot, settlingSeconds, responseSeconds } = joint;
  return {
    mean: meanDeg,
    max: maxDeg,
    overshoot: overshoot * 100,
    settling: settlingSeconds === null ? null : settlingSeconds * 1000,
    response: responseSeconds === null ? null : responseSeconds * 1000,
  };
}
