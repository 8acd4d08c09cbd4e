import type { HumanoidBone } from '@leib/core';
import type { BodyModel, BodySex, PoseCorrections } from '../shape/bodyModel.js';
import type { SmplModel } from './buildSmplModel.js';

/** Soles: vertices at most this far above the lowest, metres. */
const soleHeight = 0.01;

/** Number of betas in the PCA view. */
const sliderCount = 10;

/**
 * The user's SMPL as a body model like our own: soles on the floor, hips over the origin, joints without a VRM bone
 * (SMPL's knuckles) merged into their parents. SMPL's betas are principal components already, so the PCA view is the
 * first ten of them. Where its pose correctives were read, poseShape() uses them. SMPL files hold no measures of people: those statistics are empty.
 * @param sex sex of the model; SMPL's files do not contain it
 */
export function bodyModelOfSmpl(smpl: SmplModel, sex: BodySex = 'neutral'): BodyModel {
  const { vertexCount, betaCount } = smpl;
  const { jointNames, parents, keptOf } = keepBones(smpl);
  const meanPositions = smpl.template.slice();
  const modes = Float32Array.from(smpl.shapeDirections);
  const soles = findSoles(meanPositions);
  const hips = regressHips(smpl, meanPositions);
  let floor = Number.POSITIVE_INFINITY;
  for (let at = 1; at < meanPositions.length; at += 3) floor = Math.min(floor, meanPositions[at]);
  shift(meanPositions, 0, vertexCount, -hips[0], -floor, -hips[2]);
  // SMPL's origin is near the pelvis; ours is on the floor, so a mode must not move the soles.
  for (let beta = 0; beta < betaCount; beta++) {
    const mode = modes.subarray(beta * vertexCount * 3, (beta + 1) * vertexCount * 3);
    const moved = regressHips(smpl, mode);
    let rise = 0;
    for (const vertex of soles) rise += mode[vertex * 3 + 1] / soles.length;
    shift(mode, 0, vertexCount, -moved[0], -rise, -moved[2]);
  }
  const kept = keptOf.flatMap((place, joint) => (jointNames[place] === smpl.bones[joint] ? [joint] : []));
  const componentCount = Math.min(sliderCount, betaCount);
  const explainedVariance = varianceShares(modes, betaCount);
  return {
    sex,
    vertexCount,
    triangles: smpl.triangles,
    betaCount,
    betaNames: Array.from({ length: betaCount }, (_, beta) => `${smpl.kind} ${beta + 1}`),
    meanPositions,
    modes,
    explainedVariance,
    pcaView: {
      count: componentCount,
      toBetas: Float64Array.from({ length: betaCount * componentCount }, (_, i) =>
        Math.floor(i / componentCount) === i % componentCount ? 1 : 0,
      ),
      explainedVariance: explainedVariance.slice(0, componentCount),
    },
    measureStatistics: {
      names: [],
      means: new Float64Array(),
      covariance: new Float64Array(),
      factor: new Float64Array(),
      personCount: 0,
    },
    jointNames,
    parents,
    jointRegressor: regressorOf(smpl, kept),
    skinJoints: smpl.skinJoints.map((joint) => keptOf[joint]),
    skinWeights: smpl.skinWeights,
    ...(smpl.poseDirections && { poseCorrections: correctionsOf(kept, smpl.poseDirections) }),
  };
}

/** Of the kept joints but the pelvis, which SMPL's corrections do not depend on; others are never turned. */
function correctionsOf(kept: readonly number[], directions: Float32Array): PoseCorrections {
  const joints = kept.map((smplJoint, joint) => ({ joint, firstRow: (smplJoint - 1) * 9 }));
  return { joints: joints.filter(({ firstRow }) => firstRow >= 0), directions };
}

/** The sex of a model by the name of its file: SMPL files state it there only. */
export function sexOfFileName(path: string): BodySex {
  const name = path.toLowerCase();
  if (/female|_f[_.]/.test(name)) return 'female';
  return /male|_m[_.]/.test(name) ? 'male' : 'neutral';
}

/** Joints that are bones, in the file's order; keptOf maps every joint of the file to the one it is merged into. */
function keepBones({ bones, parents: smplParents }: SmplModel) {
  const jointNames: HumanoidBone[] = [];
  const parents: number[] = [];
  const keptOf: number[] = [];
  bones.forEach((bone, joint) => {
    const parent = smplParents[joint] < 0 ? -1 : keptOf[smplParents[joint]];
    if (bone === null) {
      keptOf.push(parent);
      return;
    }
    keptOf.push(jointNames.length);
    jointNames.push(bone);
    parents.push(parent);
  });
  return { jointNames, parents: Int16Array.from(parents), keptOf };
}

function regressorOf({ jointStarts, jointVertices, jointWeights }: SmplModel, kept: readonly number[]) {
  const starts = new Uint32Array(kept.length + 1);
  const vertices: number[] = [];
  const weights: number[] = [];
  kept.forEach((joint, place) => {
    for (let at = jointStarts[joint]; at < jointStarts[joint + 1]; at++) {
      vertices.push(jointVertices[at]);
      weights.push(jointWeights[at]);
    }
    starts[place + 1] = vertices.length;
  });
  return { starts, vertices: Uint16Array.from(vertices), weights: Float32Array.from(weights) };
}

/** Position of the first joint on a surface, or its displacement for a displacement of the surface. */
function regressHips({ jointStarts, jointVertices, jointWeights }: SmplModel, values: ArrayLike<number>) {
  const hips = [0, 0, 0];
  for (let at = jointStarts[0]; at < jointStarts[1]; at++) {
    for (let k = 0; k < 3; k++) hips[k] += jointWeights[at] * values[jointVertices[at] * 3 + k];
  }
  return hips;
}

function findSoles(positions: Float64Array): number[] {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 1; at < positions.length; at += 3) lowest = Math.min(lowest, positions[at]);
  const soles: number[] = [];
  for (let at = 1; at < positions.length; at += 3) if (positions[at] < lowest + soleHeight) soles.push((at - 1) / 3);
  return soles;
}

function shift(values: Float32Array | Float64Array, from: number, to: number, x: number, y: number, z: number): void {
  for (let at = from * 3; at < to * 3; at += 3) {
    values[at] += x;
    values[at + 1] += y;
    values[at + 2] += z;
  }
}

/** Share of each mode in the variance of all kept modes; the betas are independent with variance 1. */
function varianceShares(modes: Float32Array, betaCount: number): Float64Array {
  const length = modes.length / betaCount;
  const variances = Float64Array.from({ length: betaCount }, (_, beta) => {
    let sum = 0;
    for (let i = beta * length; i < (beta + 1) * length; i++) sum += modes[i] * modes[i];
    return sum;
  });
  const total = variances.reduce((sum, variance) => sum + variance, 0) || 1;
  return variances.map((variance) => variance / total);
}
