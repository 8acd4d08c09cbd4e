import { createQuat, createVec3, type HumanoidBone, rotationBetween, vec3 } from '@leib/core';
import { farEnd, isBend, type LimbPath } from './limbPath.js';
import type { RobotFrame } from './robotFrame.js';
import type { PersonDirection, RobotLimb, RobotSegment } from './robotLimb.js';
import { childHinges, hingePath, type RobotTree } from './robotTree.js';
import { distance, meanOf, minus, type Triple, unit } from './triple.js';

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

/** Where a lower arm or leg ends: the hinge after the elbow that bends, else one far from it, else the end of its shapes. */
interface LimbEnd {
  readonly point: Triple;
  /** The last hinge that moves the point, by its place in the limb. */
  readonly at: number;
  readonly isBend: boolean;
}

/** A twist that is nearer to the elbow than this part of the rest says nothing about where the wrist is. */
const FAR_TWIST = 0.5;

function wristPoint(tree: RobotTree, limb: LimbPath, middle: number): LimbEnd {
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
function handDirection(tree: RobotTree, lastHinge: number, wrist: Triple): Triple | null {
  const fingers = childHinges(tree, lastHinge).map((hinge) => tree.hinges[hinge].anchor);
  const end = fingers.length > 1 ? meanOf(fingers) : farEnd(tree, lastHinge, wrist);
  return end === null ? null : unit(minus(end, wrist));
}

/**
 * Where the palm looks in the robot's reference pose: down in the T-pose, and carried along by the shortest turns from
 * there to the robot's upper arm, from that to its forearm and on to its hand. Hanging arms have palms that look inwards.
 */
function palmDirection(
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
