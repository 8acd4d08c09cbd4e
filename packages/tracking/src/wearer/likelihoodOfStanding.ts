import { headHeightOfStature } from '../reader/standing.js';

/**
 * How likely it is that a person whose head joint stays at some height stands, by that height alone: a low head is a child who
 * stands or an adult who sits. Adults' statures are normal (ANSUR II, men and women together: 1.70 m, 0.1 m); children are of
 * any height. The head joint of an adult who sits is 0.70 m above the seat (eyes 0.765 m above it, less 5 cm to the joint and a
 * little slouching), and seats are 0.45 m high, or the floor or a cushion.
 */
const adult = { mean: headHeightOfStature(1.7), spread: headHeightOfStature(0.1) };
const onSeat = { mean: 1.15, spread: 0.07 };
const onFloor = { mean: 0.78, spread: 0.07 };
/** Heads of children who stand, metres: from one year of age on. */
const child = { min: headHeightOfStature(0.8), max: headHeightOfStature(1.5) };

/** Of those who put a headset on, the share that sits; of those, the share on the floor; of the others, the share of children. */
const SEATED_SHARE = 0.3;
const FLOOR_SHARE = 0.15;
const CHILD_SHARE = 0.05;

/** 0: sits; 1: stands. */
export function likelihoodOfStanding(headHeight: number): number {
  const isChildHeight = headHeight > child.min && headHeight < child.max;
  const ofChild = isChildHeight ? 1 / (child.max - child.min) : 0;
  const ofStanding = (1 - CHILD_SHARE) * density(adult, headHeight) + CHILD_SHARE * ofChild;
  const standing = (1 - SEATED_SHARE) * ofStanding;
  const ofSitting = (1 - FLOOR_SHARE) * density(onSeat, headHeight) + FLOOR_SHARE * density(onFloor, headHeight);
  const sitting = SEATED_SHARE * ofSitting;
  return standing + sitting > 0 ? standing / (standing + sitting) : 0;
}

function density({ mean, spread }: { readonly mean: number; readonly spread: number }, value: number): number {
  return Math.exp(-0.5 * ((value - mean) / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI));
}
