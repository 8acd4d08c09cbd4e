import { createGlbBuilder, inverseBinds } from '@leib/formats';
import type { BodyModel } from '../shape/bodyModel.js';
import { updateNormals } from '../shape/poseShape.js';
import type { ShapedBody } from '../shape/shapeBody.js';
import { skeletonOfShape } from '../shape/shapeBody.js';
import { bodyVrmExtension } from './bodyVrmExtension.js';
import { boneNodes, indicesOf, quantised } from './glbParts.js';
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
  const builder = createGlbBuilder();
  const attributes = {
    POSITION: builder.addFloats(Float32Array.from(shaped.positions), 'VEC3', true),
    NORMAL: builder.addFloats(Float32Array.from(normals), 'VEC3'),
    COLOR_0: builder.addShares(quantised(suitColours(model))),
    JOINTS_0: builder.addBytes(model.skinJoints),
    WEIGHTS_0: builder.addFloats(model.skinWeights, 'VEC4'),
  };
  const indices = builder.addIndices(indicesOf(triangles, vertexCount));
  const inverseBindMatrices = builder.addFloats(inverseBinds(shaped.joints), 'MAT4');
  const meshNode = jointNames.length;
  return builder.write({
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
