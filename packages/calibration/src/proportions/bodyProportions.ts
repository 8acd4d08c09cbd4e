import { segmentParts } from './anthropometry.js';

/** Lengths of a person's bones between joint centres, metres, left and right alike. */
export interface BodyProportions {
  readonly stature: number;
  readonly upperArm: number;
  readonly forearm: number;
  readonly thigh: number;
  readonly shank: number;
  /** Between the shoulder joints, and between the hip joints. */
  readonly shoulderWidth: number;
  readonly hipWidth: number;
  /** From the hips joint to the head joint, upright. */
  readonly trunk: number;
  /** Height of the ankle joint above the floor. */
  readonly ankleHeight: number;
}

export type ProportionName = keyof BodyProportions;

export type SegmentName = Exclude<ProportionName, 'stature'>;

export const segmentNames = Object.keys(segmentParts) as readonly SegmentName[];

/** Proportions with each segment's length from a function. */
export function proportionsFrom(stature: number, lengthOf: (name: SegmentName) => number): BodyProportions {
  return {
    stature,
    upperArm: lengthOf('upperArm'),
    forearm: lengthOf('forearm'),
    thigh: lengthOf('thigh'),
    shank: lengthOf('shank'),
    shoulderWidth: lengthOf('shoulderWidth'),
    hipWidth: lengthOf('hipWidth'),
    trunk: lengthOf('trunk'),
    ankleHeight: lengthOf('ankleHeight'),
  };
}

/** Population means for a stature. */
export function proportionsOfStature(stature: number): BodyProportions {
  return proportionsFrom(stature, (name) => stature * segmentParts[name].mean);
}
