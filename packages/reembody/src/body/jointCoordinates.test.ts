import { createQuat, type HumanoidBone, humanoidBones, quat } from '@leib/core';
import { angleBetween, bytesPerCall, FRAME_GARBAGE, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { type BoneKind, kindOfBone } from '../settings/boneKinds.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { composeRotation, MAX_SWING, projectRotation } from './jointCoordinates.js';
import { buildJointDrive, GIMBAL_MARGIN, type JointDrive } from './jointDrive.js';

const drives = humanoidBones.flatMap((bone): JointDrive[] => {
  const joint = defaultRemoteBodySettings.joints[bone];
  const drive = joint && buildJointDrive(bone, kindOfBone(bone) as BoneKind, 0, joint, 0, 0);
  return drive ? [drive] : [];
});
const driveOf = (bone: HumanoidBone) => drives.find((drive) => drive.bone === bone) as JointDrive;

/** Coordinates somewhere within the limits, `share` of the way to them. */
function randomCoordinates(drive: JointDrive, random: () => number, share = 1): Float64Array {
  const coordinates = new Float64Array(drive.coordinateCount);
  const angle = (k: number) => (drive.low[k] + (drive.high[k] - drive.low[k]) * random()) * share;
  if (drive.kind === 'hinges') for (let k = 0; k < drive.speedCount; k++) coordinates[k] = angle(k);
  else {
    const twist = drive.twistAxis;
    const vector = [0, 1, 2].map((k) => (k === twist ? 0 : angle(k)));
    const full = Math.hypot(...vector);
    const size = Math.min(full, MAX_SWING);
    const swing = quat.setAxisAngle(
      createQuat(),
      size > 0 ? (vector.map((v) => v / full) as [number, number, number]) : [1, 0, 0],
      size,
    );
    const axis = [0, 0, 0] as [number, number, number];
    axis[twist] = 1;
    const q = quat.multiply(createQuat(), swing, quat.setAxisAngle(createQuat(), axis, angle(twist)));
    coordinates.set([q[3], q[0], q[1], q[2]]);
  }
  return coordinates;
}
const rotationOf = (drive: JointDrive, coordinates: Float64Array) => {
  const rotation = new Float64Array(4);
  composeRotation(drive, coordinates, 0, rotation, 0);
  return rotation;
};
const projected = (drive: JointDrive, rotation: ArrayLike<number>) => {
  const coordinates = new Float64Array(drive.coordinateCount);
  if (drive.kind === 'ball') coordinates[0] = 1;
  projectRotation(drive, Float64Array.from(rotation), 0, coordinates);
  return coordinates;
};

describe.each(drives.map((drive) => [drive.bone, drive] as const))('%s', (_bone, drive) => {
  test.each(seeds(20))('what it can do is kept as it is, up to its limits (seed %i)', (seed) => {
    const wanted = rotationOf(drive, randomCoordinates(drive, seededRandom(seed)));
    expect(angleBetween(rotationOf(drive, projected(drive, wanted)), wanted)).toBeLessThan(1e-6);
  });

  test.each(seeds(20))('anything else is brought within its limits, and stays there (seed %i)', (seed) => {
    const once = projected(drive, randomQuat(seededRandom(seed)));
    if (drive.kind === 'hinges') {
      for (let k = 0; k < drive.speedCount; k++) {
        expect(once[k]).toBeGreaterThanOrEqual(drive.low[k]);
        expect(once[k]).toBeLessThanOrEqual(drive.high[k]);
      }
    }
    const rotation = rotationOf(drive, once);
    expect(angleBetween(rotationOf(drive, projected(drive, rotation)), rotation)).toBeLessThan(1e-6);
  });
});

test('three hinges never come near their gimbal; the shoulders, which would, are balls', () => {
  for (const drive of drives) {
    if (drive.kind === 'ball') expect(kindOfBone(drive.bone)).toBe('upperArm');
    else if (drive.speedCount === 3) {
      expect(Math.max(-drive.low[1], drive.high[1])).toBeLessThanOrEqual(GIMBAL_MARGIN);
    }
  }
});

test.each(seeds(30))('at the corners of the limits a small turn is a small change of the angles (seed %i)', (seed) => {
  const random = seededRandom(seed);
  for (const drive of drives.filter(({ kind, speedCount }) => kind === 'hinges' && speedCount === 3)) {
    const corner = Float64Array.from({ length: 3 }, (_, k) => (random() < 0.5 ? drive.low[k] : drive.high[k]) * 0.999);
    const rotation = rotationOf(drive, corner);
    const small = quat.setAxisAngle(createQuat(), [Math.SQRT1_2, Math.SQRT1_2, 0], 0.001);
    const after = projected(drive, quat.multiply(createQuat(), rotation, small));
    // 1 / cos(80 degrees) = 5.8: the worst that the outer angles can do.
    for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - corner[k])).toBeLessThan(0.007);
  }
});

test('a target that goes round and round stays at the limit it left by', () => {
  const drive = driveOf('leftLowerLeg');
  const coordinates = new Float64Array(drive.coordinateCount);
  for (let degrees = 0; degrees <= 300; degrees += 5) {
    const half = (degrees * Math.PI) / 360;
    projectRotation(drive, Float64Array.of(Math.sin(half), 0, 0, Math.cos(half)), 0, coordinates);
    expect(coordinates[0]).toBeCloseTo(Math.min((degrees * Math.PI) / 180, drive.high[0]), 6);
  }
  const ball = driveOf('leftUpperArm');
  const q = Float64Array.of(1, 0, 0, 0);
  let last = 0;
  for (let degrees = 0; degrees <= 300; degrees += 5) {
    const half = (degrees * Math.PI) / 360;
    projectRotation(ball, Float64Array.of(Math.sin(half), 0, 0, Math.cos(half)), 0, q);
    const twist = 2 * Math.atan2(q[1], q[0]);
    expect(twist).toBeGreaterThanOrEqual(last - 1e-9);
    last = twist;
  }
});

test('neither allocates', () => {
  const coordinates = new Float64Array(8);
  const rotation = randomQuat(seededRandom(1)) as Float64Array;
  const out = new Float64Array(4);
  const work = () => {
    for (let d = 0; d < drives.length; d++) {
      projectRotation(drives[d], rotation, 0, coordinates);
      composeRotation(drives[d], coordinates, 0, out, 0);
    }
  };
  expect(bytesPerCall(work, 1000, FRAME_GARBAGE)).toBeLessThan(FRAME_GARBAGE);
});
