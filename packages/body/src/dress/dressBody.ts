import { InputError } from '@leib/core';
import { buildMannequin, type Mannequin, smoothMannequin } from '../export/mannequin.js';
import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import { regressJoints, type ShapedBody } from '../shape/shapeBody.js';
import type { BodyLooks } from './bodyLooks.js';
import type { BodyParts, PartMaterial } from './bodyParts.js';
import { boxOf, boxVertices } from './bodyParts.js';
import { buildClothPlan, type ClothPlan, spanCloth } from './clothSurface.js';
import { fitEye } from './fitEyes.js';
import { type FitFrame, type FittedPart, fitRigidPart, fitSurfacePart } from './fitPart.js';
import { joinScalp } from './joinScalp.js';
import { type PaintedPart, paintPart } from './paintPart.js';
import { type SkinWeights, softenElbows } from './softenElbows.js';

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
