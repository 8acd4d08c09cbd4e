import { easingShare } from '@leib/core';
import type { LedFeetSettings } from './ledFeetSettings.js';

/** How far things come in this frame: shares of the way, 0..1. */
export interface Pace {
  dtSeconds: number;
  /** A standing foot towards lying flat, a foot towards the ground under it, toes towards their bend. */
  settle: number;
  ground: number;
  toes: number;
  /** The measured speed at which a foot is proposed to go. */
  speed: number;
  /** What a foot is off by goes: halves per second, and per metre of its way at 1.70 m. */
  fadePerSecond: number;
  fadePerMetre: number;
  /** What is kept of the speed of a foot that has come to stand, and how far it goes by it, seconds. */
  restKept: number;
  restSeconds: number;
}

/** The ground's height and slope under a moving foot are taken over by half in this time, seconds. */
const GROUND_HALF_LIFE = 0.03;
const TOES_HALF_LIFE = 0.02;
/** How fast a foot is proposed to go is known by half in this time, seconds. */
const SPEED_HALF_LIFE = 0.03;

export function createPace(): Pace {
  return {
    dtSeconds: 0,
    settle: 0,
    ground: 0,
    toes: 0,
    speed: 0,
    fadePerSecond: 0,
    fadePerMetre: 0,
    restKept: 0,
    restSeconds: 0,
  };
}

export function findPace(settings: LedFeetSettings, dtSeconds: number, out: Pace = createPace()): Pace {
  const { settleHalfLife, releaseHalfLife, releaseHalfWay, restSeconds } = settings;
  out.dtSeconds = dtSeconds;
  out.settle = easingShare(settleHalfLife, dtSeconds);
  out.ground = easingShare(GROUND_HALF_LIFE, dtSeconds);
  out.toes = easingShare(TOES_HALF_LIFE, dtSeconds);
  out.speed = easingShare(SPEED_HALF_LIFE, dtSeconds);
  out.fadePerSecond = 1 / Math.max(1e-3, releaseHalfLife);
  out.fadePerMetre = 1 / Math.max(1e-3, releaseHalfWay);
  out.restKept = restSeconds > 0 ? Math.exp(-dtSeconds / restSeconds) : 0;
  out.restSeconds = restSeconds * (1 - out.restKept);
  return out;
}
