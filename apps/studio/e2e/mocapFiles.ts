import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { writeC3d } from '@leib/formats';
import { createBodyFrame, readRecordedBodies, simulateBodies } from '@leib/mocap';

/** Bodies on the default person in the T-pose, as devices of a feed, and how they sit. */
export function standingBodies() {
  const { jointCount, restOffsets } = defaultSkeleton;
  const localRotations = Float64Array.from({ length: jointCount * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  const rootPositions = restOffsets.slice(0, 3);
  const motion = { name: 'T-pose', skeleton: defaultSkeleton, hz: 60, frameCount: 1, rootPositions, localRotations };
  const { recording, offsets } = simulateBodies(motion, { positionNoise: 0, rotationNoise: 0, lostShare: 0 }, 3);
  const frame = createBodyFrame();
  readRecordedBodies(recording, 0, frame);
  const devices = frame.names.map((name, i) => ({
    id: `b${i}`,
    name,
    pose: [...frame.poses.subarray(i * 7, i * 7 + 7)],
  }));
  return { devices, offsets };
}

/** Markers on the default body, which lifts its arms from the T-pose for two seconds. Metres, Z up. */
export function markerFile(): Uint8Array {
  const skeleton = defaultSkeleton;
  const places: readonly (readonly [
    label: string,
    bone: Parameters<typeof jointOfBone>[1],
    at: readonly [number, number, number],
  ])[] = [
    ['LFHD', 'head', [0.07, 0.1, 0.09]],
    ['RFHD', 'head', [-0.07, 0.1, 0.09]],
    ['LBHD', 'head', [0.07, 0.1, -0.08]],
    ['RBHD', 'head', [-0.07, 0.1, -0.08]],
    ['C7', 'neck', [0, 0, -0.06]],
    ['CLAV', 'upperChest', [0, 0.05, 0.1]],
    ['STRN', 'chest', [0, 0, 0.12]],
    ['T10', 'chest', [0, 0, -0.12]],
    ...(['left', 'right'] as const).flatMap((side) => {
      const [s, x] = side === 'left' ? (['L', 1] as const) : (['R', -1] as const);
      return [
        [`${s}SHO`, `${side}UpperArm`, [0, 0.05, 0]],
        [`${s}ELB`, `${side}LowerArm`, [0, 0, -0.045]],
        [`${s}WRA`, `${side}Hand`, [0, 0, 0.035]],
        [`${s}WRB`, `${side}Hand`, [0, 0, -0.035]],
        [`${s}FIN`, `${side}Hand`, [0.09 * x, 0.015, 0]],
        [`${s}FWT`, 'hips', [0.12 * x, 0.04, 0.1]],
        [`${s}BWT`, 'hips', [0.06 * x, 0.04, -0.11]],
        [`${s}KNE`, `${side}LowerLeg`, [0.055 * x, 0, 0]],
        [`${s}ANK`, `${side}Foot`, [0.045 * x, 0, 0]],
        [`${s}HEE`, `${side}Foot`, [0, -0.04, -0.06]],
        [`${s}TOE`, `${side}Toes`, [0, 0.02, 0.02]],
      ] as const;
    }),
  ];
  const [frameCount, rate] = [41, 20];
  const positions = new Float64Array(frameCount * places.length * 3);
  const pose = createPose(skeleton);
  const turn = quat.create();
  const point = [0, 0, 0] as [number, number, number];
  for (let frame = 0; frame < frameCount; frame++) {
    const lift = 0.6 * Math.sin((frame / rate) * Math.PI);
    for (const side of ['left', 'right'] as const) {
      const sign = side === 'left' ? 1 : -1;
      const bend = (
        bone: `${typeof side}${'UpperArm' | 'LowerArm' | 'UpperLeg' | 'LowerLeg'}`,
        axis: [number, number, number],
        angle: number,
      ) => pose.localRotations.set(quat.setAxisAngle(turn, axis, angle), jointOfBone(skeleton, bone) * 4);
      bend(`${side}UpperArm`, [0, 0, 1], sign * lift);
      bend(`${side}LowerArm`, [0, 1, 0], -sign * Math.abs(lift));
      bend(`${side}UpperLeg`, [1, 0, 0], -0.5 * Math.abs(lift));
      bend(`${side}LowerLeg`, [1, 0, 0], 0.9 * Math.abs(lift));
    }
    pose.rootPosition.set(skeleton.restOffsets.subarray(0, 3));
    updateWorldPose(skeleton, pose);
    for (const [i, [, bone, at]] of places.entries()) {
      const joint = jointOfBone(skeleton, bone);
      const q = pose.worldRotations.subarray(joint * 4, joint * 4 + 4);
      rotate(point, at, q);
      const world = point.map((value, k) => value + pose.worldPositions[joint * 3 + k]);
      // Y up becomes Z up.
      positions.set([world[0], -world[2], world[1]], (frame * places.length + i) * 3);
    }
  }
  return writeC3d({ labels: places.map(([label]) => label), positions, rate, frameCount });
}

function rotate(
  out: [number, number, number],
  [x, y, z]: readonly [number, number, number],
  q: ArrayLike<number>,
): void {
  const [qx, qy, qz, qw] = [q[0], q[1], q[2], q[3]];
  const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
}
