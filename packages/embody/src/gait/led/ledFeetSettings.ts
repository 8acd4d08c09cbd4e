import { easingShare } from '@leib/core';

/** When a foot that the prior leads stands, and how it comes and goes. Metres, seconds, probabilities 0..1. */
export interface LedFeetSettings {
  /** Share of the gait's observer in the chance of contact, where the gait has one on. */
  readonly observerShare: number;
  /** Heel or toes stand from this chance of contact on... */
  readonly lockAbove: number;
  /** ...and let go below this. Lower than lockAbove: hysteresis. */
  readonly releaseBelow: number;
  /** A standing foot is put right when the prior wants it farther away than this, at the size of a person of 1.70 m... */
  readonly putRightBeyond: number;
  /** ...and than what the person goes in this time: a runner has passed a standing foot before it can be known better... */
  readonly putRightBeyondSeconds: number;
  /** ...until it is this near, at 1.70 m... */
  readonly putRightUntil: number;
  /** ...and no faster than this, metres per second. */
  readonly putRightSpeed: number;
  /** It lets go instead where the prior moves it faster than this, metres per second: that is a step... */
  readonly stepSpeed: number;
  /** ...or wants it farther away than this, at 1.70 m. */
  readonly farthest: number;
  /** Half of what a foot that lets go is off by is made up for on this much of its way, at 1.70 m... */
  readonly releaseHalfWay: number;
  /** ...and, where it is hardly proposed to move, in this time. */
  readonly releaseHalfLife: number;
  /** A foot that comes to stand comes to rest in this time, by a factor e. */
  readonly restSeconds: number;
  /** A standing foot lies down flat on the ground by half in this time. */
  readonly settleHalfLife: number;
}

export const defaultLedFeetSettings: LedFeetSettings = {
  observerShare: 0.35,
  lockAbove: 0.4,
  releaseBelow: 0.35,
  putRightBeyond: 0.1,
  putRightBeyondSeconds: 0.05,
  putRightUntil: 0.06,
  putRightSpeed: 0.18,
  stepSpeed: 0.4,
  farthest: 0.35,
  releaseHalfWay: 0.08,
  releaseHalfLife: 0.6,
  restSeconds: 0.002,
  settleHalfLife: 0.5,
};

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
