import { createHoldLostState, type HoldLostState, POSE_SIZE, trackedPoints } from '@leib/tracking';

/** What stepTargets() remembers. One per avatar. */
export interface TargetsState {
  readonly lost: HoldLostState;
  /** How far each extra tracker has taken over, 0..1. 11 entries. */
  readonly takenOver: Float64Array;
  /** Poses as they came in with the last frame, and whether there was one. 11 x 7, 11. */
  readonly lastPoses: Float64Array;
  readonly hasLast: Uint8Array;
  /** A head was seen. */
  hasHead: boolean;
}

export function createTargetsState(): TargetsState {
  return {
    lost: createHoldLostState(),
    takenOver: new Float64Array(trackedPoints.length),
    lastPoses: new Float64Array(trackedPoints.length * POSE_SIZE),
    hasLast: new Uint8Array(trackedPoints.length),
    hasHead: false,
  };
}

/** As if nobody had been seen yet. */
export function resetTargetsState(state: TargetsState): void {
  const { lost } = state;
  lost.headingYaw = 0;
  lost.hasShown.fill(0);
  lost.gapAmounts.fill(0);
  lost.lostSeconds.fill(Number.POSITIVE_INFINITY);
  state.takenOver.fill(0);
  state.hasLast.fill(0);
  state.hasHead = false;
}
