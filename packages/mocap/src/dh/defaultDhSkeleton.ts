import { type HumanoidBone, requireDecoded } from '@leib/core';
import type { DhSkeleton } from './dhSkeleton.js';
import { type DhLinkJson, type DhSkeletonJson, readDhSkeleton } from './parseDhSkeleton.js';

/** theta in degrees, d and a in metres, alpha in degrees. */
type Numbers = readonly [theta: number, d: number, a: number, alpha: number];

/** A link that turns. */
function turn(name: string, parent: string | null, numbers: Numbers, joint?: HumanoidBone): DhLinkJson {
  return { ...step(name, parent, numbers, joint), turns: true };
}

/** A fixed link. */
function step(name: string, parent: string | null, [theta, d, a, alpha]: Numbers, joint?: HumanoidBone): DhLinkJson {
  return { name, parent, theta, d, a, alpha, ...(joint === undefined ? {} : { joint }) };
}

const links: readonly DhLinkJson[] = [
  step('hips.axis', null, [180, 0, 0, 90]),
  turn('hips.turn', 'hips.axis', [-90, 0, 0, 90]),
  turn('hips.pitch', 'hips.turn', [-90, 0, 0, 90]),
  turn('hips.roll', 'hips.pitch', [0, 0, 0, 0]),
  step('spine.place', 'hips.roll', [-180, -0.01, 0.1, 0], 'spine'),
  step('spine.axis', 'spine.place', [90, 0, 0, 90]),
  turn('spine.turn', 'spine.axis', [-90, 0, 0, 90]),
  turn('spine.pitch', 'spine.turn', [-90, 0, 0, 90]),
  turn('spine.roll', 'spine.pitch', [180, -0.01, 0.13, 0], 'chest'),
  step('chest.axis', 'spine.roll', [90, 0, 0, 90]),
  turn('chest.turn', 'chest.axis', [-90, 0, 0, 90]),
  turn('chest.pitch', 'chest.turn', [-90, 0, 0, 90]),
  turn('chest.roll', 'chest.pitch', [-180, 0.01, 0.12, 0], 'upperChest'),
  step('neck.place', 'chest.roll', [0, -0.01, 0.15, 90], 'neck'),
  turn('neck.pitch', 'neck.place', [-180, 0, 0, 90]),
  turn('neck.roll', 'neck.pitch', [180, 0.02, 0.1, 0], 'head'),
  step('head.axis', 'neck.roll', [90, 0, 0, 90]),
  turn('head.turn', 'head.axis', [-90, 0, 0, 90]),
  turn('head.pitch', 'head.turn', [-90, 0, 0, 90]),
  turn('head.roll', 'head.pitch', [0, 0, 0, 0]),
  step('leftShoulder.place', 'chest.roll', [-16.699244, 0.01, 0.1044, 0], 'leftShoulder'),
  step('leftShoulder.axis', 'leftShoulder.place', [-73.300756, 0, 0, 90]),
  turn('leftShoulder.forward', 'leftShoulder.axis', [180, 0, 0, 90]),
  turn('leftShoulder.raise', 'leftShoulder.forward', [180, -0.02, 0.14, 0], 'leftUpperArm'),
  step('leftUpperArm.axis', 'leftShoulder.raise', [-144.73561, 0, 0, 60]),
  turn('leftUpperArm.around', 'leftUpperArm.axis', [-19.471221, 0, 0, 90]),
  turn('leftUpperArm.swing', 'leftUpperArm.around', [-60, 0, 0, 90]),
  turn('leftUpperArm.twist', 'leftUpperArm.swing', [54.73561, 0.29, 0, 90], 'leftLowerArm'),
  turn('leftLowerArm.bend', 'leftUpperArm.twist', [180, 0, 0, 90]),
  turn('leftLowerArm.twist', 'leftLowerArm.bend', [90, 0.255, 0, 90], 'leftHand'),
  turn('leftHand.bend', 'leftLowerArm.twist', [-90, 0, 0, 90]),
  turn('leftHand.aside', 'leftHand.bend', [0, 0, 0, 0]),
  step('rightShoulder.place', 'chest.roll', [16.699244, 0.01, 0.1044, 0], 'rightShoulder'),
  step('rightShoulder.axis', 'rightShoulder.place', [73.300756, 0, 0, 90]),
  turn('rightShoulder.forward', 'rightShoulder.axis', [0, 0, 0, 90]),
  turn('rightShoulder.raise', 'rightShoulder.forward', [0, 0.02, 0.14, 0], 'rightUpperArm'),
  step('rightUpperArm.axis', 'rightShoulder.raise', [35.26439, 0, 0, 60]),
  turn('rightUpperArm.around', 'rightUpperArm.axis', [-19.471221, 0, 0, 90]),
  turn('rightUpperArm.swing', 'rightUpperArm.around', [-60, 0, 0, 90]),
  turn('rightUpperArm.twist', 'rightUpperArm.swing', [54.73561, -0.29, 0, 90], 'rightLowerArm'),
  turn('rightLowerArm.bend', 'rightUpperArm.twist', [-180, 0, 0, 90]),
  turn('rightLowerArm.twist', 'rightLowerArm.bend', [90, -0.255, 0, 90], 'rightHand'),
  turn('rightHand.bend', 'rightLowerArm.twist', [-90, 0, 0, 90]),
  turn('rightHand.aside', 'rightHand.bend', [0, 0, 0, 0]),
  step('leftUpperLeg.place', 'hips.roll', [60.945396, 0, 0.10296, 0], 'leftUpperLeg'),
  step('leftUpperLeg.axis', 'leftUpperLeg.place', [119.054604, 0, 0, 90]),
  turn('leftUpperLeg.forward', 'leftUpperLeg.axis', [-180, 0, 0, 90]),
  turn('leftUpperLeg.aside', 'leftUpperLeg.forward', [-90, 0, 0, 90]),
  turn('leftUpperLeg.twist', 'leftUpperLeg.aside', [-90, -0.43, 0, 90], 'leftLowerLeg'),
  turn('leftLowerLeg.bend', 'leftUpperLeg.twist', [-90, 0, 0.43, 0], 'leftFoot'),
  step('leftFoot.axis', 'leftLowerLeg.bend', [-90, 0, 0, 90]),
  turn('leftFoot.twist', 'leftFoot.axis', [-180, 0, 0, 90]),
  turn('leftFoot.bend', 'leftFoot.twist', [-90, 0, 0, 90]),
  turn('leftFoot.tilt', 'leftFoot.bend', [0, 0.13, 0.05, 0], 'leftToes'),
  step('rightUpperLeg.place', 'hips.roll', [-60.945396, 0, 0.10296, 0], 'rightUpperLeg'),
  step('rightUpperLeg.axis', 'rightUpperLeg.place', [-119.054604, 0, 0, 90]),
  turn('rightUpperLeg.forward', 'rightUpperLeg.axis', [0, 0, 0, 90]),
  turn('rightUpperLeg.aside', 'rightUpperLeg.forward', [-90, 0, 0, 90]),
  turn('rightUpperLeg.twist', 'rightUpperLeg.aside', [-90, 0.43, 0, 90], 'rightLowerLeg'),
  turn('rightLowerLeg.bend', 'rightUpperLeg.twist', [90, 0, 0.43, 0], 'rightFoot'),
  step('rightFoot.axis', 'rightLowerLeg.bend', [90, 0, 0, 90]),
  turn('rightFoot.twist', 'rightFoot.axis', [180, 0, 0, 90]),
  turn('rightFoot.bend', 'rightFoot.twist', [-90, 0, 0, 90]),
  turn('rightFoot.tilt', 'rightFoot.bend', [-180, -0.13, 0.05, 0], 'rightToes'),
];

/**
 * A person of 1.75 m with the 46 angles of the default layout. Lengths are parts of the stature as in Drillis and Contini, "Body
 * segment parameters", 1966, with joint centres of shoulders and hips instead of breadths over the skin; an actor's own
 * lengths replace them.
 */
export const defaultDhSkeletonJson: DhSkeletonJson = {
  format: 'leib-dh/1',
  name: 'person of 1.75 m, 46 angles',
  links: [...links],
};

export const defaultDhSkeleton: DhSkeleton = requireDecoded(readDhSkeleton(defaultDhSkeletonJson));
