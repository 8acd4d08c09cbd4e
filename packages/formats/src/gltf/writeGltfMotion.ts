import { humanoidBones, type Motion } from '@leib/core';
import { readGlb, writeGlb } from './glb.js';

export interface GltfWriteOptions {
  /**
   * Names the humanoid bones in the VRMC_vrm_animation extension, which makes the file a VRM animation (.vrma) that
   * avatar programs play on any VRM. True when absent; plain glTF programs do not mind.
   */
  readonly isVrmAnimation?: boolean;
}

/**
 * A motion as GLB: one node per joint in the T-pose, and one animation. Numbers are single precision, as glTF has it.
 */
export async function writeGltfMotion(motion: Motion, options: GltfWriteOptions = {}): Promise<Uint8Array> {
  const { Document, WebIO } = await import('@gltf-transform/core');
  const { skeleton, frameCount, hz, localRotations } = motion;
  const { jointCount, names, parents, restOffsets } = skeleton;
  const document = new Document();
  const buffer = document.createBuffer();
  const animation = document.createAnimation(motion.name);
  const floats = (values: Float32Array, type: 'SCALAR' | 'VEC3' | 'VEC4') =>
    document
      .createAccessor()
      .setType(type)
      .setArray(values as Float32Array<ArrayBuffer>)
      .setBuffer(buffer);
  const times = floats(
    Float32Array.from({ length: frameCount }, (_, frame) => frame / hz),
    'SCALAR',
  );
  const nodes = names.map((name, joint) => {
    const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3);
    return document.createNode(name).setTranslation([x, y, z]);
  });
  const addChannel = (joint: number, path: 'translation' | 'rotation', values: Float32Array) => {
    const output = floats(values, path === 'rotation' ? 'VEC4' : 'VEC3');
    const sampler = document.createAnimationSampler().setInput(times).setOutput(output).setInterpolation('LINEAR');
    const channel = document.createAnimationChannel().setTargetNode(nodes[joint]).setTargetPath(path);
    animation.addSampler(sampler).addChannel(channel.setSampler(sampler));
  };
  const scene = document.createScene('motion').addChild(nodes[0]);
  document.getRoot().setDefaultScene(scene);
  addChannel(0, 'translation', Float32Array.from(motion.rootPositions));
  for (let joint = 0; joint < jointCount; joint++) {
    if (parents[joint] >= 0) nodes[parents[joint]].addChild(nodes[joint]);
    const rotations = new Float32Array(frameCount * 4);
    let isTurning = skeleton.jointToBone[joint] >= 0;
    for (let frame = 0; frame < frameCount; frame++) {
      const at = (frame * jointCount + joint) * 4;
      rotations.set(localRotations.subarray(at, at + 4), frame * 4);
      isTurning ||= Math.abs(localRotations[at + 3]) < 1 - 1e-12;
    }
    if (isTurning) addChannel(joint, 'rotation', rotations);
  }
  document.getRoot().getAsset().generator = '@leib/formats';
  const bytes = await new WebIO().writeBinary(document);
  return options.isVrmAnimation === false ? bytes : withVrmAnimation(bytes, motion);
}

/** Adds VRMC_vrm_animation 1.0: which node is which bone. Eyes are left out, as the specification demands. */
function withVrmAnimation(bytes: Uint8Array, { skeleton }: Motion): Uint8Array {
  const { json, binary } = readGlb(bytes);
  const humanBones = Object.fromEntries(
    Array.from(skeleton.jointToBone).flatMap((bone, node) => {
      const name = humanoidBones[bone];
      return name === undefined || name.endsWith('Eye') ? [] : [[name, { node }]];
    }),
  );
  const extension = { specVersion: '1.0', humanoid: { humanBones } };
  return writeGlb({
    json: {
      ...json,
      extensionsUsed: [...(json.extensionsUsed ?? []), 'VRMC_vrm_animation'],
      extensions: { ...json.extensions, VRMC_vrm_animation: extension },
    },
    binary,
  });
}
