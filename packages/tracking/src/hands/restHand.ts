import { clamp, createQuat, quat } from '@leib/core';
import { copyHandSignal, FINGER_COUNT, type HandSignal } from './handSignal.js';

/** One value per finger, by name. */
export interface FingerValues {
  readonly thumb: number;
  readonly index: number;
  readonly middle: number;
  readonly ring: number;
  readonly little: number;
}

/** Names of the fingers in the order of a signal's values. */
export const fingers = [
  'thumb',
  'index',
  'middle',
  'ring',
  'little',
] as const satisfies readonly (keyof FingerValues)[];

/** A performer's hand at rest and as a fist, as the device reports them: what everything is measured from. */
export interface RestHand {
  readonly bends: FingerValues;
  /** null: a fist is 1 on every finger. */
  readonly fist: FingerValues | null;
  readonly position: readonly [number, number, number];
  readonly rotation: readonly [number, number, number, number];
}

/** A finger whose fist differs less from its rest has no range of its own: the sensor did not see it close. */
const SMALLEST_RANGE = 0.08;

/** Share of the range at rest that counts as no bend: sensors are never quite still. */
const DEAD_ZONE = 0.04;

const turn = createQuat();
const restTurn = createQuat();

/**
 * The hand as seen from its rest: bends from 0 (rest) to 1 (fist) with a dead zone at rest, the way that the wrist
 * went, and the turn that it made, both in the axes of the source's space. `out` may be `signal` itself.
 */
export function relateToRest(rest: RestHand | null, signal: HandSignal, out: HandSignal): void {
  if (out !== signal) copyHandSignal(out, signal);
  if (rest === null) return;
  for (let finger = 0; finger < FINGER_COUNT; finger++) {
    const name = fingers[finger];
    out.bends[finger] = relativeBend(signal.bends[finger], rest.bends[name], rest.fist?.[name] ?? 1);
  }
  for (let k = 0; k < 3; k++) out.position[k] = signal.position[k] - rest.position[k];
  quat.conjugate(restTurn, quat.copy(restTurn, rest.rotation));
  quat.normalize(turn, quat.multiply(turn, quat.copy(turn, signal.rotation), restTurn));
  out.rotation.set(turn);
}

/** A sensor that reads less when the finger closes works as well: its fist is below its rest. */
function relativeBend(bend: number, rest: number, fist: number): number {
  const range = Math.abs(fist - rest) < SMALLEST_RANGE ? Math.max(1 - rest, SMALLEST_RANGE) : fist - rest;
  return clamp(((bend - rest) / range - DEAD_ZONE) / (1 - DEAD_ZONE), 0, 1);
}
