import type { HumanoidBone } from '@leib/core';
import { handDirection, palmDirection, wristPoint } from './armEnd.js';
import { farEnd, isBend, type LimbPath } from './limbPath.js';
import type { RobotFrame } from './robotFrame.js';
import type { PersonDirection, RobotLimb, RobotSegment } from './robotLimb.js';
import { hingePath, type RobotTree } from './robotTree.js';
import type { Triple } from './triple.js';

/** Counts of directions against each other: upper and lower segments first, then hands and feet, then their twist. */
const END_WEIGHT = 0.2;
const TWIST_WEIGHT = 0.1;
const REST_WEIGHT = 0.02;
const COLLAR_REST_WEIGHT = 0.15;
const MAX_HINGES = 12;

type Bones = readonly (HumanoidBone | null)[];

/** The limbs of a robot with the directions that each should take over from the person. */
export function buildRobotLimbs(tree: RobotTree, bones: Bones, frame: RobotFrame): readonly RobotLimb[] {
  const limbs: RobotLimb[] = [];
  const torso = buildTorso(tree, bones, frame);
  if (torso !== null) limbs.push(torso);
  for (const side of ['left', 'right'] as const) {
    for (const kind of ['Leg', 'Arm'] as const) {
      const limb = buildLimb(tree, bones, frame, side, kind);
      if (limb !== null) limbs.push(limb);
    }
  }
  const head = hingesOf(bones, /^(neck|head)$/);
  if (head.length > 0) limbs.push(trunkLimb(tree, 'head', head, frame, 'head'));
  return limbs;
}

function hingesOf(bones: Bones, pattern: RegExp): number[] {
  return bones.flatMap((bone, hinge) => (bone !== null && pattern.test(bone) ? [hinge] : []));
}

const trunkPattern = /^(spine|chest|upperChest)$/;

/** Hinges of the waist that move the legs: those of a robot whose base is its chest. */
export function hingesBelowBase(tree: RobotTree, bones: Bones): number[] {
  const waist = new Set(hingesOf(bones, trunkPattern));
  const [leg] = hingesOf(bones, /UpperLeg$/);
  return leg === undefined ? [] : hingePath(tree, leg).filter((hinge) => waist.has(hinge));
}

function buildTorso(tree: RobotTree, bones: Bones, frame: RobotFrame): RobotLimb | null {
  const below = hingesBelowBase(tree, bones);
  if (below.length > 0) return trunkLimb(tree, 'torso', below, frame, 'hips');
  const all = hingesOf(bones, trunkPattern);
  if (all.length === 0) return null;
  return trunkLimb(tree, 'torso', all, frame, 'trunk');
}

/** Torso and head: two axes of a link, up and ahead. */
function trunkLimb(
  tree: RobotTree,
  name: 'torso' | 'head',
  hinges: readonly number[],
  { up, ahead }: RobotFrame,
  follows: 'head' | 'trunk' | 'hips',
): RobotLimb {
  const path = hingePath(tree, hinges[hinges.length - 1]);
  const level = path.length - 1;
  const axisSegment = (end: Triple, axis: Triple, isShown: boolean): RobotSegment => ({
    bone: name === 'head' ? 'head' : 'spine',
    aim: { kind: 'axis', bone: follows, axis },
    start: null,
    end,
    startLevel: -1,
    endLevel: level,
    weight: 1,
    isShown,
  });
  const solved = path.flatMap((hinge, at) => (hinges.includes(hinge) ? [at] : [])).slice(-MAX_HINGES);
  return {
    name,
    reference: follows === 'hips' ? 'trunk' : 'hips',
    path,
    solved,
    restWeights: solved.map(() => REST_WEIGHT),
    segments: [axisSegment(up, [0, 1, 0], name === 'torso'), axisSegment(ahead, [0, 0, 1], name === 'head')],
  };
}

function buildLimb(
  tree: RobotTree,
  bones: Bones,
  frame: RobotFrame,
  side: 'left' | 'right',
  kind: 'Arm' | 'Leg',
): RobotLimb | null {
  const end = kind === 'Arm' ? 'Hand' : 'Foot';
  const own = hingesOf(bones, new RegExp(`^${side}(Shoulder|Upper${kind}|Lower${kind}|${end})$`)).filter(
    (hinge) => kind === 'Arm' || bones[hinge] !== `${side}Shoulder`,
  );
  if (own.length === 0) return null;
  const path = hingePath(tree, own[own.length - 1]);
  const solved = path.flatMap((hinge, at) => (own.includes(hinge) ? [at] : [])).slice(-MAX_HINGES);
  const segments = limbSegments(tree, bones, { path, solved, side, kind, frame });
  if (segments.length === 0) return null;
  return {
    name: `${side} ${kind === 'Arm' ? 'arm' : 'leg'}`,
    reference: 'hips',
    path,
    solved,
    restWeights: solved.map((at) => (bones[path[at]] === `${side}Shoulder` ? COLLAR_REST_WEIGHT : REST_WEIGHT)),
    segments,
  };
}

interface LimbPlan {
  readonly path: readonly number[];
  readonly solved: readonly number[];
  readonly side: 'left' | 'right';
  readonly kind: 'Arm' | 'Leg';
  readonly frame: RobotFrame;
}

function limbSegments(tree: RobotTree, bones: Bones, plan: LimbPlan): RobotSegment[] {
  const { path, solved, side, kind, frame } = plan;
  const [upper, lower, last] = (['Upper', 'Lower', 'End'] as const).map((part): HumanoidBone => {
    if (part === 'End') return `${side}${kind === 'Arm' ? 'Hand' : 'Foot'}`;
    return `${side}${part}${kind}`;
  });
  const own = solved.map((at) => path[at]);
  const start = tree.hinges[own[0]].anchor;
  const tip = farEnd(tree, own[own.length - 1], start) ?? tree.hinges[own[own.length - 1]].anchor;
  const limb: LimbPath = { hinges: own, tip };
  const placesOf = (bone: HumanoidBone) => own.flatMap((hinge, at) => (bones[hinge] === bone ? [at] : []));
  const middle = placesOf(lower).find((at) => isBend(tree, limb, at)) ?? placesOf(lower)[0];
  const shoulder = placesOf(upper).findLast((at) => isBend(tree, limb, at)) ?? placesOf(upper).at(-1);
  const levelOf = (at: number) => path.indexOf(own[at]);
  const between = (bone: HumanoidBone, to: HumanoidBone): PersonDirection => ({ kind: 'between', from: bone, to });
  const segments: RobotSegment[] = [];
  const elbow = middle === undefined ? null : tree.hinges[own[middle]].anchor;
  if (shoulder !== undefined) {
    const end = elbow ?? tip;
    segments.push({
      bone: upper,
      aim: between(upper, elbow === null ? last : lower),
      start: tree.hinges[own[shoulder]].anchor,
      end,
      startLevel: levelOf(shoulder),
      endLevel: middle === undefined ? path.length - 1 : levelOf(middle),
      weight: 1,
      isShown: true,
    });
  }
  if (elbow === null || middle === undefined) return segments;
  const wrist = wristPoint(tree, limb, middle);
  segments.push({
    bone: lower,
    aim: between(lower, last),
    start: elbow,
    end: wrist.point,
    startLevel: levelOf(middle),
    endLevel: levelOf(wrist.at),
    weight: 1,
    isShown: true,
  });
  const endLevel = path.length - 1;
  const carried = (aim: PersonDirection, end: Triple, weight: number, isShown: boolean): RobotSegment => ({
    bone: last,
    aim,
    start: null,
    end,
    startLevel: -1,
    endLevel,
    weight,
    isShown,
  });
  const axisOf = (axis: Triple): PersonDirection => ({ kind: 'axis', bone: last, axis });
  if (own.length - 1 <= middle) return segments;
  if (kind === 'Leg') {
    segments.push(carried(axisOf([0, 0, 1]), frame.ahead, END_WEIGHT, true));
    segments.push(carried(axisOf([0, 1, 0]), frame.up, TWIST_WEIGHT, false));
    return segments;
  }
  const hand = wrist.isBend ? handDirection(tree, own[own.length - 1], wrist.point) : null;
  if (hand !== null) segments.push(carried(axisOf([side === 'left' ? 1 : -1, 0, 0]), hand, END_WEIGHT, true));
  const palm = palmDirection(frame, side, segments, hand);
  if (palm !== null) segments.push(carried(axisOf([0, -1, 0]), palm, TWIST_WEIGHT, false));
  return segments;
}
