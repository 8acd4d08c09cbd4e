import { POSE_SIZE } from '@leib/tracking';
import type { BodyMemory } from './bodyMemory.js';

/** What undoJump() remembers. One per avatar. */
export interface JumpState {
  /** The head in the last frame, and whether there was one. */
  readonly lastHead: Float64Array;
  hasLast: boolean;
  /** The head before it jumped, and the time since then and since its last jump, seconds; infinite without one. */
  readonly headBefore: Float64Array;
  awaySeconds: number;
  calmSeconds: number;
  /** The body has gone back to where it was before. */
  isBack: boolean;
  /** Time away that the body has not made up for yet, seconds. */
  owedSeconds: number;
  /** The body before the head jumped. Made at the first jump. */
  before: BodyMemory | null;
}

export function createJumpState(): JumpState {
  return {
    lastHead: new Float64Array(POSE_SIZE),
    hasLast: false,
    headBefore: new Float64Array(POSE_SIZE),
    awaySeconds: Number.POSITIVE_INFINITY,
    calmSeconds: Number.POSITIVE_INFINITY,
    isBack: false,
    owedSeconds: 0,
    before: null,
  };
}

export function resetJumpState(state: JumpState): void {
  state.hasLast = false;
  state.awaySeconds = Number.POSITIVE_INFINITY;
  state.calmSeconds = Number.POSITIVE_INFINITY;
  state.owedSeconds = 0;
}
