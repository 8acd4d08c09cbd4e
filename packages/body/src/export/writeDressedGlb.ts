import { createGlbBuilder, inverseBinds } from '@leib/formats';
import type { DressedBody } from '../dress/dressBody.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { skeletonOfShape } from '../shape/shapeBody.js';
import { bodyVrmExtension } from './bodyVrmExtension.js';
import { boneNodes, indicesOf, quantised, quantisedWeights } from './glbParts.js';
import type { BodyGlbOptions } from './writeBodyGlb.js';

type Part = DressedBody['parts'][number];

/**
 * A dressed body as GLB: one skinned mesh per part on the body's own skeleton, expressions of the face as morph targets.
 * As VRM its eyes turn by bones and its expressions have the names of VRM 1.0.
 */
export function writeDressedGlb(
  model: BodyModel,
  dressed: DressedBody,
  options: BodyGlbOptions,
): Uint8Array<ArrayBuffer> {
  const { name, isVrm = false } = options;
  const { parts, joints, expressions } = dressed;
  const { jointNames } = model;
  const shaped = { positions: new Float64Array(), joints };
  const builder = createGlbBuilder();
  const meshes = parts.map((part, index) => ({
    name: part.name,
    primitives: [addPart(builder, part, index)],
    ...(part.morphs.length > 0 && { weights: part.morphs.map(() => 0), extras: { targetNames: expressions } }),
  }));
  const inverseBindMatrices = builder.addFloats(inverseBinds(joints), 'MAT4');
  const meshNodes = parts.map((_, index) => jointNames.length + index);
  const movingNodes = meshNodes.filter((_, index) => parts[index].morphs.length > 0);
  const root = jointNames.length + parts.length;
  const skeleton = skeletonOfShape(model, shaped);
  return builder.write({
    asset: { version: '2.0', generator: '@leib/body' },
    scene: 0,
    scenes: [{ name, nodes: [root] }],
    nodes: [
      ...boneNodes(model, shaped),
      ...parts.map((part, mesh) => ({ name: part.name, mesh, skin: 0 })),
      { name, children: [0, ...meshNodes] },
    ],
    skins: [{ name, joints: jointNames.map((_, joint) => joint), skeleton: 0, inverseBindMatrices }],
    materials: parts.map(({ name: part, colour, roughness }) => ({
      name: part,
      pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: roughness },
    })),
    meshes,
    ...(isVrm && {
      extensionsUsed: ['VRMC_vrm'],
      extensions: {
        VRMC_vrm: {
          ...bodyVrmExtension(name, skeleton, jointNames, meshNodes),
          expressions: { preset: presetsOf(expressions, movingNodes) },
        },
      },
    }),
  });
}

function addPart(builder: ReturnType<typeof createGlbBuilder>, part: Part, material: number): Record<string, unknown> {
  const { positions, normals, colours, joints, weights, triangles, morphs } = part;
  const attributes = {
    POSITION: builder.addFloats(Float32Array.from(positions), 'VEC3', true),
    NORMAL: builder.addFloats(Float32Array.from(normals), 'VEC3'),
    ...(colours && { COLOR_0: builder.addShares(quantised(colours)) }),
    JOINTS_0: builder.addBytes(joints),
    WEIGHTS_0: builder.addShares(quantisedWeights(weights)),
  };
  const indices = builder.addIndices(indicesOf(triangles, positions.length / 3));
  const targets = morphs.map((morph) => ({ POSITION: builder.addSparse(morph) }));
  return { attributes, indices, material, ...(targets.length > 0 && { targets }) };
}

/** VRM presets: each expression by itself, and both lids together as `blink`. */
function presetsOf(expressions: readonly string[], nodes: readonly number[]): Record<string, unknown> {
  const preset = (names: readonly string[]) => ({
    isBinary: false,
    overrideBlink: 'none',
    overrideLookAt: 'none',
    overrideMouth: 'none',
    morphTargetBinds: nodes.flatMap((node) =>
      names.map((name) => ({ node, index: expressions.indexOf(name), weight: 1 })),
    ),
  });
  const single = expressions.map((name) => [name, preset([name])] as const);
  return { ...Object.fromEntries(single), blink: preset(['blinkLeft', 'blinkRight']) };
}
