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

export const segmentNames = Object.keys(segmentParts) as readonly (keyof typeof segmentParts)[];

/** Population means for a stature. */
export function proportionsOfStature(stature: number): BodyProportions {
  const lengths = Object.fromEntries(segmentNames.map((name) => [name, stature * segmentParts[name].mean]));
  return { stature, ...lengths } as unknown as BodyProportions;
}
