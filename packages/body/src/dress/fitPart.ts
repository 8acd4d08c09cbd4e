import { smoothStep } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import {
  type BodyParts,
  OFFSET_STEP,
  type PartMaterial,
  type RestBox,
  type RigidPart,
  type SurfacePart,
} from './bodyParts.js';
import type { FittedEye } from './fitEyes.js';

/** The body that parts are fitted to, in the T-pose on its soles. */
export interface FitFrame {
  readonly parts: BodyParts;
  /** Smoothed under the clothes, metres. bodyVertexCount x 3. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly joints: Float64Array;
  readonly eyes: Readonly<Record<'left' | 'right', FittedEye>>;
  /** Size of face and feet, 1 for the default person. */
  readonly headScale: number;
  readonly footScale: number;
  readonly foot: Readonly<Record<'left' | 'right', RestBox>>;
  readonly head: RestBox;
}

/** A part on a body. */
export interface FittedPart {
  readonly name: string;
  readonly material: PartMaterial;
  /** Metres. vertexCount x 3. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly triangles: Uint32Array;
  /** Linear factors on the material's colour, or null for plain ones. vertexCount x 3. */
  readonly colours: Float32Array | null;
  /** Four joints per vertex, strongest first, and their weights, which sum to 1. vertexCount x 4. */
  readonly joints: Uint8Array;
  readonly weights: Float32Array;
  /** Displacements of each expression, metres; empty where none moves this part. vertexCount x 3 each. */
  readonly morphs: readonly Float32Array[];
}

/** What parts are bound to. */
type BoundSkin = Pick<BodyModel, 'triangles' | 'skinJoints' | 'skinWeights'>;

/** Displacements below this are no movement, metres. */
const STILL = 5e-5;

/**
 * Places a part over the skin: position, weights and expressions follow from the body's own.
 * @param lift share of the modelled thickness, for hair
 */
export function fitSurfacePart(part: SurfacePart, model: BoundSkin, frame: FitFrame, lift: number): FittedPart {
  const { vertexCount, heights, shifts, bare } = part;
  const positions = new Float64Array(vertexCount * 3);
  const joints = new Uint8Array(vertexCount * 4);
  const weights = new Float32Array(vertexCount * 4);
  const morphs = frame.parts.expressions.map(() => new Float32Array(vertexCount * 3));
  const corners = new Uint32Array(3);
  const shares = new Float64Array(3);
  const normal = new Float64Array(3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    readAnchor(part, model, vertex, corners, shares);
    mix(frame.normals, corners, shares, normal, 0, 1);
    const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
    mix(frame.positions, corners, shares, positions, vertex * 3, 1);
    for (let k = 0; k < 3; k++) {
      const offset = (heights[vertex] * normal[k]) / length + shifts[vertex * 3 + k];
      const under = bare ? (bare.heights[vertex] * normal[k]) / length + bare.shifts[vertex * 3 + k] : 0;
      positions[vertex * 3 + k] += OFFSET_STEP * (under + lift * (offset - under));
    }
    mixWeights(model, corners, shares, joints, weights, vertex * 4);
    frame.parts.expressions.forEach(({ displacements }, e) => {
      mix(displacements, corners, shares, morphs[e], vertex * 3, frame.headScale);
    });
  }
  for (const morph of morphs) quieten(morph);
  const isMoving = morphs.some((morph) => morph.some((value) => value !== 0));
  return finish(part, positions, joints, weights, isMoving ? morphs : []);
}

/** Sets displacements that cannot be seen to zero, so that files need not hold them. */
function quieten(morph: Float32Array): void {
  for (let at = 0; at < morph.length; at += 3) {
    if (Math.hypot(morph[at], morph[at + 1], morph[at + 2]) < STILL) morph.fill(0, at, at + 3);
  }
}

function readAnchor(part: SurfacePart, model: BoundSkin, vertex: number, corners: Uint32Array, shares: Float64Array) {
  const at = part.anchorTriangles[vertex] * 3;
  for (let k = 0; k < 3; k++) corners[k] = model.triangles[at + k];
  shares[1] = part.anchorShares[vertex * 2] / 65535;
  shares[2] = part.anchorShares[vertex * 2 + 1] / 65535;
  shares[0] = 1 - shares[1] - shares[2];
}

/** out[at .. at + 2] = factor x the mixture of three rows. */
function mix(
  rows: Float64Array | Float32Array,
  corners: Uint32Array,
  shares: Float64Array,
  out: Float64Array | Float32Array,
  at: number,
  factor: number,
): void {
  for (let k = 0; k < 3; k++) {
    const value =
      shares[0] * rows[corners[0] * 3 + k] +
      shares[1] * rows[corners[1] * 3 + k] +
      shares[2] * rows[corners[2] * 3 + k];
    out[at + k] = factor * value;
  }
}

/** The four strongest joints of the mixture. */
function mixWeights(
  model: BoundSkin,
  corners: Uint32Array,
  shares: Float64Array,
  joints: Uint8Array,
  weights: Float32Array,
  at: number,
): void {
  const mixed = new Map<number, number>();
  for (let corner = 0; corner < 3; corner++) {
    for (let k = corners[corner] * 4; k < corners[corner] * 4 + 4; k++) {
      const weight = shares[corner] * model.skinWeights[k];
      if (weight > 0) mixed.set(model.skinJoints[k], (mixed.get(model.skinJoints[k]) ?? 0) + weight);
    }
  }
  const strongest = [...mixed].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 4);
  const sum = strongest.reduce((total, [, weight]) => total + weight, 0);
  strongest.forEach(([joint, weight], k) => {
    joints[at + k] = joint;
    weights[at + k] = weight / sum;
  });
}

/** Places an eye at its joint, shoes around the feet and what hangs from the head around it, scaled with them. */
export function fitRigidPart(part: RigidPart, frame: FitFrame): FittedPart {
  const { places, vertexCount } = part;
  const place = placeOf(part, frame);
  const positions = new Float64Array(vertexCount * 3);
  for (let i = 0; i < positions.length; i++) {
    positions[i] = place.origin[i % 3] + place.scale[i % 3] * places[i] * OFFSET_STEP;
  }
  const weights = Float32Array.from(part.shares, (share) => share / 255);
  return finish(part, positions, part.joints.slice(), weights, []);
}

/** position = origin + scale x place, for each axis. */
function placeOf(
  { binding, side }: RigidPart,
  frame: FitFrame,
): { origin: readonly number[]; scale: readonly number[] } {
  const { parts, footScale } = frame;
  if (side !== 'middle' && binding === 'eye') {
    const { centre, scale } = frame.eyes[side];
    return { origin: centre, scale: [scale, scale, scale] };
  }
  if (side !== 'middle' && binding === 'foot') {
    const [rest, now] = [parts.foot[side], frame.foot[side]];
    const scale = [sizeOf(now, 0) / sizeOf(rest, 0), footScale, sizeOf(now, 2) / sizeOf(rest, 2)];
    // Soles stay on the floor; sideways and lengthwise the box of the foot goes to the box of the foot.
    return { origin: [now.min[0] - scale[0] * rest.min[0], 0, now.min[2] - scale[2] * rest.min[2]], scale };
  }
  const scale = [0, 1, 2].map((k) => sizeOf(frame.head, k) / sizeOf(parts.head, k));
  return { origin: [0, 1, 2].map((k) => (frame.head.min[k] + frame.head.max[k]) / 2), scale };
}

const sizeOf = ({ min, max }: RestBox, axis: number) => max[axis] - min[axis];

function finish(
  { name, material, triangles, colours }: SurfacePart | RigidPart,
  positions: Float64Array,
  joints: Uint8Array,
  weights: Float32Array,
  morphs: readonly Float32Array[],
): FittedPart {
  const corners = Uint32Array.from(triangles);
  const normals = new Float64Array(positions.length);
  updateNormals(corners, positions, normals);
  return {
    name,
    material,
    positions,
    normals,
    triangles: corners,
    colours: colours && Float32Array.from(colours, (share) => share / 255),
    joints,
    weights,
    morphs,
  };
}

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
