import {
  createPose,
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Quat,
  quat,
  sampleMotion,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import type { Take } from './take.ts';

/** One moment of one true arm, world space. */
export interface ArmSample {
  readonly mirror: 1 | -1;
  readonly reach: number;
  readonly chestRotation: Quat;
  readonly shoulder: Vec3;
  readonly elbow: Vec3;
  readonly hand: Vec3;
  readonly handRotation: Quat;
}

/**
 * Both arms of every so many frames. The chest is taken from the collar bone: it never turns against what it sits on
 * in this data, and the set's own upper chest carries the turn of the lower neck.
 */
export function readArmSamples({ motion }: Take, frameStep: number): readonly ArmSample[] {
  const { skeleton, hz, frameCount } = motion;
  const pose = createPose(skeleton);
  const samples: ArmSample[] = [];
  const place = (bone: HumanoidBone): Vec3 => {
    const [x, y, z] = pose.worldPositions.subarray(jointOfBone(skeleton, bone) * 3);
    return createVec3(x, y, z);
  };
  const turn = (bone: HumanoidBone): Quat => {
    const [x, y, z, w] = pose.worldRotations.subarray(jointOfBone(skeleton, bone) * 4);
    return quat.normalize(createQuat(), [x, y, z, w]) as Quat;
  };
  for (let frame = 0; frame < frameCount; frame += frameStep) {
    sampleMotion(motion, frame / hz, pose);
    updateWorldPose(skeleton, pose);
    for (const side of ['left', 'right'] as const) {
      const [shoulder, elbow, hand] = [place(`${side}UpperArm`), place(`${side}LowerArm`), place(`${side}Hand`)];
      samples.push({
        mirror: side === 'left' ? 1 : -1,
        reach: vec3.distance(shoulder, elbow) + vec3.distance(elbow, hand),
        chestRotation: turn(`${side}Shoulder`),
        shoulder,
        elbow,
        hand,
        handRotation: turn(`${side}Hand`),
      });
    }
  }
  return samples;
}
