import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { rootPlaces, type StaturePart, segmentParts } from './anthropometry.js';
import { type BodyProportions, segmentNames } from './bodyProportions.js';
import { measureSkeleton } from './measureSkeleton.js';

type RootPlace = Readonly<Record<'up' | 'ahead', StaturePart>>;

/**
 * What is believed of a body before anything is measured, as parts of stature. Trackers tell lengths only together with
 * where the joints that carry limbs lie in the trunk, and rigs differ in that by centimetres: what is to fit a rig
 * starts from that rig.
 */
export interface BodyPriors {
  readonly segments: Readonly<Record<keyof typeof segmentParts, StaturePart>>;
  /** Of the shoulders from the chest's joint, and of the hip joints from the hips'. */
  readonly shoulder: RootPlace;
  readonly hip: RootPlace;
  /** Height of the joints of hips and chest above the floor, standing; null where only a tracker's usual place tells. */
  readonly hipsHeight: number | null;
  readonly chestHeight: number | null;
}

/** People on average; joints as anatomy has them. */
export const averageBody: BodyPriors = {
  segments: segmentParts,
  shoulder: rootPlaces.shoulder,
  hip: rootPlaces.hip,
  hipsHeight: null,
  chestHeight: null,
};

/** A rig knows where its own roots are: what is left is how people differ, and straps. */
const KNOWN_ROOT = 0.006;

/** People who are built like a skeleton of that stature, on average; what it lacks is an average person's. */
export function priorsOfSkeleton(skeleton: Skeleton, stature: number, floorY: number): BodyPriors {
  const measured = measureSkeleton(skeleton, floorY);
  const segments = Object.fromEntries(
    segmentNames.map((name) => [name, around(segmentParts[name], part(measured[name], stature))]),
  ) as BodyPriors['segments'];
  const root = (from: HumanoidBone, to: string, usual: RootPlace): RootPlace => {
    const up = pairOffset(skeleton, from, to, 1);
    const ahead = pairOffset(skeleton, from, to, 2);
    const known = (place: number | null, otherwise: StaturePart): StaturePart =>
      place === null ? otherwise : { mean: place / stature, spread: KNOWN_ROOT };
    return { up: known(up, usual.up), ahead: known(ahead, usual.ahead) };
  };
  const height = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? null : (skeleton.restWorldPositions[joint * 3 + 1] - floorY) / stature;
  };
  return {
    segments,
    shoulder: root('chest', 'UpperArm', rootPlaces.shoulder),
    hip: root('hips', 'UpperLeg', rootPlaces.hip),
    hipsHeight: height('hips'),
    chestHeight: height('chest'),
  };
}

/** Somebody of a stature who is built as is believed. */
export function proportionsOfPriors({ segments }: BodyPriors, stature: number): BodyProportions {
  const lengths = Object.fromEntries(segmentNames.map((name) => [name, stature * segments[name].mean]));
  return { stature, ...lengths } as unknown as BodyProportions;
}

function part(length: number | null, stature: number): number | null {
  return length === null ? null : length / stature;
}

function around({ mean, spread }: StaturePart, own: number | null): StaturePart {
  return { mean: own ?? mean, spread };
}

/** A coordinate of both sides' joints from another, averaged; null where one is missing. */
function pairOffset(skeleton: Skeleton, from: HumanoidBone, to: string, axis: number): number | null {
  const joints = ['left', 'right'].map((side) => jointOfBone(skeleton, `${side}${to}` as HumanoidBone));
  const start = jointOfBone(skeleton, from);
  if (start < 0 || joints.some((joint) => joint < 0)) return null;
  const at = skeleton.restWorldPositions;
  return (at[joints[0] * 3 + axis] + at[joints[1] * 3 + axis]) / 2 - at[start * 3 + axis];
}
