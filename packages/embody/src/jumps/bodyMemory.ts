import { type BodyState, createBodyState } from '../bodyState.js';
import type { EmbodyModel } from '../embodyModel.js';
import { createGaitState, type GaitState } from '../gait/gaitState.js';
import { createLedFeetState, type LedFeetState } from '../gait/led/ledFeetState.js';
import { createLegsState, type LegsState } from '../legs/legsState.js';
import { createGuideState, type GuideState } from '../prior/proposal/guideState.js';
import { createTrunkState, type TrunkState } from '../trunk/trunkState.js';

/** What trunk and legs hand from one frame to the next, as it was at some moment. Arms need no more than a moment anyway. */
export interface BodyMemory {
  readonly body: BodyState;
  readonly trunk: TrunkState;
  readonly gait: GaitState;
  readonly ledFeet: LedFeetState;
  readonly legs: LegsState;
  readonly guide: GuideState | null;
}

export function createBodyMemory(model: EmbodyModel): BodyMemory {
  return {
    body: createBodyState(model.skeleton),
    trunk: createTrunkState(model.trunk),
    gait: createGaitState(model.gait),
    ledFeet: createLedFeetState(),
    legs: createLegsState(),
    guide: model.guide === null ? null : createGuideState(model.guide),
  };
}

const remembered = [
  'pose',
  'heading',
  'travel',
  'swing',
  'guidance',
  'handMisses',
  'feet',
] as const satisfies readonly (keyof BodyState)[];

/** Copies one body's memory to another's: to remember it, and to go back to it. */
export function copyBodyMemory(out: BodyMemory, from: BodyMemory): void {
  for (const key of remembered) copyState(out.body[key], from.body[key]);
  out.body.floorY = from.body.floorY;
  copyState(out.trunk, from.trunk);
  copyState(out.gait, from.gait);
  copyState(out.ledFeet, from.ledFeet);
  copyState(out.legs, from.legs);
  if (out.guide !== null && from.guide !== null) copyState(out.guide, from.guide);
}

/** What a state only refers to, what its owner writes before each frame, and what is written before it is read. */
const left: ReadonlySet<string> = new Set(['ground', 'stickVelocityWorld', 'seen', 'body', 'scratch', 'work']);

/** Copies all numbers and flags of a state to one of the same shape. */
function copyState(out: object, from: object): void {
  if (ArrayBuffer.isView(out)) {
    (out as Float64Array).set(from as Float64Array);
    return;
  }
  const to = out as Record<string, unknown>;
  for (const [key, value] of Object.entries(from)) {
    if (left.has(key)) continue;
    if (typeof value === 'object' && value !== null) copyState(to[key] as object, value);
    else to[key] = value;
  }
}
