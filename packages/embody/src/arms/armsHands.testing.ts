import { createPose, createQuat, createVec3, type Quat, quat, type Vec3, vec3 } from '@leib/core';
import { randomUnit } from '@leib/core/testing';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { buildTestBody } from '../testing.js';
import { type ArmsRig, placeOf, type Side, setTarget, sides } from './arms.testing.js';
import {
  buildTorsoJoints,
  createTorsoHull,
  defaultTorsoHullSettings,
  growTorsoHull,
  isInTorso,
  type TorsoJoints,
  updateTorsoHull,
} from './torsoHull.js';

/** Tests only: the body whose arms are tried, its lengths and places at rest, and hands that it may be asked for. */

export const armsSkeleton = buildTestBody();
export const upperLength = 0.28;
export const lowerLength = 0.25;
export const restShoulder = { left: createVec3(0.165, 1.39, -0.03), right: createVec3(-0.165, 1.39, -0.03) };
export const restHull = createTorsoHull();
updateTorsoHull(buildTorsoJoints(armsSkeleton) as TorsoJoints, createPose(armsSkeleton), restHull);

/** Fingers of the left hand straight down. */
export const wristDown: [number, number, number, number] = [0, 0, -Math.SQRT1_2, Math.SQRT1_2];

/** Somewhere a hand can really be: around the person, not in the trunk or the shoulder. */
export function randomHand(random: () => number, side: Side): Vec3 {
  const size = growTorsoHull(defaultTorsoHullSettings, 0.3);
  for (;;) {
    const hand = vec3.scaleAndAdd(createVec3(), restShoulder[side], randomUnit(random), 0.1 + 0.42 * random());
    // Behind the back a hand gets no higher than the waist, and not across.
    const isBehind = hand[2] < -0.1 && (hand[1] > 1.1 || (side === 'left' ? hand[0] < 0 : hand[0] > 0));
    if (!isInTorso(size, restHull, hand) && !isBehind) return hand;
  }
}

/** A hand's rotation with the fingers somewhere in line with the forearm that would bring it there. */
export function randomHandTurn(random: () => number, side: Side): Quat {
  const mirror = side === 'left' ? 1 : -1;
  const turn = createQuat();
  quat.rotateY(turn, turn, -mirror * Math.PI * 0.75 * random());
  quat.rotateZ(turn, turn, mirror * (random() - 0.5) * 2);
  quat.rotateX(turn, turn, (random() - 0.5) * 3);
  return turn;
}

/** Asks both hands to be somewhere. */
export function setHands(rig: ArmsRig, random: () => number): void {
  for (const side of sides) setTarget(rig, `${side}Hand`, randomHand(random, side), randomHandTurn(random, side));
}

/** How far a hand is from where it was asked to be, metres. */
export function missOf(rig: ArmsRig, side: Side): number {
  const at = pointNumber[`${side}Hand`] * POSE_SIZE;
  return vec3.distance(placeOf(rig, `${side}Hand`), rig.body.targets.frame.jointPoses.slice(at, at + 3));
}

/** What a hand is asked to be turned like. */
export function targetTurn({ body }: ArmsRig, side: Side): Quat {
  const at = pointNumber[`${side}Hand`] * POSE_SIZE + 3;
  const { jointPoses: poses } = body.targets.frame;
  return createQuat(poses[at], poses[at + 1], poses[at + 2], poses[at + 3]);
}
