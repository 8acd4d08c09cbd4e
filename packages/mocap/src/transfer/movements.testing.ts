import {
  createPose,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  type Pose,
  type Skeleton,
  smoothStep,
  updateWorldPose,
  type Vec3,
  vec3,
} from '@leib/core';
import { type BendableLimb, bendLimb } from '@leib/core/solvers';
import { readPalm } from './handContacts.js';
import { buildArms } from './transferModel.js';

/** Tests only: movements whose contacts are exact by construction. */

/** A movement from a function that poses the body at a time; the pose comes at rest, with its world arrays. */
export function movement(
  skeleton: Skeleton,
  seconds: number,
  hz: number,
  poseAt: (time: number, pose: Pose) => void,
): Motion {
  const frameCount = Math.round(seconds * hz) + 1;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    const pose = createPose(skeleton);
    poseAt(frame / hz, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name: 'movement', skeleton, hz, frameCount, rootPositions, localRotations };
}

export function limbOf(skeleton: Skeleton, bones: readonly HumanoidBone[], bend: number): BendableLimb {
  const [upper, lower, end] = bones.map((bone) => jointOfBone(skeleton, bone));
  return { upper, lower, end, restPole: createVec3(0, 0, bend) };
}

/** Moves the middle of a palm to a place. */
export function putPalm(skeleton: Skeleton, pose: Pose, side: 'left' | 'right', palmWorld: Vec3): void {
  const arm = buildArms(skeleton, skeleton).find((each) => each.side === side);
  if (arm === undefined) throw new Error('the body has no such arm');
  const palm = createVec3();
  readPalm(palm, pose, arm.from);
  const wrist = pose.worldPositions.slice(arm.from.end * 3, arm.from.end * 3 + 3);
  vec3.add(wrist, wrist, vec3.subtract(createVec3(), palmWorld, palm));
  bendLimb(skeleton, pose, arm.from, wrist);
}

/** Walks towards +Z; every foot stands still while it stands, and its toes turn with it. Steps of 0.6 m and 0.6 s. */
export function walk(skeleton: Skeleton, seconds = 3, hz = 60): Motion {
  const stepLength = 0.6;
  const stepSeconds = 0.6;
  const hipsHeight = skeleton.restOffsets[1] - 0.05;
  return movement(skeleton, seconds, hz, (time, pose) => {
    const phase = time / stepSeconds;
    pose.rootPosition.set([0.02 * Math.sin(Math.PI * phase), hipsHeight, phase * stepLength]);
    updateWorldPose(skeleton, pose);
    (['left', 'right'] as const).forEach((side, i) => {
      // Each foot: half of two steps it stands, half it swings two steps ahead.
      const cycle = (phase + i) / 2;
      const swing = smoothStep(cycle - Math.floor(cycle), 0.5, 1);
      const rest = skeleton.restWorldPositions.subarray(
        jointOfBone(skeleton, `${side}Foot`) * 3,
        jointOfBone(skeleton, `${side}Foot`) * 3 + 3,
      );
      const z = (2 * (Math.floor(cycle) + swing) - i + 0.5) * stepLength;
      const lift = 0.1 * Math.sin(Math.PI * swing);
      const leg = limbOf(skeleton, [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`], 1);
      bendLimb(skeleton, pose, leg, createVec3(rest[0], rest[1] + lift, rest[2] + z));
    });
  });
}

/** Stands and claps once a second: the palms go from half a metre apart to 4 cm. */
export function clap(skeleton: Skeleton, seconds = 2, hz = 60): Motion {
  return movement(skeleton, seconds, hz, (time, pose) => {
    const half = 0.02 + 0.115 * (1 + Math.cos(2 * Math.PI * time));
    putPalm(skeleton, pose, 'left', createVec3(half, 1.2, 0.35));
    putPalm(skeleton, pose, 'right', createVec3(-half, 1.2, 0.35));
  });
}
