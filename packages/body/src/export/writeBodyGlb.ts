import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import type { ShapedBody } from '../shape/shapeBody.js';
import { skeletonOfShape } from '../shape/skeletonOfShape.js';
import { bodyVrmExtension } from './bodyVrmExtension.js';
import { boneNodes, FLOAT, GlbBuffer, quantised, UNSIGNED_BYTE, UNSIGNED_SHORT } from './glbBuffer.js';
import { suitColours } from './suitColours.js';

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
