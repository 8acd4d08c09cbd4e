import type { HumanoidBone } from '@leib/core';
import { guessRobotLimbs } from './guessRobotLimbs.js';
import type { HingeLabel } from './hingeLabel.js';
import { findMiddle, isBend, type LimbPath, longestPath } from './limbPath.js';
import type { RobotPart, RobotSide } from './readRobotName.js';
import { hingePath, isUnder, ownReach, type RobotTree } from './robotTree.js';

export interface GuessOptions {
  /** Names of the joints that the robot has motors for; others are left alone. Absent: all of them. */
  readonly driven?: ReadonlySet<string>;
}

/** More hinges than these before an elbow do not belong to the shoulder. */
const SHOULDER_HINGES = 3;
const sides = ['left', 'right'] as const;
/** Parts that tell the end of an arm or a leg from what else hangs on it. */
const limbParts: ReadonlySet<RobotPart | null> = new Set(['elbow', 'wrist', 'hand', 'knee', 'ankle', 'toe']);

/**
 * The bone of a person that each hinge of a robot is for, or null: found by the names of joints and links, by which hinge
 * hangs on which, and by where they lie and how they turn. Fingers have none.
 */
export function guessRobotBones(tree: RobotTree, { driven }: GuessOptions = {}): (HumanoidBone | null)[] {
  const labels = guessRobotLimbs(tree);
  const bones: (HumanoidBone | null)[] = tree.hinges.map(() => null);
  const isDriven = (hinge: number) => {
    const { name, hasSpring } = tree.hinges[hinge];
    // Moved by rods that have the motor: it still is the joint that the limb turns about.
    const isMovedElsewhere = labels[hinge].part !== null && !hasSpring;
    return driven === undefined || driven.has(name) || isMovedElsewhere;
  };
  for (const side of sides) {
    fillLimb(tree, labels, bones, { limb: 'arm', side, isDriven });
    fillLimb(tree, labels, bones, { limb: 'leg', side, isDriven });
  }
  fillTrunk(tree, labels, bones, isDriven);
  return bones;
}

/** Torso: what carries other limbs. Head: the longest way up. */
function fillTrunk(
  tree: RobotTree,
  labels: readonly HingeLabel[],
  bones: (HumanoidBone | null)[],
  isDriven: (hinge: number) => boolean,
): void {
  const head = labels.flatMap(({ limb }, i) => (limb === 'head' ? [i] : []));
  const toHead = head.length === 0 ? [] : pathToHead(tree, head);
  for (const hinge of toHead) if (isDriven(hinge)) bones[hinge] = labels[hinge].part === 'neck' ? 'neck' : 'head';
  for (const [hinge, { limb }] of labels.entries()) {
    const carries = tree.hinges.some((_, i) => bones[i] !== null && bones[i] !== 'spine' && isUnder(tree, i, hinge));
    const isEnd = !labels.some(({ limb: other }) => other === 'arm' || other === 'head' || other === 'leg');
    if (limb === 'torso' && isDriven(hinge) && (carries || isEnd)) bones[hinge] = 'spine';
  }
}

/** The way to the last large link of neck and head: small rods that move it may hang on it. */
function pathToHead(tree: RobotTree, head: readonly number[]): readonly number[] {
  const sizes = head.map((hinge) => ownReach(tree, hinge));
  const largest = Math.max(...sizes);
  if (!(largest > 0)) return longestPath(tree, head, () => 0).hinges;
  const paths = head.flatMap((hinge, i) => (sizes[i] >= 0.5 * largest ? [hingePath(tree, hinge)] : []));
  const longest = paths.reduce((a, b) => (b.length > a.length ? b : a));
  return longest.filter((hinge) => head.includes(hinge));
}

interface LimbWish {
  readonly limb: 'arm' | 'leg';
  readonly side: RobotSide;
  readonly isDriven: (hinge: number) => boolean;
}

function fillLimb(
  tree: RobotTree,
  labels: readonly HingeLabel[],
  bones: (HumanoidBone | null)[],
  { limb, side, isDriven }: LimbWish,
): void {
  const members = labels.flatMap((label, i) => (label.limb === limb && label.side === side ? [i] : []));
  if (members.length === 0) return;
  const path = longestPath(tree, members, (hinge) => (limbParts.has(labels[hinge].part) ? 1 : 0));
  const middle = findNamedMiddle(tree, labels, path, limb === 'arm' ? 'elbow' : 'knee');
  const isArm = limb === 'arm';
  const hasWrist = path.hinges.some((hinge) => labels[hinge].part === 'wrist');
  const hasAnkle = path.hinges.some((hinge) => labels[hinge].part === 'ankle');
  for (const [at, hinge] of path.hinges.entries()) {
    if (!isDriven(hinge)) continue;
    const { part } = labels[hinge];
    if (middle < 0 || at < middle) {
      const isCollar = part === 'collar' || (isArm && middle >= 0 && part === null && at < middle - SHOULDER_HINGES);
      bones[hinge] = `${side}${isArm ? (isCollar ? 'Shoulder' : 'UpperArm') : 'UpperLeg'}`;
      continue;
    }
    if (at === middle) bones[hinge] = `${side}${isArm ? 'LowerArm' : 'LowerLeg'}`;
    // Beyond a wrist, what is called hand closes the fingers.
    else if (isArm) bones[hinge] = part === 'hand' && hasWrist ? null : `${side}Hand`;
    // Toes are held: the foot points where the person's does.
    else if (part !== 'toe' || !hasAnkle) bones[hinge] = `${side}Foot`;
  }
}

/** The elbow or knee of a path: the first hinge of that name that bends it, else the one that bends it in the middle. */
function findNamedMiddle(
  tree: RobotTree,
  labels: readonly HingeLabel[],
  path: LimbPath,
  part: 'elbow' | 'knee',
): number {
  const named = path.hinges.flatMap((hinge, at) => (labels[hinge].part === part ? [at] : []));
  return named.find((at) => isBend(tree, path, at)) ?? named[0] ?? findMiddle(tree, path);
}
