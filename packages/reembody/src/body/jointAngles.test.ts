import { createQuat, type HumanoidBone, humanoidBones, quat } from '@leib/core';
import { bytesPerCall, CALL_GARBAGE, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { type BoneKind, kindOfBone } from '../settings/boneKinds.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { createJointAngles, updateJointAngles } from './jointAngles.js';
import { buildJointDrive, type JointDrive } from './jointDrive.js';

const driveOf = (bone: HumanoidBone): JointDrive | null => {
  const joint = defaultRemoteBodySettings.joints[bone];
  return joint ? buildJointDrive(bone, kindOfBone(bone) as BoneKind, 0, joint, 0, 0) : null;
};
const drives = humanoidBones.map(driveOf).filter((drive) => drive !== null);
const unit = (axis: number): [number, number, number] => [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as never;

/** The rotation that angles make: hinges one after the other; a ball's swing by its vector, then the twist. */
function rotationOf({ kind, axes, twistAxis }: JointDrive, angles: ArrayLike<number>): Float64Array {
  const rotation = createQuat();
  if (kind === 'hinges') {
    for (const [k, axis] of axes.entries()) {
      quat.multiply(rotation, rotation, quat.setAxisAngle(createQuat(), unit(axis), angles[k]));
    }
  } else {
    const vector = [0, 1, 2].map((k) => (k === twistAxis ? 0 : angles[k])) as [number, number, number];
    const size = Math.hypot(...vector);
    if (size > 0) quat.setAxisAngle(rotation, vector.map((v) => v / size) as never, size);
    quat.multiply(rotation, rotation, quat.setAxisAngle(createQuat(), unit(twistAxis), angles[twistAxis]));
  }
  return Float64Array.from(rotation);
}

describe.each(drives.map((drive) => [drive.bone, drive] as const))('%s', (_bone, drive) => {
  test.each(seeds(10))('turned by some angles, it reads those angles, beyond its limits too (seed %i)', (seed) => {
    const random = seededRandom(seed);
    // Within what every order of hinges tells apart: the middle one below 90 degrees.
    const wanted = Float64Array.from(drive.axes, () => (random() - 0.5) * 2.9);
    const state = createJointAngles(drive);
    updateJointAngles(state, rotationOf(drive, wanted), 0);
    for (const [k, angle] of wanted.entries()) expect(state.angles[k]).toBeCloseTo(angle, 9);
  });
});

test('reads without allocating', () => {
  const drive = driveOf('leftUpperArm') as JointDrive;
  const state = createJointAngles(drive);
  const rotation = rotationOf(drive, [0.3, -0.4, 0.5]);
  expect(bytesPerCall(() => updateJointAngles(state, rotation, 0))).toBeLessThan(CALL_GARBAGE);
});
