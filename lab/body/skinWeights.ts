import { smoothStep } from '@leib/core';
import type { BaseMesh } from './baseMesh.ts';
import type { NeutralBody } from './neutralBody.ts';
import { boneIndex, keptBoneOf, keptBones, type SourceRig } from './rig.ts';
import { BODY_VERTEX_COUNT } from './targets.ts';
import { type Neighbours, smoothRows } from './topology.ts';

/** Dense weights: one row of keptBones.length per vertex, each row summing to 1. Small enough, and simple to smooth. */
export type DenseWeights = Float64Array;

/** Weights of the dropped bones move to the bone that keeps them. */
export function mergeSkinWeights(mesh: BaseMesh, rig: SourceRig): DenseWeights {
  const boneCount = keptBones.length;
  const target = mesh.boneNames.map((name) => keptBoneOf(rig, name));
  const weights = new Float64Array(BODY_VERTEX_COUNT * boneCount);
  for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += mesh.skinWeights[vertex * 4 + k];
    for (let k = 0; k < 4; k++) {
      const bone = target[mesh.skinBones[vertex * 4 + k]];
      weights[vertex * boneCount + bone] += mesh.skinWeights[vertex * 4 + k] / sum;
    }
  }
  return weights;
}

/** Keeps the four strongest bones of each row and makes them sum to 1. */
export function limitInfluences(weights: DenseWeights, influenceCount = 4): void {
  const boneCount = keptBones.length;
  for (let at = 0; at < weights.length; at += boneCount) {
    const row = weights.subarray(at, at + boneCount);
    const order = [...row.keys()].sort((a, b) => row[b] - row[a] || a - b);
    for (const bone of order.slice(influenceCount)) row[bone] = 0;
    const sum = row.reduce((total, value) => total + value, 0);
    for (let bone = 0; bone < boneCount; bone++) row[bone] /= sum;
  }
}

/**
 * The source rig lifts the shoulder with five bones; merged into two, the upper arm would pull at the skin as far as
 * the neck, and lowered arms would shrug. So its reach towards the neck is faded out (joint - 0.75 dm .. joint), and
 * what it gives up goes to the collar bone.
 */
export function calmShoulders(weights: DenseWeights, body: NeutralBody): DenseWeights {
  const boneCount = keptBones.length;
  const reach = 0.75;
  for (const side of ['left', 'right'] as const) {
    const [arm, collar] = [boneIndex[`${side}UpperArm`], boneIndex[`${side}Shoulder`]];
    const jointX = Math.abs(body.joints[arm * 3]);
    for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
      const row = weights.subarray(vertex * boneCount, (vertex + 1) * boneCount);
      if (row[arm] === 0) continue;
      const given = row[arm] * smoothStep(jointX - Math.abs(body.positions[vertex * 3]), 0, reach);
      row[arm] -= given;
      row[collar] += given;
    }
  }
  return weights;
}

/** How far around a joint the weights are evened out, decimetres, and how often: it widens the bend and the twist. */
const evened: readonly (readonly [part: string, radius: number, steps: number])[] = [
  ['UpperArm', 2.4, 8],
  ['LowerArm', 0.9, 4],
  ['Hand', 0.7, 8],
  ['ThumbMetacarpal', 0.6, 10],
  ['ThumbProximal', 0.4, 8],
];

/** Laplacian smoothing of the weights around the joints that need it. */
export function evenWeights(weights: DenseWeights, body: NeutralBody, neighbours: Neighbours): DenseWeights {
  let smooth = weights;
  for (const [part, radius, steps] of evened) {
    const near = nearJoints(body, [`left${part}`, `right${part}`], radius);
    for (let step = 0; step < steps; step++) {
      smooth = smoothRows(smooth, keptBones.length, neighbours, (vertex) => 0.5 * near[vertex]);
    }
  }
  return smooth;
}

/** 1 within half the radius of a joint, fading to 0 at the radius. */
function nearJoints(body: NeutralBody, bones: readonly string[], radius: number): Float64Array {
  const near = new Float64Array(BODY_VERTEX_COUNT);
  for (const bone of bones) {
    const joint = body.joints.subarray(boneIndex[bone] * 3, boneIndex[bone] * 3 + 3);
    for (let vertex = 0; vertex < BODY_VERTEX_COUNT; vertex++) {
      const p = body.positions.subarray(vertex * 3, vertex * 3 + 3);
      const distance = Math.hypot(p[0] - joint[0], p[1] - joint[1], p[2] - joint[2]);
      near[vertex] = Math.max(near[vertex], Math.min(1, Math.max(0, (2 * (radius - distance)) / radius)));
    }
  }
  return near;
}
