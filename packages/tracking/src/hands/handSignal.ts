import { type Quat, quat, type Source } from '@leib/core';

/** Thumb, index, middle, ring, little: the order of bends and splay everywhere. */
export const FINGER_COUNT = 5;

/** What a hand does, whatever measured it: a glove, a headset, a camera, a fader. */
export interface HandSignal {
  /** When it was measured, on the clock of its source's reader, seconds. */
  timeSeconds: number;
  /** How far each finger is bent: 0 straight, 1 clenched. Thumb first. */
  readonly bends: Float64Array;
  /** How far each finger is spread from the middle one's direction: -1 towards the thumb, 1 towards the little finger. */
  readonly splay: Float64Array;
  /** Of the wrist, in the source's space, metres. */
  readonly position: Float64Array;
  /** Of the hand: at identity the fingers point along -Z and the palm faces down (-Y), as in WebXR. */
  readonly rotation: Float64Array;
  /** 0: nothing is known (the values are the last ones), 1: certain. */
  confidence: number;
}

/** Where the signals of one hand come from. A source that lost its device sets the confidence to 0 and leaves the rest as it was. */
export interface HandSource extends Source<HandSignal> {
  /** When the newest event of the device came in that step() has used, on performance.now()'s clock; NaN: none yet. */
  readonly eventMs?: number;
  /** Names of the buttons of the device that are down now. */
  readonly buttons?: ReadonlySet<string>;
  /** Holds fingers back where the device can, 0 (free) .. 1 (blocked) per finger. */
  setForces?(forces: ArrayLike<number>): void;
}

export function createHandSignal(): HandSignal {
  return {
    timeSeconds: 0,
    bends: new Float64Array(FINGER_COUNT),
    splay: new Float64Array(FINGER_COUNT),
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    confidence: 0,
  };
}

export function copyHandSignal(out: HandSignal, from: HandSignal): void {
  out.timeSeconds = from.timeSeconds;
  out.bends.set(from.bends);
  out.splay.set(from.splay);
  out.position.set(from.position);
  out.rotation.set(from.rotation);
  out.confidence = from.confidence;
}

/** Turned right about the vertical, then tilted up, then rolled to the right. */
export function turnHand(out: Quat, yawRight: number, pitchUp: number, rollRight: number): void {
  quat.identity(out);
  quat.rotateY(out, out, -yawRight);
  quat.rotateX(out, out, pitchUp);
  quat.rotateZ(out, out, -rollRight);
}
