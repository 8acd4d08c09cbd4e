import { createVec3, type HumanoidBone, jointOfBone, type ReadonlyVec3, type Skeleton, vec3 } from '@leib/core';
import type { AngleLayout } from '@leib/core/pack';
import { buildLinkAim, buildPairAim, type LinkAim, type PairAim } from './aimLinks.js';
import { createDhFrames, type DhLink, updateDhFrames } from './dhSkeleton.js';

/** How the links of a skeleton are solved, down each chain: groups in the order of their first link. Made once per actor. */
export interface DhPlan {
  readonly groups: readonly DhGroup[];
}

export type DhGroup = RotationGroup | DirectionGroup | LimbGroup;

/** Links that together make up a rotation: of the trunk, of head, hands and feet. */
export interface RotationGroup {
  readonly kind: 'rotation';
  /** Joint whose rotation they end at... */
  readonly joint: number;
  /** ...and the one that tells the first link where that joint's rotation is unknown: the forearm for its own twist. */
  readonly fallbackJoint: number;
  readonly links: readonly number[];
  /** Vector that the first two links bring into place, and one that the last turns: unit, at rest. */
  readonly pair: PairAim | null;
  readonly across: ReadonlyVec3;
  /** Aims of the latter by the first and by the last link. */
  readonly firstAim: LinkAim;
  readonly lastAim: LinkAim;
}

/** Two links that point a bone at its child: neck, collar bones. */
export interface DirectionGroup {
  readonly kind: 'direction';
  readonly child: number;
  readonly links: readonly number[];
  readonly pair: PairAim;
}

/** An arm or a leg: two links point the upper bone at the elbow, the third turns about it, the fourth bends the elbow. */
export interface LimbGroup {
  readonly kind: 'limb';
  readonly limb: Limb;
  /** Joints: shoulder, elbow, wrist. */
  readonly joints: readonly [upper: number, lower: number, end: number];
  readonly links: readonly number[];
  readonly pair: PairAim;
  readonly twistLink: number;
  readonly hingeLink: number;
  /** At rest, unit: the hinge's axis and the lower bone. */
  readonly hingeAxis: ReadonlyVec3;
  readonly lowerDirection: ReadonlyVec3;
  /** By the twist: of the way the end goes when the hinge bends, and of the hinge's axis. By the hinge: of the lower bone. */
  readonly bendAim: LinkAim;
  readonly axisAim: LinkAim;
  readonly lowerAim: LinkAim;
  readonly upperLength: number;
  readonly lowerLength: number;
}

export type Limb = 'leftArm' | 'rightArm' | 'leftLeg' | 'rightLeg';

const limbBones: Readonly<Record<Limb, readonly [HumanoidBone, HumanoidBone, HumanoidBone]>> = {
  leftArm: ['leftUpperArm', 'leftLowerArm', 'leftHand'],
  rightArm: ['rightUpperArm', 'rightLowerArm', 'rightHand'],
  leftLeg: ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  rightLeg: ['rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
};
export const limbNames = Object.keys(limbBones) as Limb[];

const pointedBones: Partial<Record<HumanoidBone, HumanoidBone>> = {
  neck: 'head',
  leftShoulder: 'leftUpperArm',
  rightShoulder: 'rightUpperArm',
};

interface Planning {
  readonly layout: AngleLayout;
  readonly skeleton: Skeleton;
  /** Links that turn each bone; a group takes what it needs out of it. */
  readonly linksOf: Map<HumanoidBone, number[]>;
  readonly axisOf: (link: number) => ReadonlyVec3;
  readonly aimOf: (link: number, atRest: ReadonlyVec3) => LinkAim;
  readonly pairOf: (first: number, second: number, atRest: ReadonlyVec3) => PairAim;
}

export function buildDhPlan(links: readonly DhLink[], layout: AngleLayout, skeleton: Skeleton): DhPlan {
  const linksOf = new Map<HumanoidBone, number[]>();
  for (const [link, { dof }] of links.entries()) {
    if (dof < 0) continue;
    const { bone } = layout.dofs[dof];
    linksOf.set(bone, [...(linksOf.get(bone) ?? []), link]);
  }
  const rest = createDhFrames(links);
  updateDhFrames(rest, links, [0, 0, 0], new Float64Array(layout.dofs.length));
  const planning: Planning = {
    layout,
    skeleton,
    linksOf,
    axisOf: (link) => layout.dofs[links[link].dof].axis,
    aimOf: (link, atRest) => buildLinkAim(links, rest, link, atRest),
    pairOf: (first, second, atRest) => buildPairAim(links, rest, { first, second, atRest }),
  };
  const groups: DhGroup[] = [];
  for (const bone of [...linksOf.keys()]) groups.push(...groupsOf(planning, bone));
  return { groups: groups.sort((a, b) => a.links[0] - b.links[0]) };
}

function groupsOf(planning: Planning, bone: HumanoidBone): DhGroup[] {
  const own = planning.linksOf.get(bone) ?? [];
  if (own.length === 0) return [];
  const limb = limbNames.find((name) => limbBones[name][0] === bone);
  const limbGroups = limb === undefined ? null : planLimb(planning, limb);
  if (limbGroups !== null) return limbGroups;
  const joint = jointOfBone(planning.skeleton, bone);
  const pointed = pointedBones[bone];
  const child = pointed === undefined ? -1 : jointOfBone(planning.skeleton, pointed);
  if (child >= 0 && own.length === 2) {
    const atRest = restDirection(planning.skeleton, joint, child);
    return [{ kind: 'direction', child, links: own, pair: planning.pairOf(own[0], own[1], atRest) }];
  }
  return [planRotation(planning, own, joint, -1)];
}

/** Null where the file gives the limb other degrees of freedom: then its bones are solved one by one. */
function planLimb(planning: Planning, limb: Limb): DhGroup[] | null {
  const { skeleton, linksOf, axisOf, aimOf, pairOf } = planning;
  const bones = limbBones[limb];
  const joints = bones.map((bone) => jointOfBone(skeleton, bone)) as [number, number, number];
  const [upper, lower] = [linksOf.get(bones[0]) ?? [], linksOf.get(bones[1]) ?? []];
  if (joints.some((joint) => joint < 0) || upper.length !== 3 || lower.length === 0) return null;
  const [first, second, twistLink] = upper;
  const [hingeLink, ...afterHinge] = lower;
  const hingeAxis = axisOf(hingeLink);
  const lowerDirection = restDirection(skeleton, joints[1], joints[2]);
  const bendDirection = vec3.cross(createVec3(), hingeAxis, lowerDirection);
  const group: LimbGroup = {
    kind: 'limb',
    limb,
    joints,
    links: [...upper, hingeLink],
    pair: pairOf(first, second, restDirection(skeleton, joints[0], joints[1])),
    twistLink,
    hingeLink,
    hingeAxis,
    lowerDirection,
    bendAim: aimOf(twistLink, bendDirection),
    axisAim: aimOf(twistLink, hingeAxis),
    lowerAim: aimOf(hingeLink, lowerDirection),
    upperLength: restLength(skeleton, joints[0], joints[1]),
    lowerLength: restLength(skeleton, joints[1], joints[2]),
  };
  const hand = linksOf.get(bones[2]) ?? [];
  linksOf.set(bones[1], []);
  linksOf.set(bones[2], []);
  const groups: DhGroup[] = [group];
  // What the hinge leaves of the lower bone and what the hand has make up the hand's rotation together, if they can.
  const ends = [...afterHinge, ...hand];
  const isOneJoint =
    ends.length <= 3 && ends.every((link, k) => k === 0 || isSquare(axisOf(ends[k - 1]), axisOf(link)));
  const [start, wrist] = isOneJoint ? [[], ends] : [afterHinge, hand];
  if (start.length > 0) groups.push(planRotation(planning, start, joints[1], -1));
  const usesTwist = isOneJoint && afterHinge.length > 0;
  if (wrist.length > 0) groups.push(planRotation(planning, wrist, joints[2], usesTwist ? joints[1] : -1));
  return groups;
}

const isSquare = (a: ReadonlyVec3, b: ReadonlyVec3) => Math.abs(vec3.dot(a, b)) < 1e-3;

function planRotation(
  { axisOf, aimOf, pairOf }: Planning,
  links: readonly number[],
  joint: number,
  fallbackJoint: number,
): RotationGroup {
  const last = axisOf(links[links.length - 1]);
  // The last of three axes is not turned by its own link; of two, the vector square to both is turned by both.
  const pair =
    links.length < 2
      ? null
      : pairOf(
          links[0],
          links[1],
          links.length === 2 ? vec3.cross(createVec3(), axisOf(links[0]), axisOf(links[1])) : last,
        );
  const across = anyAcross(last);
  return {
    kind: 'rotation',
    joint,
    fallbackJoint,
    links,
    pair,
    across,
    firstAim: aimOf(links[0], across),
    lastAim: aimOf(links[links.length - 1], across),
  };
}

/** A unit vector square to a unit axis. */
function anyAcross(axis: ReadonlyVec3): ReadonlyVec3 {
  const wish = Math.abs(axis[0]) < 0.7 ? createVec3(1, 0, 0) : createVec3(0, 1, 0);
  const out = vec3.cross(createVec3(), axis, wish);
  return vec3.normalize(out, out);
}

function restDirection({ restWorldPositions: p }: Skeleton, from: number, to: number): ReadonlyVec3 {
  const out = createVec3();
  for (let i = 0; i < 3; i++) out[i] = p[to * 3 + i] - p[from * 3 + i];
  return vec3.normalize(out, out);
}

function restLength({ restWorldPositions: p }: Skeleton, from: number, to: number): number {
  return Math.hypot(p[to * 3] - p[from * 3], p[to * 3 + 1] - p[from * 3 + 1], p[to * 3 + 2] - p[from * 3 + 2]);
}
