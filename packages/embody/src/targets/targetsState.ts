import { createJointFrame, type JointFrame, trackedPoints } from '@leib/tracking';
import { copyFlat } from '../copyFlat.js';

/** What stepTargets() remembers. One per avatar. */
export interface TargetsState {
  /** How far each extra tracker has taken over, 0..1. 11 entries. */
  readonly takenOver: Float64Array;
  /** For how long each has been there without a break, up to what proves it, seconds. 11 entries. */
  readonly provenSeconds: Float64Array;
  /** A head was tracked, and how often it was put elsewhere by then. */
  hasHead: boolean;
  teleportCount: number;
  /** The joints after a lock mode has moved the head. */
  readonly locked: JointFrame;
}

export function createTargetsState(): TargetsState {
  return {
    takenOver: new Float64Array(trackedPoints.length),
    provenSeconds: new Float64Array(trackedPoints.length),
    hasHead: false,
    teleportCount: 0,
    locked: createJointFrame(),
  };
}

/** As if no head had been tracked yet. */
export function resetTargetsState(state: TargetsState): void {
  state.takenOver.fill(0);
  state.provenSeconds.fill(0);
  state.hasHead = false;
}

export function copyTargetsState(out: TargetsState, { locked: _, ...flat }: TargetsState): void {
  copyFlat(out, flat);
}
