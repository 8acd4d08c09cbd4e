import { humanoidBones, type Motion } from '@leib/core';
import { createGlbBuilder } from '../scene/glbBuilder.js';
import { type AnimationTrack, writtenAnimation } from './addGltfAnimation.js';

export interface GltfWriteOptions {
  /**
   * Names the humanoid bones in the VRMC_vrm_animation extension, which makes the file a VRM animation (.vrma) that
   * avatar programs play on any VRM. True when absent; plain glTF programs do not mind.
   */
  readonly isVrmAnimation?: boolean;
  /** Weights of VRM 1.0's expressions by name, one number a frame. Only a VRM animation has them. */
  readonly expressions?: ReadonlyMap<string, Float32Array>;
}

/**
 * A motion as GLB: one node per joint in the T-pose, and one animation. Numbers are single precision, as glTF has it.
 */
export async function writeGltfMotion(motion: Motion, options: GltfWriteOptions = {}): Promise<Uint8Array> {
  const { skeleton, frameCount, hz } = motion;
  const { names, parents, restOffsets } = skeleton;
  const builder = createGlbBuilder();
  const nodes = names.map((name, joint) => {
    const children = Array.from(parents.keys()).filter((child) => parents[child] === joint);
    const translation = Array.from(restOffsets.subarray(joint * 3, joint * 3 + 3));
    return { name, translation, ...(children.length > 0 && { children }) };
  });
  const isVrm = options.isVrmAnimation !== false;
  const expressions = isVrm ? Array.from(options.expressions ?? []) : [];
  const faceNodes = expressions.map(([name]) => ({ name: `expression ${name}` }));
  const tracks = [...tracksOf(motion), ...expressions.map(([, weights], i) => weightTrack(weights, nodes.length + i))];
  const times = Float32Array.from({ length: frameCount }, (_, frame) => frame / hz);
  const animation = writtenAnimation({ name: motion.name, times, tracks }, builder);
  return builder.write({
    asset: { version: '2.0', generator: '@leib/formats' },
    scene: 0,
    scenes: [{ name: 'motion', nodes: [0, ...faceNodes.map((_, i) => nodes.length + i)] }],
    nodes: [...nodes, ...faceNodes],
    animations: [animation],
    ...(isVrm && vrmAnimation(motion, new Map(expressions.map(([name], i) => [name, nodes.length + i])))),
  });
}

/** The root's places, and rotations of bones and of what turns. */
function tracksOf({ skeleton, frameCount, localRotations, rootPositions }: Motion): AnimationTrack[] {
  const { jointCount, jointToBone } = skeleton;
  const tracks: AnimationTrack[] = [{ nodes: [0], path: 'translation', values: Float32Array.from(rootPositions) }];
  for (let joint = 0; joint < jointCount; joint++) {
    const values = new Float32Array(frameCount * 4);
    let isTurning = jointToBone[joint] >= 0;
    for (let frame = 0; frame < frameCount; frame++) {
      const at = (frame * jointCount + joint) * 4;
      values.set(localRotations.subarray(at, at + 4), frame * 4);
      isTurning ||= Math.abs(localRotations[at + 3]) < 1 - 1e-12;
    }
    if (isTurning) tracks.push({ nodes: [joint], path: 'rotation', values });
  }
  return tracks;
}

/** The weight of an expression is how far its node is along x. */
function weightTrack(weights: Float32Array, node: number): AnimationTrack {
  const values = new Float32Array(weights.length * 3);
  weights.forEach((weight, frame) => {
    values[frame * 3] = Math.min(1, Math.max(0, weight));
  });
  return { nodes: [node], path: 'translation', values };
}

/** VRMC_vrm_animation 1.0: which node is which bone. Eyes are left out, as the specification demands. */
function vrmAnimation({ skeleton }: Motion, nodeOfExpression: ReadonlyMap<string, number>) {
  const humanBones = Object.fromEntries(
    Array.from(skeleton.jointToBone).flatMap((bone, node) => {
      const name = humanoidBones[bone];
      return name === undefined || name.endsWith('Eye') ? [] : [[name, { node }]];
    }),
  );
  const preset = Array.from(nodeOfExpression, ([name, node]) => [name, { node }] as const);
  return {
    extensionsUsed: ['VRMC_vrm_animation'],
    extensions: {
      VRMC_vrm_animation: {
        specVersion: '1.0',
        humanoid: { humanBones },
        ...(preset.length > 0 && { expressions: { preset: Object.fromEntries(preset) } }),
      },
    },
  };
}
