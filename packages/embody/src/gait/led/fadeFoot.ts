import { createQuat, quat, vec3 } from '@leib/core';
import type { FootGoal } from '../../bodyState.js';
import type { GaitModel } from '../gaitModel.js';
import type { Pace } from './ledFeetSettings.js';
import type { LedFoot } from './ledFeetState.js';

/** Nearer than this nothing is left to fade, metres, and sines of half angles. */
const GONE = 1e-4;

// Scratch.
const none = createQuat();
const inverse = createQuat();

/** What a foot is to come to. */
type FadeTarget = Pick<FootGoal, 'ankleWorld' | 'rotationWorld'>;

/** Root of (1 + u) e^-u = 1/2: where a critically damped spring has gone half of its way. */
const HALF_WAY = 1.678346990016661;
/** Half of what a foot is off by takes this long at least, seconds... */
const SHORTEST_HALF_LIFE = 0.04;
/** ...and more of what is far off: this many seconds per metre, so that no foot is faster than a quick step. */
const SECONDS_PER_METRE = 0.25;

/** Starts to fade from what was shown last to a target, which was at foot.lastProposedWorld then. */
export function beginFade(
  foot: LedFoot,
  { ankleWorld, rotationWorld }: FadeTarget,
  { dtSeconds }: Readonly<Pace>,
): void {
  for (let k = 0; k < 3; k++) {
    // As of the last frame: the fade's own step brings it here.
    foot.offsetWorld[k] = foot.shownWorld[k] - foot.lastProposedWorld[k];
    foot.offsetRate[k] =
      dtSeconds > 0 ? foot.velocityWorld[k] - (ankleWorld[k] - foot.lastProposedWorld[k]) / dtSeconds : 0;
  }
  quat.conjugate(inverse, rotationWorld);
  quat.multiply(foot.offsetTurn, foot.shownRotation, inverse);
}

/** A foot comes to its target as fast as may be. Into foot.mostFrequency and foot.offsetFrequency. */
function fadeAtOnce(foot: LedFoot): void {
  const { offsetWorld: off } = foot;
  const distance = Math.sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
  foot.mostFrequency = HALF_WAY / Math.max(SHORTEST_HALF_LIFE, SECONDS_PER_METRE * distance);
  foot.offsetFrequency = foot.mostFrequency;
}

/**
 * A foot makes up for what it is off by while it is proposed to move: on the way of a step it does not show, and a foot that
 * let go by mistake stays about where it stood. Into foot.offsetFrequency.
 */
export function fadeOnItsWay(
  { lengthScale }: GaitModel,
  foot: LedFoot,
  { fadePerSecond, fadePerMetre }: Readonly<Pace>,
): void {
  fadeAtOnce(foot);
  const wanted = HALF_WAY * (fadePerSecond + (fadePerMetre * foot.proposedSpeed) / lengthScale);
  if (wanted < foot.mostFrequency) foot.offsetFrequency = wanted;
}

/**
 * What a foot is off by goes, without a jerk at the start: a critically damped spring in closed form. Its height
 * goes as fast as may be: a foot that is held on the ground for longer than it stands drags along.
 */
export function stepFade(foot: LedFoot, { dtSeconds }: Readonly<Pace>): void {
  const { offsetWorld, offsetRate, offsetTurn, offsetFrequency, mostFrequency } = foot;
  for (let k = 0; k < 3; k++) {
    const frequency = k === 1 ? mostFrequency : offsetFrequency;
    const decay = Math.exp(-frequency * dtSeconds);
    const rate = offsetRate[k] + frequency * offsetWorld[k];
    offsetWorld[k] = (offsetWorld[k] + rate * dtSeconds) * decay;
    offsetRate[k] = (offsetRate[k] - frequency * rate * dtSeconds) * decay;
  }
  const sign = offsetTurn[3] < 0 ? -1 : 1;
  // Half of it when half of the offset has gone.
  const turn = 1 - Math.exp((-Math.LN2 / HALF_WAY) * offsetFrequency * dtSeconds);
  for (let k = 0; k < 4; k++) offsetTurn[k] = sign * offsetTurn[k] * (1 - turn) + none[k] * turn;
  quat.normalize(offsetTurn, offsetTurn);
}

/** The rules lead again: their goal, and what is left of the prior's. */
export function fadeToRules(foot: LedFoot, goal: FootGoal, pace: Readonly<Pace>): void {
  if (!foot.isFading) {
    vec3.copy(foot.lastProposedWorld, goal.ankleWorld);
    beginFade(foot, goal, pace);
    foot.isFading = true;
  }
  fadeAtOnce(foot);
  stepFade(foot, pace);
  const { offsetWorld: off, offsetTurn: turn } = foot;
  const left = Math.abs(off[0]) + Math.abs(off[1]) + Math.abs(off[2]);
  const turnLeft = Math.abs(turn[0]) + Math.abs(turn[1]) + Math.abs(turn[2]);
  if (left < GONE && turnLeft < GONE) {
    foot.isFading = false;
    return;
  }
  vec3.add(goal.ankleWorld, goal.ankleWorld, off);
  quat.multiply(goal.rotationWorld, turn, goal.rotationWorld);
}

/** The foot as it was led becomes the goal. */
export function showFoot(foot: LedFoot, goal: FootGoal): void {
  vec3.copy(goal.ankleWorld, foot.ankleWorld);
  quat.copy(goal.rotationWorld, foot.rotationWorld);
  goal.toeBend = foot.toeBend;
  goal.isPlanted = (foot.isHeelDown || foot.isBallDown) && !foot.isPutRight;
}

/** What is shown in the end, under any leader. */
export function rememberFoot(foot: LedFoot, goal: FootGoal, isLed: boolean, { dtSeconds }: Readonly<Pace>): void {
  const { shownWorld, velocityWorld } = foot;
  for (let k = 0; k < 3; k++) {
    velocityWorld[k] = dtSeconds > 0 && foot.hasShown ? (goal.ankleWorld[k] - shownWorld[k]) / dtSeconds : 0;
    shownWorld[k] = goal.ankleWorld[k];
  }
  quat.copy(foot.shownRotation, goal.rotationWorld);
  foot.toeBend = goal.toeBend;
  foot.hasShown = true;
  foot.wasLed = isLed;
  if (isLed) return;
  foot.isHeelDown = false;
  foot.isBallDown = false;
  foot.isPutRight = false;
}
