import type { MeshScene } from './meshScene.js';
import { type AnimationTrack, writtenAnimation } from './sceneAnimation.js';
import { createSceneWriting, meshNodeName, type SceneMorph, writtenLooks, writtenMeshes } from './sceneWriting.js';

/** Forms that a scene is mixed from, and how it moves as a whole. */
export interface MorphedMotion {
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
