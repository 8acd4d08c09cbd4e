import { createQuat, quat, smoothStep } from '@leib/core';

/** What hips, spine and neck were turned otherwise when the second body took over: fades out. */
export interface TrunkFade {
  /** 'new': still to be measured, from how they would be turned now. */
  phase: 'none' | 'new' | 'on';
  /** As they were shown; then from how they are turned now to that. World space, 4 for each row. */
  readonly turns: Float64Array;
  sinceSeconds: number;
}

export function createTrunkFade(rowCount: number): TrunkFade {
  return { phase: 'none', turns: new Float64Array(rowCount * 4), sinceSeconds: 0 };
}

/** Call it before another body takes over, with the rows as they are shown. */
export function beginTrunkFade(fade: TrunkFade, rotations: Float64Array): void {
  for (let k = 0; k < fade.turns.length; k++) fade.turns[k] = rotations[k];
  fade.phase = 'new';
}

export function endTrunkFade(fade: TrunkFade): void {
  fade.phase = 'none';
}

/** Within this time, seconds: hips that were 30 cm elsewhere go there by 5 cm a frame at 60 Hz, at most. */
const FADE_SECONDS = 0.15;

const none = createQuat();
const now = createQuat();
const turn = createQuat();

/** Turns the rows by what is left; nothing is where the body was put elsewhere. */
export function stepTrunkFade(fade: TrunkFade, rotations: Float64Array, isPlaced: boolean, dtSeconds: number): void {
  if (fade.phase === 'none') return;
  const { turns } = fade;
  const isNew = fade.phase === 'new';
  fade.sinceSeconds = isNew ? 0 : fade.sinceSeconds + dtSeconds;
  fade.phase = 'on';
  const left = 1 - smoothStep(fade.sinceSeconds / FADE_SECONDS);
  if (!isPlaced || left === 0) {
    endTrunkFade(fade);
    return;
  }
  for (let at = 0; at < turns.length; at += 4) {
    quat.set(now, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
    quat.set(turn, turns[at], turns[at + 1], turns[at + 2], turns[at + 3]);
    if (isNew) {
      quat.multiply(turn, turn, [-now[0], -now[1], -now[2], now[3]]);
      for (let k = 0; k < 4; k++) turns[at + k] = turn[k];
    }
    quat.slerp(turn, none, turn, left);
    quat.multiply(now, turn, now);
    for (let k = 0; k < 4; k++) rotations[at + k] = now[k];
  }
}
