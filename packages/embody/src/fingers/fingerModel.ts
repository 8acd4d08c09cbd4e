import {
  createQuat,
  createVec3,
  DEG,
  type HumanoidBone,
  jointOfBone,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  type Skeleton,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { handJointInJoint, handJointNumber } from '@leib/tracking';
import { restPosition } from '../limb/limbModel.js';

/** Which control closes a finger: the trigger the index, the grip the others, the thumb follows both. */
export const fingerControl = { thumb: 0, index: 1, others: 2 } as const;

export interface FingerJoint {
  readonly joint: number;
  /** Finger joint that this one hangs on, by its place in the list, or -1 for the hand. */
  readonly previous: number;
  readonly control: number;
  /** Axis, parent space, about which the joint curls into the palm, and how far a fist bends it. */
  readonly curlAxis: Vec3;
  readonly fistAngle: number;
  /** More in idle hands towards the little finger. */
  readonly idleFactor: number;
  /** WebXR hand joint that says where the bone points... */
  readonly handJoint: number;
  /** ...and the rig's bone at rest -> a bone along the hand's own axis, as WebXR's joint frames count. */
  readonly restToStraight: Quat;
}

/** The fingers of one hand, parents before children; empty where the rig has none. */
export interface FingerModel {
  readonly hand: number;
  readonly joints: readonly FingerJoint[];
  /** WebXR joint axes in joint space. */
  readonly handJointInJoint: Quat;
}

const fingers = [
  { name: 'Thumb', parts: ['Metacarpal', 'Proximal', 'Distal'], control: fingerControl.thumb, fist: [20, 32, 45] },
  { name: 'Index', parts: ['Proximal', 'Intermediate', 'Distal'], control: fingerControl.index, fist: [72, 95, 58] },
  { name: 'Middle', parts: ['Proximal', 'Intermediate', 'Distal'], control: fingerControl.others, fist: [78, 98, 60] },
  { name: 'Ring', parts: ['Proximal', 'Intermediate', 'Distal'], control: fingerControl.others, fist: [80, 96, 60] },
  { name: 'Little', parts: ['Proximal', 'Intermediate', 'Distal'], control: fingerControl.others, fist: [82, 92, 60] },
] as const;

const idleFactors = { Thumb: 0.6, Index: 0.75, Middle: 1, Ring: 1.15, Little: 1.25 } as const;

export function buildFingers(skeleton: Skeleton, side: 'left' | 'right'): FingerModel {
  const mirror = side === 'left' ? 1 : -1;
  const joints: FingerJoint[] = [];
  const hand = jointOfBone(skeleton, `${side}Hand`);
  for (const { name, parts, control, fist } of hand < 0 ? [] : fingers) {
    const chain = parts.map((part) => jointOfBone(skeleton, `${side}${name}${part}` as HumanoidBone));
    let previous = -1;
    let direction: ReadonlyVec3 = [mirror, 0, 0];
    chain.forEach((joint, at) => {
      if (joint < 0) return;
      const next = chain[at + 1] ?? -1;
      if (next >= 0) {
        direction = unitTowards(createVec3(), restPosition(skeleton, joint), restPosition(skeleton, next));
      }
      // Fingers close towards the palm; a thumb towards the palm and across it.
      const closing: ReadonlyVec3 = name === 'Thumb' ? [0, -0.6, -0.8] : [0, -1, 0];
      const curlAxis = vec3.cross(createVec3(), direction, closing);
      joints.push({
        joint,
        previous,
        control,
        curlAxis: vec3.normalize(curlAxis, curlAxis),
        fistAngle: fist[at] * DEG,
        idleFactor: idleFactors[name],
        handJoint: handJointNumber[handJointName(name, parts[at])],
        restToStraight: restToStraight(direction, name === 'Thumb' ? [-0.55 * mirror, 0.33, 0.77] : [0, 1, 0], mirror),
      });
      previous = joints.length - 1;
    });
  }
  return { hand, joints, handJointInJoint: handJointInJoint[side] };
}

/**
 * Bone and nail at rest -> bone along the hand and nail up, which is how WebXR's joint frames are turned. A thumb's
 * nail looks sideways; the direction is that of the relaxed hand in iwer's recorded hand poses.
 */
function restToStraight(direction: ReadonlyVec3, nail: ReadonlyVec3, mirror: 1 | -1): Quat {
  const rest = lookRotation(createQuat(), direction, nail);
  const straight = lookRotation(createQuat(), [mirror, 0, 0], [0, 1, 0]);
  return quat.multiply(createQuat(), straight, quat.conjugate(rest, rest));
}

function handJointName(finger: (typeof fingers)[number]['name'], part: (typeof fingers)[number]['parts'][number]) {
  if (finger === 'Thumb') {
    return part === 'Metacarpal'
      ? 'thumb-metacarpal'
      : part === 'Proximal'
        ? 'thumb-phalanx-proximal'
        : 'thumb-phalanx-distal';
  }
  const word = ({ Index: 'index', Middle: 'middle', Ring: 'ring', Little: 'pinky' } as const)[finger];
  const phalanx = (
    { Proximal: 'proximal', Intermediate: 'intermediate', Distal: 'distal', Metacarpal: 'proximal' } as const
  )[part];
  return `${word}-finger-phalanx-${phalanx}` as const;
}
