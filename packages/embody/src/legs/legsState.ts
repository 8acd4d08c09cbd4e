import {
  createQuat,
  createVec3,
  type Quat,
  type TwoBoneIkInput,
  type TwoBoneIkOutput,
  type Vec3,
  vec3,
} from '@leib/core';
import { copyFlat } from '../bodyState.js';
import { createFootFade, endFootFade, type FootFade } from './footFade.js';

/** One leg: what it remembers, and what has been worked out so far in the frame. World space. */
export interface LegState {
  /** Remembered: unit direction from the line between hip and ankle to the knee. */
  readonly kneeDirectionWorld: Vec3;

  readonly hipWorld: Vec3;
  /** The foot as it is to be, its heel raised where the leg is too short. */
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  /** Unit, from hip to ankle. */
  readonly axisWorld: Vec3;
  /** Direction in which the knee bends, of any length. */
  readonly poleWorld: Vec3;
  /** The two bones from hip to ankle, of the vectors above. */
  readonly chain: LegChain;
  /** Knee and ankle as solved. */
  readonly solved: TwoBoneIkOutput;
  /** Remembered: what the foot is off by since another body took over: stepHindsight(). */
  readonly fade: FootFade;
}

/** What the leg's two bones are solved from. */
export interface LegChain extends TwoBoneIkInput {
  upperLength: number;
  lowerLength: number;
}

/** Left, right. One per avatar. */
export interface LegsState {
  readonly legs: readonly [LegState, LegState];
}

export function createLegsState(): LegsState {
  return { legs: [createLegState(), createLegState()] };
}

export function resetLegsState({ legs }: LegsState): void {
  for (const { kneeDirectionWorld, fade } of legs) {
    vec3.set(kneeDirectionWorld, 0, 0, 1);
    endFootFade(fade);
  }
}

/** What is shown stays each body's own: what the feet are off by. */
export function copyLegsState(out: LegsState, from: LegsState): void {
  for (let side = 0; side < 2; side++) {
    const { chain: _, solved, fade: __, ...flat } = from.legs[side];
    copyFlat(out.legs[side], flat);
    copyFlat(out.legs[side].solved, solved);
  }
}

function createLegState(): LegState {
  const [hipWorld, ankleWorld, poleWorld] = [createVec3(), createVec3(), createVec3()];
  return {
    kneeDirectionWorld: createVec3(0, 0, 1),
    hipWorld,
    ankleWorld,
    rotationWorld: createQuat(),
    axisWorld: createVec3(),
    poleWorld,
    chain: { rootWorld: hipWorld, targetWorld: ankleWorld, poleWorld, upperLength: 0, lowerLength: 0 },
    solved: { midWorld: createVec3(), endWorld: createVec3(), reached: false },
    fade: createFootFade(),
  };
}
