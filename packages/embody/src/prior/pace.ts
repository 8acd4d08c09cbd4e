import { easingShare } from '@leib/core';
import type { PriorSettings } from './priorSettings.js';

/**
 * How far things come in this frame, worked out once: shares of the way, 0..1. Kept in an object, because numbers that
 * are handed from call to call are put on the heap.
 */
export interface Pace {
  dtSeconds: number;
  /** A standing foot towards lying flat, a foot towards the ground under it, toes towards their bend. */
  settle: number;
  ground: number;
  toes: number;
  /** How fast a foot is wished to go. */
  wish: number;
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
/** How fast a foot is wished to go is known by half in this time, seconds. */
const WISH_HALF_LIFE = 0.03;

export function createPace(): Pace {
  return {
    dtSeconds: 0.5,
    settle: 0.5,
    ground: 0.5,
    toes: 0.5,
    wish: 0.5,
    fadePerSecond: 0.5,
    fadePerMetre: 0.5,
    restKept: 0.5,
    restSeconds: 0.5,
  };
}

export function updatePace(pace: Pace, { feet }: PriorSettings, dtSeconds: number): void {
  pace.dtSeconds = dtSeconds;
  pace.settle = easingShare(feet.settleHalfLife, dtSeconds);
  pace.ground = easingShare(GROUND_HALF_LIFE, dtSeconds);
  pace.toes = easingShare(TOES_HALF_LIFE, dtSeconds);
  pace.wish = easingShare(WISH_HALF_LIFE, dtSeconds);
  pace.fadePerSecond = 1 / Math.max(1e-3, feet.releaseHalfLife);
  pace.fadePerMetre = 1 / Math.max(1e-3, feet.releaseHalfWay);
  pace.restKept = feet.restSeconds > 0 ? Math.exp(-dtSeconds / feet.restSeconds) : 0;
  pace.restSeconds = feet.restSeconds * (1 - pace.restKept);
}
