import { createJointFrame, type JointFrame, POSE_SIZE } from '@leib/tracking';

/** What is known of a headset that lies somewhere. One per avatar. */
export interface PutDownState {
  /** Whether the headset is one that can be put down: not a clip, not keys. Written by the caller. */
  isWatched: boolean;
  /** Head and hands, smoothed, and where they were when they came to rest. 3 x 7. */
  readonly smoothed: Float64Array;
  readonly rested: Float64Array;
  hasRested: boolean;
  /** For how long nothing has moved, seconds. */
  stillSeconds: number;
  /** The headset lies, and how far the body stands instead, 0..1. */
  isDown: boolean;
  standing: number;
  /** Where the body then stands: the head, world space. */
  readonly standingHead: Float64Array;
  /** What the body is asked to do meanwhile. */
  readonly frame: JointFrame;
}

/** Head and hands. */
export const WATCHED_POINTS = 3;

export function createPutDownState(): PutDownState {
  return {
    isWatched: true,
    smoothed: new Float64Array(WATCHED_POINTS * POSE_SIZE),
    rested: new Float64Array(WATCHED_POINTS * POSE_SIZE),
    hasRested: false,
    stillSeconds: 0,
    isDown: false,
    standing: 0,
    standingHead: new Float64Array(POSE_SIZE),
    frame: createJointFrame(),
  };
}

/** As if the headset had just been put on. */
export function resetPutDownState(state: PutDownState): void {
  state.hasRested = false;
  state.stillSeconds = 0;
  state.isDown = false;
  state.standing = 0;
}
