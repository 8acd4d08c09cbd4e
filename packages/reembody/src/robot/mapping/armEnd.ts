import { createQuat, createVec3, rotationBetween, vec3 } from '@leib/core';
import { farEnd, isBend, type LimbPath } from './limbPath.js';
import type { RobotFrame } from './robotFrame.js';
import type { RobotSegment } from './robotLimb.js';
import { childHinges, type RobotTree } from './robotTree.js';
import { distance, meanOf, minus, type Triple, unit } from './triple.js';

/** Where a lower arm or leg ends: the hinge after the elbow that bends, else one far from it, else the end of its shapes. */
export interface LimbEnd {
  readonly point: Triple;
  /** The last hinge that moves the point, by its place in the limb. */
  readonly at: number;
  readonly isBend: boolean;
}

/** A twist that is nearer to the elbow than this part of the rest says nothing about where the wrist is. */
const FAR_TWIST = 0.5;

export function wristPoint(tree: RobotTree, limb: LimbPath, middle: number): LimbEnd {
  const elbow = tree.hinges[limb.hinges[middle]].anchor;
  const end = farEnd(tree, limb.hinges[middle], elbow) ?? limb.tip;
  const apart = 0.15 * distance(elbow, end);
  const after = limb.hinges.flatMap((hinge, at) =>
    at > middle && distance(tree.hinges[hinge].anchor, elbow) > apart ? [at] : [],
  );
  const bend = after.find((at) => isBend(tree, limb, at));
  if (bend !== undefined) return { point: tree.hinges[limb.hinges[bend]].anchor, at: bend, isBend: true };
  const twist = after.find(
    (at) => distance(tree.hinges[limb.hinges[at]].anchor, elbow) > FAR_TWIST * distance(elbow, end),
  );
  if (twist !== undefined) return { point: tree.hinges[limb.hinges[twist]].anchor, at: twist, isBend: false };
  return { point: end, at: limb.hinges.length - 1, isBend: false };
}

/** From the wrist to where its fingers start, or to the end of its shapes. */
export function handDirection(tree: RobotTree, lastHinge: number, wrist: Triple): Triple | null {
  const fingers = childHinges(tree, lastHinge).map((hinge) => tree.hinges[hinge].anchor);
  const end = fingers.length > 1 ? meanOf(fingers) : farEnd(tree, lastHinge, wrist);
  return end === null ? null : unit(minus(end, wrist));
}

/**
 * Where the palm looks in the robot's reference pose: down in the T-pose, and carried along by the shortest turns from
 * there to the robot's upper arm, from that to its forearm and on to its hand. Hanging arms have palms that look inwards.
 */
export function palmDirection(
  frame: RobotFrame,
  side: 'left' | 'right',
  segments: readonly RobotSegment[],
  hand: Triple | null,
): Triple | null {
  const { left, up } = frame;
  const sign = side === 'left' ? 1 : -1;
  let direction: Triple = [left[0] * sign, left[1] * sign, left[2] * sign];
  const palm = createVec3(-up[0], -up[1], -up[2]);
  const turn = createQuat();
  const directions = segments.map(({ start, end }) => (start === null ? null : unit(minus(end, start))));
  for (const next of [...directions, hand]) {
    if (next === null) continue;
    rotationBetween(turn, [...direction], [...next]);
    vec3.transformQuat(palm, palm, turn);
    direction = next;
  }
  return unit([palm[0], palm[1], palm[2]]);
}
