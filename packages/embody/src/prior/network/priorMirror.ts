import {
  CONTACT_OUTPUTS,
  ERROR_OUTPUTS,
  FEATURE_COUNT,
  HEAD_JOINT,
  OUTPUT_COUNT,
  PRIOR_JOINT_COUNT,
  PRIOR_POINT_COUNT,
  PROPORTION_COUNT,
  priorLags,
} from './priorLayout.js';

/** Where each number is found before, and its sign. */
export interface Rearrangement {
  readonly from: Int16Array;
  readonly signs: Float64Array;
}

/** Number by number: where it comes from, and its sign. */
class Rows {
  readonly from: number[] = [];
  readonly signs: number[] = [];

  /** `signs.length` numbers that begin at `start`. */
  add(start: number, signs: readonly number[]): void {
    signs.forEach((sign, i) => {
      this.from.push(start + i);
      this.signs.push(sign);
    });
  }

  build(): Rearrangement {
    return { from: Int16Array.from(this.from), signs: Float64Array.from(this.signs) };
  }
}

const scalar = [1];
/** A mirror image has x for -x... */
const vector = [-1, 1, 1];
/** ...and of a rotation R the image is S R S, S = diag(-1, 1, 1): its first two columns. */
const columns = [1, -1, -1, -1, 1, 1];

/** Left for right. */
const mirroredPoints = [0, 2, 1, 3, 5, 4];
const mirroredJoints = [0, 2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10, 12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 22];
const mirroredContacts = [1, 0, 3, 2];

/** Features as they are. */
export const asTheyAre: Rearrangement = {
  from: Int16Array.from({ length: FEATURE_COUNT }, (_, i) => i),
  signs: new Float64Array(FEATURE_COUNT).fill(1),
};

/** Features of the person's mirror image, out of the person's own. Laid out as writeFeatures() has them. */
export const reflectFeatures: Rearrangement = buildFeatures();

/** Turns the answer for the mirror image into one for the person. */
export const reflectOutputs: Rearrangement = buildOutputs();

function buildFeatures(): Rearrangement {
  const rows = new Rows();
  const starts = [0];
  const shapes = Array.from({ length: PRIOR_POINT_COUNT }, (_, point) =>
    point === 0 ? [scalar, columns, vector, columns].flat() : [vector, columns, vector, columns, scalar].flat(),
  );
  for (const shape of shapes) starts.push((starts.at(-1) as number) + shape.length);
  for (let point = 0; point < PRIOR_POINT_COUNT; point++) rows.add(starts[mirroredPoints[point]], shapes[point]);
  let at = rows.from.length;
  for (let lag = 0; lag < priorLags.length; lag++) {
    for (let point = 0; point < 3; point++) rows.add(at + mirroredPoints[point] * 3, vector);
    rows.add(at + 9, columns);
    at = rows.from.length;
  }
  // Left and right are averaged in the proportions.
  rows.add(at, new Array<number>(PROPORTION_COUNT).fill(1));
  return rows.build();
}

function buildOutputs(): Rearrangement {
  const rows = new Rows();
  const startOf = (joint: number) => (joint < HEAD_JOINT ? joint : joint - 1) * 6;
  for (let joint = 0; joint < PRIOR_JOINT_COUNT; joint++) {
    if (joint !== HEAD_JOINT) rows.add(startOf(mirroredJoints[joint]), columns);
  }
  const contacts = rows.from.length;
  for (let i = 0; i < CONTACT_OUTPUTS; i++) rows.add(contacts + mirroredContacts[i], scalar);
  rows.add(OUTPUT_COUNT - ERROR_OUTPUTS, new Array<number>(ERROR_OUTPUTS).fill(1));
  return rows.build();
}
