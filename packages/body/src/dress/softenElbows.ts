import { smoothStep } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';

/** Weights of a body's skin: joints per vertex and their shares, which sum to 1. */
export type SkinWeights = Pick<BodyModel, 'skinJoints' | 'skinWeights'>;

/** How far from the elbow the bend and the turn of the forearm are spread, metres, and over how many rounds. */
const REACH = 0.13;
const ROUNDS = 14;

/**
 * Spreads the change from upper arm to forearm over more of the arm. The model changes over within four centimetres, which
 * is as anatomy has it for the bend; but the forearm also turns there, by up to 80 degrees, and linear blending then
 * leaves a crease with a step in the light. Cloth follows the arm more loosely than skin.
 */
export function softenElbows(model: BodyModel, joints: Float64Array): SkinWeights {
  const { skinJoints, skinWeights, vertexCount, triangles, meanPositions } = model;
  const arms = (['left', 'right'] as const).map((side) => ({
    elbow: joints.subarray(jointOf(model, `${side}LowerArm`) * 3, jointOf(model, `${side}LowerArm`) * 3 + 3),
    upper: jointOf(model, `${side}UpperArm`),
    lower: jointOf(model, `${side}LowerArm`),
  }));
  const out = { skinJoints: skinJoints.slice(), skinWeights: skinWeights.slice() };
  for (const { elbow, upper, lower } of arms) {
    const amounts = new Float64Array(vertexCount);
    const forearm = new Float64Array(vertexCount);
    const near: number[] = [];
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const distance = Math.hypot(...[0, 1, 2].map((k) => meanPositions[vertex * 3 + k] - elbow[k]));
      const ofArm = weightOn(out, vertex, upper) + weightOn(out, vertex, lower);
      // Vertices that other joints move keep their weights: hand, chest.
      if (ofArm < 0.999) amounts[vertex] = 0;
      else amounts[vertex] = 1 - smoothStep(distance, REACH / 2, REACH);
      forearm[vertex] = weightOn(out, vertex, lower);
      if (amounts[vertex] > 0) near.push(vertex);
    }
    spread(near, amounts, forearm, triangles);
    for (const vertex of near) {
      const isLower = forearm[vertex] > 0.5;
      out.skinJoints.set([isLower ? lower : upper, isLower ? upper : lower, 0, 0], vertex * 4);
      const share = isLower ? forearm[vertex] : 1 - forearm[vertex];
      out.skinWeights.set([share, 1 - share, 0, 0], vertex * 4);
    }
  }
  return out;
}

const jointOf = (model: BodyModel, name: string) => model.jointNames.indexOf(name as (typeof model.jointNames)[number]);

function weightOn({ skinJoints, skinWeights }: SkinWeights, vertex: number, joint: number): number {
  let weight = 0;
  for (let k = vertex * 4; k < vertex * 4 + 4; k++) if (skinJoints[k] === joint) weight += skinWeights[k];
  return weight;
}

/** Moves the values of some vertices towards the mean of their neighbours, round after round. */
function spread(
  vertices: readonly number[],
  amounts: Float64Array,
  values: Float64Array,
  triangles: Uint32Array,
): void {
  const around = new Map<number, Set<number>>(vertices.map((vertex) => [vertex, new Set<number>()]));
  for (let at = 0; at < triangles.length; at++) {
    const first = at - (at % 3);
    const known = around.get(triangles[at]);
    for (let k = first; k < first + 3; k++) if (k !== at) known?.add(triangles[k]);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const means = vertices.map((vertex) => {
      const list = [...(around.get(vertex) ?? [])];
      return list.reduce((sum, other) => sum + values[other], 0) / list.length;
    });
    vertices.forEach((vertex, i) => {
      values[vertex] += 0.6 * amounts[vertex] * (means[i] - values[vertex]);
    });
  }
}
