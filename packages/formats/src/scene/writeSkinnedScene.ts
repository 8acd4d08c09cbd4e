import { type AnimationTrack, type SceneAnimation, writtenAnimation } from '../gltf/addGltfAnimation.js';
import type { MeshScene } from './readMeshScene.js';
import {
  createSceneWriting,
  meshNodeName,
  type SceneMorph,
  type VertexSkin,
  writtenLooks,
  writtenMeshes,
} from './sceneWriting.js';

type Json = Record<string, unknown>;

/** A skeleton with unrotated bones, and how the vertices of a scene hang on it. */
export interface SceneSkin extends VertexSkin {
  readonly name: string;
  readonly boneNames: readonly string[];
  /** parents[i] < i, or -1 for the root, which is bone 0. */
  readonly parents: ArrayLike<number>;
  /** Joints in the written file's space. boneCount x 3. */
  readonly joints: ArrayLike<number>;
}

/**
 * The scene as GLB with a skeleton and a skin. `toWorld` (affine, column-major) takes the file's space to the written one
 * and is worked into the vertices, so that bones and meshes have no turns and no scales of their own. Materials,
 * textures, texture coordinates, colours and morph targets are kept; cameras, lights, animations and an old skin are not.
 * Nodes of `animation` are bones.
 */
export function writeSkinnedScene(
  scene: MeshScene,
  toWorld: Float64Array,
  skin: SceneSkin,
  animation: SceneAnimation | null = null,
): Uint8Array<ArrayBuffer> {
  const writing = createSceneWriting(scene, toWorld, skin, null);
  const { builder, nodes } = writing;
  const { name, boneNames, joints } = skin;
  const meshes = writtenMeshes(writing);
  const inverseBindMatrices = builder.addFloats(inverseBinds(joints), 'MAT4');
  return builder.write({
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ name, nodes: [0, ...nodes.map((_, i) => boneNames.length + i)] }],
    nodes: [
      ...boneNodes(skin),
      ...nodes.map((node, i) => ({ name: meshNodeName(scene, node, boneNames), mesh: i, skin: 0 })),
    ],
    skins: [{ name, joints: boneNames.map((_, bone) => bone), skeleton: 0, inverseBindMatrices }],
    meshes,
    ...writtenLooks(writing),
    ...(animation && { animations: [writtenAnimation(animation, builder)] }),
  });
}

function boneNodes({ boneNames, parents, joints }: SceneSkin): Json[] {
  return boneNames.map((name, bone) => {
    const parent = parents[bone];
    const translation = [0, 1, 2].map((k) => joints[bone * 3 + k] - (parent < 0 ? 0 : joints[parent * 3 + k]));
    const children = boneNames.flatMap((_, child) => (parents[child] === bone ? [child] : []));
    return { name, translation, ...(children.length > 0 && { children }) };
  });
}

/** Matrices that take the T-pose to the space of each unturned joint. `joints`: their places, three numbers each. */
export function inverseBinds(joints: ArrayLike<number>): Float32Array {
  const matrices = new Float32Array((joints.length / 3) * 16);
  for (let at = 0; at < joints.length; at += 3) {
    const first = (at / 3) * 16;
    for (let k = 0; k < 4; k++) matrices[first + k * 5] = 1;
    for (let k = 0; k < 3; k++) matrices[first + 12 + k] = -joints[at + k];
  }
  return matrices;
}

/** Forms that a scene is mixed from, and how it moves as a whole. */
interface MorphedMotion {
  readonly name: string;
  readonly morphs: readonly SceneMorph[];
  /** Of the frames, seconds, rising from 0. */
  readonly times: Float32Array;
  /** Share of each form in each frame. frames x forms. */
  readonly weights: Float32Array;
  /** Place x y z and rotation x y z w of the whole in each frame. */
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
}

/**
 * The scene as GLB with morph targets and an animation of their weights, below one node that moves as a whole. `toWorld`
 * (affine, column-major) takes the file's space to the written one. Materials, textures, texture coordinates and colours
 * are kept; morph targets of the file, cameras, lights, animations and an old skin are not.
 */
export function writeMorphedScene(
  scene: MeshScene,
  toWorld: Float64Array,
  motion: MorphedMotion,
): Uint8Array<ArrayBuffer> {
  const { name, morphs, times, weights, positions, rotations } = motion;
  const hasMorphs = morphs.length > 0;
  const writing = createSceneWriting(scene, toWorld, null, hasMorphs ? morphs : null);
  const { builder, nodes } = writing;
  const meshNodes = nodes.map((_, i) => i + 1);
  const tracks: AnimationTrack[] = [
    { nodes: [0], path: 'translation', values: positions },
    { nodes: [0], path: 'rotation', values: rotations },
  ];
  if (hasMorphs) tracks.push({ nodes: meshNodes, path: 'weights', values: weights });
  const meshes = writtenMeshes(writing);
  return builder.write({
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ name, nodes: [0] }],
    nodes: [
      { name, children: meshNodes },
      ...nodes.map((node, i) => ({ name: meshNodeName(scene, node, [name]), mesh: i })),
    ],
    meshes,
    ...writtenLooks(writing),
    animations: [writtenAnimation({ name, times, tracks }, builder)],
  });
}
