import { type HumanoidBone, smplBones as smplBodyBones } from '@leib/core';
import { FormatError } from '@leib/formats';
import { type NumpyArray, shapeText } from './numpyArray.js';

type SmplKind = 'SMPL' | 'SMPL-H' | 'SMPL-X';

/**
 * A body model of the SMPL family that the user owns, checked and in our units: metres, Y up, facing +Z, in its
 * T-pose. Loper et al., "SMPL: a skinned multi-person linear model", 2015; Romero et al., "Embodied hands", 2017;
 * Pavlakos et al., "Expressive body capture", 2019.
 */
export interface SmplModel {
  readonly kind: SmplKind;
  readonly vertexCount: number;
  readonly jointCount: number;
  readonly betaCount: number;
  /** The mean body. vertexCount x 3. */
  readonly template: Float64Array;
  /** Displacement for one standard deviation of each beta. betaCount x vertexCount x 3. */
  readonly shapeDirections: Float64Array;
  /** Joints as weighted means of vertices: entries jointStarts[j] .. jointStarts[j + 1] - 1 belong to joint j. */
  readonly jointStarts: Uint32Array;
  readonly jointVertices: Uint32Array;
  readonly jointWeights: Float64Array;
  /** parents[i] < i; -1 for the pelvis. */
  readonly parents: Int16Array;
  /** The humanoid bone that starts at each joint; null where VRM has none (SMPL's two hand ends). */
  readonly bones: readonly (HumanoidBone | null)[];
  /** The four strongest joints of each vertex and their weights, which sum to 1. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
  /** Three vertices per triangle; empty where the file has no faces. */
  readonly triangles: Uint32Array;
  /**
   * Displacement for each entry of (R - I) of all joints but the pelvis; null where not requested or not in the file.
   * (jointCount - 1) * 9 x vertexCount x 3.
   */
  readonly poseDirections: Float32Array | null;
}

/** Arrays under the names they have in SMPL's files. */
export interface SmplArrays {
  readonly v_template: NumpyArray;
  readonly shapedirs: NumpyArray;
  readonly J_regressor: NumpyArray;
  readonly weights: NumpyArray;
  readonly kintree_table: NumpyArray;
  readonly f: NumpyArray | null;
  readonly posedirs: NumpyArray | null;
}

/** Height limit, metres: tells a body in metres from one in centimetres. */
const tallest = 4;

/**
 * Checks the arrays of a file against each other and compiles them. Throws a FormatError that names the array.
 * @param mostBetas number of betas to keep; the file may hold fewer
 */
export function buildSmplModel(arrays: SmplArrays, mostBetas: number): SmplModel {
  const { v_template, shapedirs, J_regressor, weights, kintree_table, f, posedirs } = arrays;
  expectShape('v_template', v_template, [null, 3]);
  const vertexCount = v_template.shape[0];
  expectShape('kintree_table', kintree_table, [2, null]);
  const jointCount = kintree_table.shape[1];
  const kind = smplKindOf(jointCount);
  if (kind === null) {
    throw fail('kintree_table', `expected 24 joints (SMPL), 52 (SMPL-H) or 55 (SMPL-X), got ${jointCount}`);
  }
  expectShape('shapedirs', shapedirs, [vertexCount, 3, null]);
  expectShape('J_regressor', J_regressor, [jointCount, vertexCount]);
  expectShape('weights', weights, [vertexCount, jointCount]);
  if (f !== null) expectShape('f', f, [null, 3]);
  const isPosed = posedirs !== null && posedirs.shape.length === 3;
  if (posedirs !== null && isPosed) expectShape('posedirs', posedirs, [vertexCount, 3, (jointCount - 1) * 9]);
  // Some files keep them as a matrix: features x (vertices x 3).
  else if (posedirs !== null) expectShape('posedirs', posedirs, [(jointCount - 1) * 9, vertexCount * 3]);
  for (const [name, array] of Object.entries(arrays) as [string, NumpyArray | null][]) {
    if (array !== null && !array.values.every(Number.isFinite)) throw fail(name, 'expected finite numbers, got others');
  }
  checkHeight(v_template.values);

  const betaCount = Math.min(mostBetas, shapeCount(kind, shapedirs.shape[2]));
  return {
    kind,
    vertexCount,
    jointCount,
    betaCount,
    template: v_template.values,
    shapeDirections: lastAxisFirst(shapedirs, betaCount),
    ...sparseRegressor(J_regressor),
    parents: readParents(kintree_table),
    bones: bonesOfSmpl(kind),
    ...strongestJoints(weights, jointCount),
    triangles: f === null ? new Uint32Array() : readTriangles(f, vertexCount),
    poseDirections:
      posedirs === null
        ? null
        : Float32Array.from(isPosed ? lastAxisFirst(posedirs, posedirs.shape[2]) : posedirs.values),
  };
}

/** SMPL-X files hold expressions of the face after the shapes: 300 and 100, or 10 and 10 in the small files. */
function shapeCount(kind: SmplKind, count: number): number {
  if (kind !== 'SMPL-X') return count;
  return count === 20 ? 10 : Math.min(count, 300);
}

function expectShape(name: string, { shape }: NumpyArray, expected: readonly (number | null)[]): void {
  const isRight =
    shape.length === expected.length && expected.every((length, i) => length === null || length === shape[i]);
  if (isRight && shape.every((length) => length > 0)) return;
  const wanted = expected.map((length) => length ?? 'any').join(', ');
  throw fail(name, `expected shape (${wanted}), got ${shapeText(shape)}`);
}

function checkHeight(positions: Float64Array): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < positions.length; at += 3) {
    low = Math.min(low, positions[at]);
    high = Math.max(high, positions[at]);
  }
  const height = high - low;
  if (height > 0 && height < tallest) return;
  throw fail('v_template', `expected a body in metres, Y up, got a height of ${Number(height.toPrecision(3))}`);
}

/** vertices x 3 x count -> count x vertices x 3. */
function lastAxisFirst({ shape, values }: NumpyArray, keep: number): Float64Array {
  const rowCount = shape[0] * shape[1];
  const count = shape[2];
  const out = new Float64Array(keep * rowCount);
  for (let k = 0; k < keep; k++)
    for (let row = 0; row < rowCount; row++) out[k * rowCount + row] = values[row * count + k];
  return out;
}

function sparseRegressor({ shape, values }: NumpyArray) {
  const [jointCount, vertexCount] = shape;
  const entryCount = values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
  const jointStarts = new Uint32Array(jointCount + 1);
  const jointVertices = new Uint32Array(entryCount);
  const jointWeights = new Float64Array(entryCount);
  let entry = 0;
  for (let joint = 0; joint < jointCount; joint++) {
    let sum = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const weight = values[joint * vertexCount + vertex];
      if (weight === 0) continue;
      jointVertices[entry] = vertex;
      jointWeights[entry++] = weight;
      sum += weight;
    }
    // A joint whose weights do not sum to 1 would stay behind when the body moves.
    if (Math.abs(sum - 1) > 0.01) throw fail('J_regressor', `row ${joint}: expected a sum of 1, got ${sum.toFixed(3)}`);
    jointStarts[joint + 1] = entry;
  }
  return { jointStarts, jointVertices, jointWeights };
}

/** Row 0 holds parents, row 1 the joints' own numbers. The pelvis' parent becomes -1, also where it is stored unsigned. */
function readParents({ shape, values }: NumpyArray): Int16Array {
  const jointCount = shape[1];
  const columnOf = new Map(Array.from({ length: jointCount }, (_, column) => [values[jointCount + column], column]));
  return Int16Array.from({ length: jointCount }, (_, joint) => {
    const parent = joint === 0 ? -1 : columnOf.get(values[joint]);
    if (parent === undefined || parent >= joint) {
      throw fail('kintree_table', `joint ${joint}: expected a parent before it, got ${values[joint]}`);
    }
    return parent;
  });
}

function strongestJoints({ values }: NumpyArray, jointCount: number) {
  const vertexCount = values.length / jointCount;
  const skinJoints = new Uint8Array(vertexCount * 4);
  const skinWeights = new Float32Array(vertexCount * 4);
  const order = Array.from({ length: jointCount }, (_, joint) => joint);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const row = vertex * jointCount;
    const strongest = order.toSorted((a, b) => values[row + b] - values[row + a]).slice(0, 4);
    const sum = strongest.reduce((total, joint) => total + Math.max(values[row + joint], 0), 0);
    if (!(sum > 0)) throw fail('weights', `vertex ${vertex}: expected weights above 0, got none`);
    strongest.forEach((joint, k) => {
      skinJoints[vertex * 4 + k] = joint;
      skinWeights[vertex * 4 + k] = Math.max(values[row + joint], 0) / sum;
    });
  }
  return { skinJoints, skinWeights };
}

function readTriangles({ values }: NumpyArray, vertexCount: number): Uint32Array {
  values.forEach((index, i) => {
    if (Number.isInteger(index) && index >= 0 && index < vertexCount) return;
    throw fail('f', `triangle ${Math.floor(i / 3)}: expected a vertex below ${vertexCount}, got ${index}`);
  });
  return Uint32Array.from(values);
}

function fail(name: string, reason: string): FormatError {
  return new FormatError('SMPL', name, reason);
}

/** SMPL-H and SMPL-X list the fingers in this order, three joints each, from the palm outwards. */
const fingers = [
  ['IndexProximal', 'IndexIntermediate', 'IndexDistal'],
  ['MiddleProximal', 'MiddleIntermediate', 'MiddleDistal'],
  ['LittleProximal', 'LittleIntermediate', 'LittleDistal'],
  ['RingProximal', 'RingIntermediate', 'RingDistal'],
  ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'],
] as const;

const hand = (side: 'left' | 'right'): HumanoidBone[] =>
  fingers.flatMap((finger) => finger.map((part): HumanoidBone => `${side}${part}`));

/** Kind of model by its number of joints; null for any other number. */
function smplKindOf(jointCount: number): SmplKind | null {
  return jointCount === 24 ? 'SMPL' : jointCount === 52 ? 'SMPL-H' : jointCount === 55 ? 'SMPL-X' : null;
}

/** The humanoid bone of each joint. SMPL's last two joints are the knuckles, for which VRM has no bone. */
function bonesOfSmpl(kind: SmplKind): readonly (HumanoidBone | null)[] {
  switch (kind) {
    case 'SMPL':
      return [...smplBodyBones, null, null];
    case 'SMPL-H':
      return [...smplBodyBones, ...hand('left'), ...hand('right')];
    case 'SMPL-X':
      return [...smplBodyBones, 'jaw', 'leftEye', 'rightEye', ...hand('left'), ...hand('right')];
  }
}
