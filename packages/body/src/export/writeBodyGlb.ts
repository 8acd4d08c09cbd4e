import type { HumanoidBone } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import { type ShapedBody, skeletonOfShape } from '../shape/shapeBody.js';
import {
  bodyVrmExtension,
  boneNodes,
  FLOAT,
  GlbBuffer,
  quantised,
  UNSIGNED_BYTE,
  UNSIGNED_SHORT,
} from './glbBuffer.js';

export interface BodyGlbOptions {
  readonly name: string;
  /** Adds VRM 1.0: bones and permissions. Default false. */
  readonly isVrm?: boolean;
}

/**
 * A shaped body as GLB: one skinned mesh in a plain suit, and the body's own skeleton with unrotated bones in the T-pose.
 * Vertices keep the model's order.
 */
export function writeBodyGlb(model: BodyModel, shaped: ShapedBody, options: BodyGlbOptions): Uint8Array<ArrayBuffer> {
  const { name, isVrm = false } = options;
  const { vertexCount, triangles, jointNames } = model;
  const normals = new Float64Array(vertexCount * 3);
  updateNormals(triangles, shaped.positions, normals);
  const buffer = new GlbBuffer();
  const attributes = {
    POSITION: buffer.addPositions(Float32Array.from(shaped.positions)),
    NORMAL: buffer.addVertices(Float32Array.from(normals), FLOAT, 3),
    COLOR_0: buffer.addVertices(quantised(suitColours(model)), UNSIGNED_SHORT, 4, { normalized: true }),
    JOINTS_0: buffer.addVertices(model.skinJoints, UNSIGNED_BYTE, 4),
    WEIGHTS_0: buffer.addVertices(model.skinWeights, FLOAT, 4),
  };
  const indices = buffer.addTriangles(triangles, vertexCount);
  const inverseBindMatrices = buffer.addInverseBinds(shaped.joints);
  const meshNode = jointNames.length;
  return buffer.finish({
    asset: { version: '2.0', generator: '@leib/body' },
    scene: 0,
    scenes: [{ name, nodes: [meshNode + 1] }],
    nodes: [...boneNodes(model, shaped), { name: 'body', mesh: 0, skin: 0 }, { name, children: [0, meshNode] }],
    skins: [{ name, joints: jointNames.map((_, joint) => joint), skeleton: 0, inverseBindMatrices }],
    materials: [
      {
        name: 'suit',
        pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], metallicFactor: 0, roughnessFactor: 0.8 },
      },
    ],
    meshes: [{ name: 'body', primitives: [{ attributes, indices, material: 0 }] }],
    ...(isVrm && {
      extensionsUsed: ['VRMC_vrm'],
      extensions: { VRMC_vrm: bodyVrmExtension(name, skeletonOfShape(model, shaped), jointNames, [meshNode]) },
    }),
  });
}

/** Linear red, green, blue. */
type Colour = readonly [red: number, green: number, blue: number];

interface SuitColours {
  readonly suit: Colour;
  /** Head, hands and feet. */
  readonly skin: Colour;
}

/** sRGB #5f7f86 and #cdb7a6. */
const defaultColours: SuitColours = { suit: [0.114, 0.212, 0.238], skin: [0.61, 0.474, 0.381] };

/** The suit blends into skin between these shares of a vertex' weight on bare bones: a seam about 1 cm wide. */
const SEAM_FROM = 0.4;
const SEAM_TO = 0.6;

/** Share of the neck bone that counts as bare, which puts the collar in the middle of the neck. */
const NECK_PART = 0.5;

/**
 * Colours of a plain suit from neck to wrists and ankles, chosen by the bones that move each vertex, so that it works for
 * any body model and shape. Linear. vertexCount x 3.
 */
export function suitColours(model: BodyModel, colours: Partial<SuitColours> = {}): Float32Array {
  const { suit, skin } = { ...defaultColours, ...colours };
  const { jointNames, parents, skinJoints, skinWeights, vertexCount } = model;
  const bareness = jointNames.map((_, joint) => barenessOf(jointNames, parents, joint));
  const out = new Float32Array(vertexCount * 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let bare = 0;
    for (let k = vertex * 4; k < vertex * 4 + 4; k++) bare += skinWeights[k] * bareness[skinJoints[k]];
    const along = Math.min(1, Math.max(0, (bare - SEAM_FROM) / (SEAM_TO - SEAM_FROM)));
    const skinPart = along * along * (3 - 2 * along);
    for (let c = 0; c < 3; c++) {
      out[vertex * 3 + c] = suit[c] + skinPart * (skin[c] - suit[c]);
    }
  }
  return out;
}

const bareBones: readonly HumanoidBone[] = ['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];

function barenessOf(names: readonly HumanoidBone[], parents: Int16Array, joint: number): number {
  if (names[joint] === 'neck') return NECK_PART;
  for (let at = joint; at >= 0; at = parents[at]) if (bareBones.includes(names[at])) return 1;
  return 0;
}
