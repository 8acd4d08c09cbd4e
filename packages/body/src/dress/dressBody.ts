import { InputError } from '@leib/core';
import { buildMannequin, type Mannequin, type Neighbours, neighboursOf, smoothMannequin } from '../export/mannequin.js';
import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import { regressJoints, type ShapedBody } from '../shape/shapeBody.js';
import { type BodyLooks, lookChoices } from './bodyLooks.js';
import { type BodyParts, boxOf, boxVertices, type PartMaterial } from './bodyParts.js';
import { fitEye } from './fitEyes.js';
import {
  type FitFrame,
  type FittedPart,
  fitRigidPart,
  fitSurfacePart,
  type SkinWeights,
  softenElbows,
} from './fitPart.js';
import { joinScalp } from './joinScalp.js';

/** A body in clothes, in the T-pose on its soles: what becomes an avatar. */
export interface DressedBody {
  readonly parts: readonly (FittedPart & PaintedPart)[];
  /** Names of the expressions, in the order of the parts' morphs. */
  readonly expressions: readonly string[];
  /** Joint positions, metres, with the shoes on. jointCount x 3. */
  readonly joints: Float64Array;
}

/** What dressing needs besides the body: built once per model's topology. */
export interface Dresser {
  readonly parts: BodyParts;
  readonly cloth: ClothPlan;
  readonly mannequin: Mannequin;
  readonly skin: SkinWeights;
}

export function buildDresser(parts: BodyParts, model: BodyModel): Dresser {
  if (model.vertexCount !== parts.bodyVertexCount || model.triangles.length !== parts.bodyTriangleCount * 3) {
    throw new InputError(
      'body parts',
      `expected a body of ${parts.bodyVertexCount} vertices, got one of ${model.vertexCount}; use the file of the same version`,
    );
  }
  const joints = new Float64Array(model.jointNames.length * 3);
  regressJoints(model, model.meanPositions, joints);
  return {
    parts,
    skin: softenElbows(model, joints),
    cloth: buildClothPlan(model.triangles, parts.clothAmounts),
    mannequin: buildMannequin(model, defaultLandmarks),
  };
}

/** Years at which the face begins to age, and at which it is that of MakeHuman's old person. */
const AGEING_FROM = 30;
const AGEING_TO = 72;

/** Dresses a shaped body: fits all parts to it and gives them their colours. */
export function dressBody(dresser: Dresser, model: BodyModel, shaped: ShapedBody, looks: BodyLooks): DressedBody {
  const { parts } = dresser;
  const skin = { triangles: model.triangles, ...dresser.skin };
  const frame = standOnSoles(dresser, model, shaped, looks);
  const worn = parts.parts.filter(({ name }) => name !== 'longHair' || looks.hair === 'long');
  const fitted = worn.map((part) =>
    part.binding === 'surface'
      ? fitSurfacePart(part, skin, frame, liftOf(part.material, looks))
      : fitRigidPart(part, frame),
  );
  const dressed = looks.hair === 'none' ? joinScalp(fitted) : fitted;
  return {
    parts: dressed.map((part) => ({ ...part, ...paintPart(part.material, looks) })),
    expressions: parts.expressions.map(({ name }) => name),
    joints: frame.joints,
  };
}

/** Share of the modelled thickness. */
function liftOf(material: PartMaterial, { hair }: BodyLooks): number {
  if (material !== 'hair') return 1;
  if (hair === 'none') return 0;
  return hair === 'cropped' ? 0.35 : 1;
}

/** The body with its resting face of that age, smoothed under the clothes, raised by the thickness of the soles. */
function standOnSoles(
  { parts, cloth, mannequin }: Dresser,
  model: BodyModel,
  shaped: ShapedBody,
  looks: BodyLooks,
): FitFrame {
  const joint = (name: string) => model.jointNames.indexOf(name as (typeof model.jointNames)[number]) * 3;
  const [left, right] = [joint('leftEye'), joint('rightEye')];
  const apart = Math.hypot(...[0, 1, 2].map((k) => shaped.joints[left + k] - shaped.joints[right + k]));
  const headScale = apart / parts.eyesApart;
  const positions = shaped.positions.slice();
  const age = Math.max(0, (looks.age - AGEING_FROM) / (AGEING_TO - AGEING_FROM));
  const fields = [
    ...parts.expressions.map((field) => ({ field, share: field.restShare })),
    { field: parts.ageing, share: age },
  ];
  for (const { field, share } of fields) {
    if (share === 0) continue;
    for (let i = 0; i < positions.length; i++) positions[i] += headScale * share * field.displacements[i];
  }
  smoothMannequin(mannequin, positions);
  spanCloth(cloth, positions);

  const feet = { left: boxVertices(model, 'left', 0, positions), right: boxVertices(model, 'right', 0, positions) };
  const soles = boxOf([...feet.left, ...feet.right], shaped.positions).min[1];
  const ankle = (shaped.joints[joint('leftFoot') + 1] + shaped.joints[joint('rightFoot') + 1]) / 2 - soles;
  const footScale = ankle / parts.ankleHeight;
  const lift = footScale * parts.soleHeight - soles;
  const joints = shaped.joints.slice();
  for (let at = 1; at < positions.length; at += 3) positions[at] += lift;
  for (let at = 1; at < joints.length; at += 3) joints[at] += lift;
  const normals = new Float64Array(positions.length);
  updateNormals(model.triangles, positions, normals);
  const eyes = { left: fitEye(parts, 'left', positions), right: fitEye(parts, 'right', positions) };
  // Eyes turn about the middle of their balls.
  joints.set(eyes.left.centre, left);
  joints.set(eyes.right.centre, right);
  const eyeHeight = (joints[left + 1] + joints[right + 1]) / 2;
  return {
    parts,
    positions,
    normals,
    joints,
    eyes,
    headScale,
    footScale,
    foot: { left: boxOf(feet.left, positions), right: boxOf(feet.right, positions) },
    head: boxOf(boxVertices(model, 'head', eyeHeight, positions), positions),
  };
}

/** Taubin's low-pass filter that keeps the volume ("A signal processing approach to fair surface design", 1995). */
const SHRINK = 0.5;
const GROW = -0.53;
const SMOOTH_ROUNDS = 8;
const BRIDGE_ROUNDS = 40;

/** Vertices under cloth, their neighbours, and how far cloth smooths them. Built once per topology. */
interface ClothPlan extends Neighbours {
  readonly triangles: Uint32Array;
  /** 0 at the edge of the clothes, 1 inside. One per entry of vertices. */
  readonly amounts: Float64Array;
}

/** @param amounts share x 255 for each vertex of the body */
export function buildClothPlan(triangles: Uint32Array, amounts: Uint8Array): ClothPlan {
  const found = neighboursOf(triangles, (vertex) => amounts[vertex] > 0);
  return { triangles, ...found, amounts: Float64Array.from(found.vertices, (vertex) => amounts[vertex] / 255) };
}

/** Smooths the skin under cloth in place, and then moves its hollows outwards as cloth spans them. */
export function spanCloth(plan: ClothPlan, positions: Float64Array): void {
  const moves = new Float64Array(plan.vertices.length * 3);
  for (let round = 0; round < SMOOTH_ROUNDS; round++) {
    for (const strength of [SHRINK, GROW]) {
      findMoves(plan, positions, strength, moves);
      plan.vertices.forEach((vertex, i) => {
        for (let k = 0; k < 3; k++) positions[vertex * 3 + k] += moves[i * 3 + k];
      });
    }
  }
  const normals = new Float64Array(positions.length);
  for (let round = 0; round < BRIDGE_ROUNDS; round++) {
    updateNormals(plan.triangles, positions, normals);
    findMoves(plan, positions, 0.5, moves);
    plan.vertices.forEach((vertex, i) => {
      const [p, m] = [vertex * 3, i * 3];
      const outward = moves[m] * normals[p] + moves[m + 1] * normals[p + 1] + moves[m + 2] * normals[p + 2];
      if (outward > 0) for (let k = 0; k < 3; k++) positions[p + k] += outward * normals[p + k];
    });
  }
}

/** Moves of all vertices towards the mean of their neighbours, from the positions before any of them. */
function findMoves(plan: ClothPlan, positions: Float64Array, strength: number, moves: Float64Array): void {
  const { vertices, amounts, starts, neighbours } = plan;
  for (let i = 0; i < vertices.length; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let n = starts[i]; n < starts[i + 1]; n++) {
      const q = neighbours[n] * 3;
      x += positions[q];
      y += positions[q + 1];
      z += positions[q + 2];
    }
    const count = starts[i + 1] - starts[i];
    const p = vertices[i] * 3;
    const amount = strength * amounts[i];
    moves[i * 3] = amount * (x / count - positions[p]);
    moves[i * 3 + 1] = amount * (y / count - positions[p + 1]);
    moves[i * 3 + 2] = amount * (z / count - positions[p + 2]);
  }
}

/** Colour and finish of a part. */
interface PaintedPart {
  /** Linear red, green, blue. */
  readonly colour: readonly [number, number, number];
  readonly roughness: number;
}

const roughness: Readonly<Record<PartMaterial, number>> = {
  skin: 0.62,
  top: 0.85,
  trousers: 0.88,
  shoes: 0.8,
  sole: 0.75,
  hair: 0.6,
  brows: 0.9,
  eye: 0.25,
};

const SOLE = '#f6f5f2';
/** Brows are thin and in the shade of the forehead: skin shows through, and light hair looks darker there. */
const BROW_SKIN = 0.15;
const BROW_SHADE = 0.55;

function paintPart(material: PartMaterial, looks: BodyLooks): PaintedPart {
  return { colour: colourOf(material, looks), roughness: roughness[material] };
}

function colourOf(material: PartMaterial, looks: BodyLooks): [number, number, number] {
  switch (material) {
    case 'skin':
      return linear(lookChoices.skin[looks.skin].hex);
    case 'hair':
      return linear(lookChoices.hairColour[looks.hairColour].hex);
    case 'brows': {
      const skin = linear(lookChoices.skin[looks.skin].hex);
      const hair = linear(lookChoices.hairColour[looks.hairColour].hex);
      // Dark hair keeps its colour.
      const shade = 1 - BROW_SHADE * Math.min(1, 4 * hair[1]);
      const mixed = (k: number) => shade * hair[k] + BROW_SKIN * (skin[k] - shade * hair[k]);
      return [mixed(0), mixed(1), mixed(2)];
    }
    case 'top':
    case 'trousers':
    case 'shoes':
      return linear(lookChoices.cloth[looks[material]].hex);
    case 'sole':
      return linear(SOLE);
    case 'eye':
      return [1, 1, 1];
  }
}

/** sRGB #rrggbb -> linear light. */
function linear(hex: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
