import { Document, WebIO } from '@gltf-transform/core';
import { createPose, humanoidBones, jointOfBone, type Motion, updateWorldPose } from '@leib/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { motionFromBvh } from '../bvh/motionFromBvh.js';
import { parseBvh } from '../bvh/parseBvh.js';
import { cmuLikeBvh, person, randomMotion } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { gzip } from '../io/unpack.js';
import { readGlb, writeGlb } from './glb.js';
import { readGltfMotion } from './readGltfMotion.js';
import { writeGltfMotion } from './writeGltfMotion.js';

/** World positions of every joint in every frame, by name. */
function places(motion: Motion): Map<string, number[]> {
  const { skeleton } = motion;
  const size = skeleton.jointCount * 4;
  const pose = createPose(skeleton);
  const found = new Map<string, number[]>(skeleton.names.map((name) => [name, []]));
  for (let frame = 0; frame < motion.frameCount; frame++) {
    pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    skeleton.names.forEach((name, i) => {
      found.get(name)?.push(...pose.worldPositions.subarray(i * 3, i * 3 + 3));
    });
  }
  return found;
}

function expectSamePlaces(a: Motion, b: Motion, within: number): void {
  expect(b.frameCount).toBe(a.frameCount);
  expect(b.hz).toBe(a.hz);
  const other = places(b);
  for (const [name, place] of places(a)) {
    const back = other.get(name) as number[];
    place.forEach((v, i) => {
      if (!(Math.abs(v - back[i]) < within)) expect(back[i], `${name} ${i}`).toBeCloseTo(v, 9);
    });
  }
}

const motion = randomMotion(6, 30, 60);
const glb = await writeGltfMotion(motion);

test.each([1, 2, 3])('read(write(motion)) is the motion to single precision (seed %i)', async (seed) => {
  const original = randomMotion(seed, 25, 72);
  for (const isVrmAnimation of [true, false]) {
    const { motion: back, report } = await readGltfMotion(await writeGltfMotion(original, { isVrmAnimation }));
    expectSamePlaces(original, back, 5e-6);
    expect(back.name).toBe(original.name);
    expect(report.mapping.convention === 'declared in the file').toBe(isVrmAnimation);
    expect(Array.from(back.skeleton.boneToJoint, (j) => back.skeleton.names[j])).toEqual(
      Array.from(person.boneToJoint, (j) => person.names[j]),
    );
  }
});

test('a captured body survives too', async () => {
  const { motion: cmu } = motionFromBvh(parseBvh(new TextEncoder().encode(cmuLikeBvh(20))));
  const { motion: back } = await readGltfMotion(await writeGltfMotion(cmu));
  expectSamePlaces(cmu, back, 5e-6);
});

test('the file is a VRM animation: hips and bones by node, rest pose with the hips above the floor', () => {
  const { json } = readGlb(glb);
  expect(json.extensionsUsed).toContain('VRMC_vrm_animation');
  const extension = json.extensions?.VRMC_vrm_animation as {
    specVersion: string;
    humanoid: { humanBones: Record<string, { node: number }> };
  };
  expect(extension.specVersion).toBe('1.0');
  const nodes = json.nodes as { name: string; translation?: number[]; rotation?: number[] }[];
  for (const bone of humanoidBones) {
    const joint = jointOfBone(person, bone);
    expect(nodes[extension.humanoid.humanBones[bone]?.node]?.name).toBe(joint < 0 ? undefined : person.names[joint]);
  }
  expect(nodes[extension.humanoid.humanBones.hips.node].translation?.[1]).toBeGreaterThan(0.5);
  expect(nodes.every((node) => node.rotation === undefined)).toBe(true);
});

test('another reader of glTF finds the same keys', async () => {
  const root = (await new WebIO().readBinary(glb)).getRoot();
  expect(root.listNodes().map((node) => node.getName())).toEqual(person.names);
  const [animation] = root.listAnimations();
  const [places, ...turns] = animation.listChannels();
  expect(places.getTargetPath()).toBe('translation');
  expect(places.getSampler()?.getOutput()?.getElement(7, [])).toEqual(
    Array.from(motion.rootPositions.subarray(21, 24), Math.fround),
  );
  expect(turns.map((channel) => channel.getTargetPath())).toEqual(turns.map(() => 'rotation'));
  expect(places.getSampler()?.getInput()?.getMax([])).toEqual([Math.fround(29 / 60)]);
});

test('a node given as a matrix is read like one given in parts', async () => {
  const parts = await armatureFile('LINEAR');
  const { json, binary } = readGlb(parts);
  const nodes = (json.nodes as Record<string, unknown>[]).map(({ translation, rotation, scale, ...node }) =>
    // Scale 0.01, a quarter turn about x: what armatureFile() gives in parts.
    node.name === 'Armature'
      ? { ...node, matrix: [0.01, 0, 0, 0, 0, 0, 0.01, 0, 0, -0.01, 0, 0, 0, 0, 0, 1] }
      : {
          ...node,
          ...(translation !== undefined && { translation }),
          ...(rotation !== undefined && { rotation }),
          scale,
        },
  );
  const expected = (await readGltfMotion(parts)).motion;
  const { motion: fromMatrix } = await readGltfMotion(writeGlb({ json: { ...json, nodes }, binary }));
  expectSamePlaces(expected, fromMatrix, 1e-6);
});

test('glTF as JSON with its data inside, and gzip around a GLB, are read alike', async () => {
  const { json, binary } = readGlb(glb);
  const base64 = btoa(Array.from(binary ?? [], (byte) => String.fromCharCode(byte)).join(''));
  const buffers = [{ ...json.buffers?.[0], uri: `data:application/octet-stream;base64,${base64}` }];
  const expected = (await readGltfMotion(glb)).motion;
  expect((await readGltfMotion(JSON.stringify({ ...json, buffers }))).motion).toEqual(expected);
  expect((await readGltfMotion(await gzip(glb))).motion).toEqual(expected);
});

/** A rig as exporters make them: an armature of centimetres lying on its back above, bones that point along Y. */
async function armatureFile(interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE'): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const armature = document
    .createNode('Armature')
    .setScale([0.01, 0.01, 0.01])
    .setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  document.createScene().addChild(armature);
  const nodes = person.names.map((name, joint) => {
    const [x, y, z] = Array.from(person.restOffsets.subarray(joint * 3, joint * 3 + 3), (v) => v * 100);
    // Undo the armature's quarter turn for the root, so that the body stands.
    return joint === 0
      ? document.createNode(name).setTranslation([x, z, -y]).setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2])
      : document.createNode(name).setTranslation([x, y, z]);
  });
  person.parents.forEach((parent, joint) => {
    (parent < 0 ? armature : nodes[parent]).addChild(nodes[joint]);
  });
  const keys = [
    [0, 0, 0, 1],
    [0, 0, Math.SQRT1_2, Math.SQRT1_2],
  ];
  const values =
    interpolation === 'CUBICSPLINE' ? keys.flatMap((key) => [0, 0, 0, 0, ...key, 0, 0, 0, 0]) : keys.flat();
  const floats = (array: number[], type: 'SCALAR' | 'VEC4') =>
    document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer);
  const sampler = document
    .createAnimationSampler()
    .setInput(floats([0, 1], 'SCALAR'))
    .setOutput(floats(values, 'VEC4'))
    .setInterpolation(interpolation);
  const channel = document
    .createAnimationChannel()
    .setTargetNode(nodes[person.names.indexOf('leftUpperArm')])
    .setTargetPath('rotation')
    .setSampler(sampler);
  document.createAnimation('wave').addSampler(sampler).addChannel(channel);
  return new WebIO().writeBinary(document);
}

test.each(['LINEAR', 'STEP', 'CUBICSPLINE'] as const)(
  'armatures, scales and %s keys are understood',
  async (interpolation) => {
    const { motion: wave, report } = await readGltfMotion(await armatureFile(interpolation), { hz: 10 });
    expect(report.animations).toEqual(['wave']);
    expect(wave.frameCount).toBe(11);
    const { skeleton } = wave;
    for (let joint = 0; joint < person.jointCount; joint++) {
      const back = skeleton.names.indexOf(person.names[joint]);
      for (let k = 0; k < 3; k++) {
        expect(skeleton.restWorldPositions[back * 3 + k]).toBeCloseTo(person.restWorldPositions[joint * 3 + k], 5);
      }
    }
    const hand = places(wave).get('leftHand') as number[];
    const shoulder = places(wave).get('leftUpperArm') as number[];
    const angle = (frame: number) =>
      Math.atan2(hand[frame * 3 + 1] - shoulder[frame * 3 + 1], hand[frame * 3] - shoulder[frame * 3]);
    expect(angle(0)).toBeCloseTo(0, 5);
    expect(angle(10)).toBeCloseTo(Math.PI / 2, 5);
    const expected = { LINEAR: 0.3 * (Math.PI / 2), STEP: 0, CUBICSPLINE: null }[interpolation];
    if (expected === null) expect(angle(3)).toBeGreaterThan(0.1);
    else expect(angle(3)).toBeCloseTo(expected, 5);
  },
);

test('the root’s movement goes through the nodes above it', async () => {
  const { json, binary } = readGlb(glb);
  const nodes = [
    ...(json.nodes as object[]),
    { name: 'Armature', translation: [1, 0, 2], scale: [2, 2, 2], children: [0] },
  ];
  const scenes = [{ nodes: [nodes.length - 1] }];
  const { motion: moved } = await readGltfMotion(writeGlb({ json: { ...json, nodes, scenes }, binary }));
  const [x, y, z] = motion.rootPositions.subarray(0, 3);
  expect(Array.from(moved.rootPositions.subarray(0, 3))).toEqual(
    [2 * x + 1, 2 * y, 2 * z + 2].map((v) => expect.closeTo(v, 5)),
  );
});

describe('damage is named with place and reason', () => {
  const changed = (change: (json: Record<string, unknown>) => object) => {
    const { json, binary } = readGlb(glb);
    return writeGlb({ json: change(structuredClone(json) as Record<string, unknown>) as never, binary });
  };
  const withBinary = (change: (view: DataView, json: Record<string, unknown>) => void) => {
    const { json, binary } = readGlb(glb);
    const copy = (binary ?? new Uint8Array(0)).slice();
    change(new DataView(copy.buffer), json as Record<string, unknown>);
    return writeGlb({ json, binary: copy });
  };

  test.each<[string, () => Uint8Array, RegExp]>([
    ['empty', () => new Uint8Array(0), /^glTF line 1: expected JSON/],
    ['garbage', () => new Uint8Array(64).fill(0xab), /^glTF line 1: expected JSON/],
    ['header only', () => glb.subarray(0, 10), /^glTF byte 10: the file is cut off$/],
    [
      'cut off',
      () => glb.subarray(0, glb.length - 100),
      /^glTF byte \d+: the file is cut off, \d+ bytes were announced$/,
    ],
    ['version 1', () => glb.slice().fill(1, 4, 5), /^glTF byte 4: expected version 2, got 1$/],
    ['chunk too long', () => glb.slice().fill(0xff, 12, 14), /^glTF byte 12: a chunk of \d+ bytes reaches beyond/],
    ['broken JSON', () => glb.slice().fill(0x7b, 30, 60), /^glTF byte 20: expected JSON/],
    ['no asset', () => changed(({ asset, ...json }) => (asset ? json : json)), /expected "asset" of glTF, got nothing/],
    [
      'no animation',
      () => changed(({ animations, ...json }) => (animations ? json : json)),
      /^glTF animations: the file has no animation$/,
    ],
    [
      'bone on no node',
      () =>
        changed((json) => ({
          ...json,
          extensions: { VRMC_vrm_animation: { humanoid: { humanBones: { hips: { node: 999 } } } } },
        })),
      /^glTF extensions.VRMC_vrm_animation.humanoid.humanBones.hips: expected a node from 0 to \d+, got 999$/,
    ],
    [
      'data in another file',
      () => new TextEncoder().encode('{"asset":{"version":"2.0"},"buffers":[{"uri":"a.bin","byteLength":4}]}'),
      /^glTF buffers\[0\]: lies in another file/,
    ],
    [
      'NaN in the keys',
      () =>
        withBinary((view) => {
          for (let at = 4 * 30; at < 4 * 60; at += 4) view.setFloat32(at, Number.NaN, true);
        }),
      /^glTF animations\[0\].samplers\[\d+\].(input|output)\[\d+\]: expected a (finite number|time .*), got NaN/,
    ],
  ])('%s', async (_, bytes, message) => {
    const error = await readGltfMotion(bytes()).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).message).toMatch(message);
  });

  test('an animation that is not there is refused with the names that are', async () => {
    await expect(readGltfMotion(glb, { animation: 'run' })).rejects.toThrow(/"run" is not one of "random 6"/);
    await expect(readGltfMotion(glb, { animation: 3 })).rejects.toThrow(FormatError);
    expect((await readGltfMotion(glb, { animation: 'random 6' })).motion.frameCount).toBe(30);
  });

  test('a file cut off anywhere, or changed at random, gives a motion or a FormatError', async () => {
    for (let at = 0; at < glb.length; at += 1013) {
      await expect(readGltfMotion(glb.subarray(0, at))).rejects.toThrow(FormatError);
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(glb.length - 1), fc.uint8Array({ minLength: 1, maxLength: 20 }), async (at, noise) => {
        const bytes = glb.slice();
        bytes.set(noise.subarray(0, bytes.length - at), at);
        await readGltfMotion(bytes).catch((error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
        });
      }),
      { numRuns: 120, seed: 4 },
    );
  });
});
