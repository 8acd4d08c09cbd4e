import { easingShare } from '@leib/core';
import type { LedFeetSettings } from './ledFeetSettings.js';

/** How far things come in this frame: shares of the way, 0..1. */
export interface Pace {
  readonly dtSeconds: number;
  /** A standing foot towards lying flat, a foot towards the ground under it, toes towards their bend. */
  readonly settle: number;
  readonly ground: number;
  readonly toes: number;
  /** The measured speed at which a foot is proposed to go. */
  readonly speed: number;
  /** What a foot is off by goes: halves per second, and per metre of its way at 1.70 m. */
  readonly fadePerSecond: number;
  readonly fadePerMetre: number;
  /** What is kept of the speed of a foot that has come to stand, and how far it goes by it, seconds. */
  readonly restKept: number;
  readonly restSeconds: number;
}

/** The ground's height and slope under a moving foot are taken over by half in this time, seconds. */
const GROUND_HALF_LIFE = 0.03;
const TOES_HALF_LIFE = 0.02;
/** How fast a foot is proposed to go is known by half in this time, seconds. */
const SPEED_HALF_LIFE = 0.03;

export function findPace(settings: LedFeetSettings, dtSeconds: number): Pace {
  const { settleHalfLife, releaseHalfLife, releaseHalfWay, restSeconds } = settings;
  const restKept = restSeconds > 0 ? Math.exp(-dtSeconds / restSeconds) : 0;
  return {
    dtSeconds,
    settle: easingShare(settleHalfLife, dtSeconds),
    ground: easingShare(GROUND_HALF_LIFE, dtSeconds),
    toes: easingShare(TOES_HALF_LIFE, dtSeconds),
    speed: easingShare(SPEED_HALF_LIFE, dtSeconds),
    fadePerSecond: 1 / Math.max(1e-3, releaseHalfLife),
    fadePerMetre: 1 / Math.max(1e-3, releaseHalfWay),
    restKept,
    restSeconds: restSeconds * (1 - restKept),
  };
}
