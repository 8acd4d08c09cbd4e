import { createQuat, createVec3, easeScalar, type Quat, quat, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import { nearestTurn } from '@leib/core/pack';
import { jointRank, type MeasuredJoints } from '../actor/measuredJoints.js';
import {
  aimLink,
  aimPair,
  angleToDirection,
  type LinkPose,
  sineToAxis,
  turnLink,
  updateFixedBefore,
} from './aimLinks.js';
import type { DhPlan, DirectionGroup, Limb, LimbGroup, RotationGroup } from './dhPlan.js';
import { frameAt, setRootFrame, updateDhFrame } from './dhSkeleton.js';
import { guessMiddle, reachEnd } from './guessMiddle.js';
import { type LimbState, solveLimbTwist } from './limbTwist.js';

/** What a frame is solved from. */
export interface DhInput {
  readonly plan: DhPlan;
  readonly measured: MeasuredJoints;
  readonly limbs: Readonly<Record<Limb, LimbState>>;
  readonly dtSeconds: number;
}

/**
 * Angles down each chain, in closed form: the measured place of the child in the frame of the joint gives theta = atan2(y, x);
 * the third angle of shoulder and hip comes from the grandchild; trunk, head, hands and feet from their own rotations.
 */
export function solveDh(input: DhInput, rootPosition: ArrayLike<number>, pose: LinkPose): void {
  const { links } = pose;
  setRootFrame(pose.now, rootPosition);
  for (const group of input.plan.groups) {
    if (group.kind === 'limb') solveLimb(input, pose, group);
    else if (group.kind === 'direction') solveDirection(input, pose, group);
    else solveRotation(input, pose, group);
  }
  for (let link = 0; link < links.length; link++) if (links[link].dof < 0) updateDhFrame(pose.now, links, link, 0);
  limitNextFrame(input, pose);
}

/** Fastest that an angle follows, radians per second: beyond is a body that came back, or a direction that passed an axis. */
const FASTEST_TURN = 20;

/** From the first frame on, angles change at a limited rate. */
function limitNextFrame({ dtSeconds }: DhInput, { mostChange }: LinkPose): void {
  mostChange.fill(FASTEST_TURN * dtSeconds);
}

// Scratch, written before it is read in every call.
const rotation = createQuat();
const direction = createVec3();

function readRotation(out: Quat, { rotations }: MeasuredJoints, joint: number): Quat {
  const at = joint * 4;
  return quat.set(out, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
}

/** A vector of the body at rest as the joint's measured rotation turns it. */
function turned(out: Vec3, measured: MeasuredJoints, joint: number, atRest: ReadonlyVec3): Vec3 {
  return vec3.transformQuat(out, atRest, readRotation(rotation, measured, joint));
}

function solveRotation({ measured, dtSeconds }: DhInput, pose: LinkPose, group: RotationGroup): void {
  const { joint, fallbackJoint, links, pair, across } = group;
  if (measured.hasRotation[joint]) {
    if (pair !== null) aimPair(pose, pair, turned(direction, measured, joint, pair.atRest), dtSeconds);
    if (links.length !== 2) aimLink(pose, group.lastAim, turned(direction, measured, joint, across));
    return;
  }
  links.forEach((link, k) => {
    updateFixedBefore(pose, link);
    if (k === 0 && fallbackJoint >= 0 && measured.hasRotation[fallbackJoint]) {
      aimLink(pose, group.firstAim, turned(direction, measured, fallbackJoint, across));
    } else easeToRest(pose, link, dtSeconds);
  });
}

function solveDirection(
  { measured, dtSeconds }: DhInput,
  pose: LinkPose,
  { child, links, pair }: DirectionGroup,
): void {
  if (measured.ranks[child] < jointRank.limb) {
    for (const link of links) {
      updateFixedBefore(pose, link);
      easeToRest(pose, link, dtSeconds);
    }
    return;
  }
  updateFixedBefore(pose, links[0]);
  toPlace(direction, pose, links[0], measured, child);
  aimPair(pose, pair, vec3.normalize(direction, direction), dtSeconds);
}

/** From the joint that a link turns about to a measured joint. */
function toPlace(
  out: Vec3,
  { links, now }: LinkPose,
  link: number,
  { positions }: MeasuredJoints,
  joint: number,
): Vec3 {
  const at = frameAt(now, links[link].parent) + 9;
  for (let i = 0; i < 3; i++) out[i] = positions[joint * 3 + i] - now.frames[at + i];
  return out;
}

/** A hinge's angle is the one within half a turn of this: elbows and knees bend one way. */
const MIDDLE_BEND = 1.3;

/** A body with less confidence than this is lost. */
const SEEN_CONFIDENCE = 0.5;

const toMiddle = createVec3();
const toEnd = createVec3();
const axis = createVec3();

/** Upper bone to the elbow, twist, hinge to the wrist. What is not measured is made up first; what cannot be is held. */
function solveLimb(input: DhInput, pose: LinkPose, group: LimbGroup): void {
  const { measured, limbs, dtSeconds } = input;
  const { pair, twistLink, hingeLink, joints, upperLength, hingeAxis, lowerDirection } = group;
  const middle = joints[1];
  const end = joints[2];
  const state = limbs[group.limb];
  updateFixedBefore(pose, pair.first);
  const hasMiddle = measured.ranks[middle] > jointRank.unknown;
  const hasEnd = measured.ranks[end] > jointRank.unknown;
  if (hasMiddle) {
    toPlace(toMiddle, pose, pair.first, measured, middle);
    const doubt = hasEnd ? (1 - measured.confidence[middle]) * measured.confidence[end] : 0;
    if (doubt > 0) reachEnd(toMiddle, toPlace(toEnd, pose, pair.first, measured, end), group, measured, doubt);
  } else if (hasEnd) guessMiddle(toMiddle, toPlace(toEnd, pose, pair.first, measured, end), group, measured);
  else {
    for (const link of group.links) {
      updateFixedBefore(pose, link);
      turnLink(pose, link, pose.angles[pose.links[link].dof]);
    }
    return;
  }
  vec3.normalize(toMiddle, toMiddle);
  aimPair(pose, pair, toMiddle, dtSeconds);

  const hasBody = measured.hasRotation[middle] === 1;
  if (hasEnd) {
    toPlace(toEnd, pose, pair.first, measured, end);
    vec3.scaleAndAdd(toEnd, toEnd, toMiddle, -upperLength);
  } else if (hasBody) turned(toEnd, measured, middle, lowerDirection);
  const before = pose.angles[pose.links[twistLink].dof];
  updateFixedBefore(pose, twistLink);
  const isKnown = hasEnd || hasBody;
  if (isKnown) {
    const { input: seen } = state;
    seen.byEnd = angleToDirection(pose, group.bendAim, toEnd);
    seen.bendSine = sineToAxis(pose, twistLink, toEnd);
    seen.byBody = hasBody ? angleToDirection(pose, group.axisAim, turned(axis, measured, middle, hingeAxis)) : null;
    seen.isBodySeen = measured.confidence[middle] > SEEN_CONFIDENCE;
    seen.before = before;
  }
  const twist = isKnown ? solveLimbTwist(state, state.input, dtSeconds) : before;
  turnLink(pose, twistLink, nearestTurn(twist, before));
  updateFixedBefore(pose, hingeLink);
  if (isKnown) turnLink(pose, hingeLink, nearestTurn(angleToDirection(pose, group.lowerAim, toEnd), MIDDLE_BEND));
  else turnLink(pose, hingeLink, pose.angles[pose.links[hingeLink].dof]);
}

/** Time in which an angle that nothing tells goes half the way back to rest. */
const REST_HALF_LIFE_SECONDS = 0.3;

/** Turns a link that nothing is measured for: back to rest, smoothly. */
function easeToRest(pose: LinkPose, link: number, dtSeconds: number): void {
  const { dof } = pose.links[link];
  const rest = Math.round(pose.angles[dof] / (2 * Math.PI)) * 2 * Math.PI;
  turnLink(pose, link, easeScalar(pose.angles[dof], rest, REST_HALF_LIFE_SECONDS, dtSeconds));
}
