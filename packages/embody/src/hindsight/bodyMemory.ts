import type { BodyState } from '../bodyState.js';
import type { SolvedBody } from '../solvedBody.js';

const ofBody = [
  'pose',
  'targets',
  'handsSeen',
  'heading',
  'travel',
  'swing',
  'guidance',
  'handMisses',
  'feet',
] as const satisfies readonly (keyof BodyState)[];

const ofState = ['targets', 'trunk', 'gait', 'ledFeet', 'legs'] as const satisfies readonly (keyof SolvedBody)[];

/** Copies what trunk and legs hand from one frame to the next. Both states are of one model. */
export function copyBodyMemory(out: SolvedBody, from: SolvedBody): void {
  for (const key of ofBody) copyState(out.body[key], from.body[key]);
  out.body.floorY = from.body.floorY;
  out.body.isPlaced = from.body.isPlaced;
  for (const key of ofState) copyState(out[key], from[key]);
  if (out.guide !== null && from.guide !== null) copyState(out.guide, from.guide);
}

/** The same of arms: an elbow may be on either side of its arm, and stays where it is. */
export function copyArmsMemory(out: SolvedBody, from: SolvedBody): void {
  copyState(out.arms, from.arms);
}

/** What a state only refers to, what its owner writes before each frame, and what is written before it is read. */
const left: ReadonlySet<string> = new Set([
  'ground',
  'stickVelocityWorld',
  'frame',
  'locked',
  'body',
  'rules',
  'scratch',
  'work',
]);

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
