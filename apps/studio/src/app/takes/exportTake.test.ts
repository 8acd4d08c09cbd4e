import { createPose, jointOfBone, type Motion, quat, recordingOf, trackOfMotion } from '@leib/core';
import { readBvh, readGlb, readGltfMotion, writeGltfMotion, writeRecording } from '@leib/formats';
import { buildTestRig } from '@leib/three/testing';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { fakeKeptFiles } from '../../files/keptFiles.testing.js';
import { KeptTakes } from '../../files/takes/keptTakes.js';
import type { KeptTake } from '../../files/takes/take.js';
import { secondTake } from '../../files/takes/take.testing.js';
import { encodeTakeAs } from '../../files/takes/takeFormats.js';
import { createRealClock } from '../../time/clock.js';
import { readDefaultBody } from '../../world/demo/defaultBody.testing.js';
import { encodeTakeOnAvatar } from './exportTake.js';

const skeleton = readDefaultBody();
const HZ = 60;
const FRAMES = 61;

/** Every bone turns by its own angle about its own axis, up to 30 degrees; joints between bones rest, as in every take. */
function turningMotion(): Motion {
  const size = skeleton.jointCount * 4;
  const localRotations = new Float64Array(FRAMES * size);
  const { rootPosition } = createPose(skeleton);
  const rootPositions = new Float64Array(FRAMES * 3);
  for (let frame = 0; frame < FRAMES; frame++) {
    rootPositions.set([rootPosition[0], 1, frame / HZ], frame * 3);
    for (let joint = 0; joint < skeleton.jointCount; joint++) {
      const axis = [Math.sin(joint), Math.cos(joint), Math.sin(2 * joint + 1)] as const;
      const length = Math.hypot(...axis);
      const turn = quat.setAxisAngle(
        quat.create(),
        [axis[0] / length, axis[1] / length, axis[2] / length],
        skeleton.jointToBone[joint] < 0 ? 0 : 0.5 * Math.sin(frame / 9 + joint),
      );
      localRotations.set(turn, frame * size + joint * 4);
    }
  }
  return { name: 'turning', skeleton, hz: HZ, frameCount: FRAMES, rootPositions, localRotations };
}

const motion = turningMotion();
/** As our reader takes it: fingers that are bent at rest are straightened once. */
const kept = (await readGltfMotion(await writeGltfMotion(motion))).motion;
const take: KeptTake = { ...secondTake, range: [0.5, 1], byteCount: 0 };
const takes = new KeptTakes(createRealClock(), () => {}, { list: fakeKeptFiles(), files: fakeKeptFiles() });
takes.add(take, await writeRecording(recordingOf([trackOfMotion(motion)])));

/** Largest angle between the bones of an export and of what was recorded from its 30th frame on, degrees. */
function largestAngle(read: Motion): number {
  let largest = 0;
  for (let frame = 0; frame < read.frameCount; frame++) {
    for (let joint = 0; joint < kept.skeleton.jointCount; joint++) {
      const bone = kept.skeleton.jointToBone[joint];
      const other = bone < 0 ? -1 : Array.from(read.skeleton.jointToBone).indexOf(bone);
      if (other < 0) continue;
      const a = kept.localRotations.subarray(((frame + 30) * kept.skeleton.jointCount + joint) * 4);
      const b = read.localRotations.subarray((frame * read.skeleton.jointCount + other) * 4);
      const cosine = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
      largest = Math.max(largest, (2 * Math.acos(Math.min(1, cosine)) * 180) / Math.PI);
    }
  }
  return largest;
}

test('BVH of a trimmed take is what was recorded, to a tenth of a degree', async () => {
  const read = (await readBvh(await encodeTakeAs(takes, take, 'bvh'))).motion;
  expect(read.frameCount).toBe(31);
  expect(largestAngle(read)).toBeLessThan(0.1);
});

test.each(['vrma', 'bones'] as const)('%s of a trimmed take is valid and the same movement', async (format) => {
  const bytes = await encodeTakeAs(takes, take, format);
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  const read = (await readGltfMotion(bytes)).motion;
  expect(read.frameCount).toBe(31);
  expect(largestAngle(read)).toBeLessThan(0.1);
});

test('GLB of a trimmed take is the worn avatar with its mesh, moving the same way', async () => {
  const worn = { bytes: buildTestRig({ format: 'vrm1', names: 'vroid' }), bones: {} };
  const bytes = await encodeTakeOnAvatar(take, await takes.recordingOf(take), worn);
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  const { json } = readGlb(bytes);
  expect(json.meshes).toEqual(readGlb(new Uint8Array(worn.bytes)).json.meshes);
  const read = (await readGltfMotion(bytes)).motion;
  expect(read.frameCount).toBe(31);
  // Of another body: what turns a limb there turns it here.
  for (const bone of ['leftLowerArm', 'rightUpperLeg', 'head'] as const) {
    const turnOf = (motion: Motion, frame: number) => {
      const at = (frame * motion.skeleton.jointCount + jointOfBone(motion.skeleton, bone)) * 4;
      return Array.from(motion.localRotations.subarray(at, at + 4));
    };
    const [a, b] = [turnOf(kept, 45), turnOf(read, 15)];
    expect(Math.abs(a.reduce((sum, value, k) => sum + value * b[k], 0))).toBeCloseTo(1, bone === 'head' ? 1 : 5);
  }
});
