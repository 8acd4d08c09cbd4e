import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import { rootPlaces, type StaturePart, segmentParts } from './anthropometry.js';
import { type BodyProportions, proportionsFrom, segmentNames } from './bodyProportions.js';
import { measureSkeleton } from './measureSkeleton.js';

type RootPlace = Readonly<Record<'up' | 'ahead', StaturePart>>;

/**
 * Prior of a body before it is measured, as parts of stature. Trackers determine lengths only together with the positions
 * of shoulders and hips in the trunk, and rigs differ in these by centimetres: lengths that are to fit a rig start from
 * that rig's prior.
 */
export interface BodyPriors {
  readonly segments: Readonly<Record<keyof typeof segmentParts, StaturePart>>;
  /** Of the shoulders relative to the chest joint, and of the hip joints relative to the hips joint. */
  readonly shoulder: RootPlace;
  readonly hip: RootPlace;
  /** Heights of the hips and chest joints above the floor, standing; null when unknown. */
  readonly hipsHeight: number | null;
  readonly chestHeight: number | null;
}

/** Population means, with anatomical joints. */
export const averageBody: BodyPriors = {
  segments: segmentParts,
  shoulder: rootPlaces.shoulder,
  hip: rootPlaces.hip,
  hipsHeight: null,
  chestHeight: null,
};

/** Spread of the root positions when a rig gives them, as a part of stature: variation of people and straps. */
const KNOWN_ROOT = 0.006;

/** Prior of people who are built like a skeleton; population means for segments that it lacks. */
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

/** The prior's mean lengths for a stature. */
export function proportionsOfPriors({ segments }: BodyPriors, stature: number): BodyProportions {
  return proportionsFrom(stature, (name) => stature * segments[name].mean);
}

function part(length: number | null, stature: number): number | null {
  return length === null ? null : length / stature;
}

function around({ mean, spread }: StaturePart, own: number | null): StaturePart {
  return { mean: own ?? mean, spread };
}

/** A coordinate of both sides' joints relative to another joint, averaged; null when one is missing. */
function pairOffset(skeleton: Skeleton, from: HumanoidBone, to: string, axis: number): number | null {
  const joints = ['left', 'right'].map((side) => jointOfBone(skeleton, `${side}${to}` as HumanoidBone));
  const start = jointOfBone(skeleton, from);
  if (start < 0 || joints.some((joint) => joint < 0)) return null;
  const at = skeleton.restWorldPositions;
  return (at[joints[0] * 3 + axis] + at[joints[1] * 3 + axis]) / 2 - at[start * 3 + axis];
}
