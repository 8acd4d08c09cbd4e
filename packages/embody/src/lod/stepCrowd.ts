import { copyPose, easeScalar, smoothStep, updateWorldPose } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import { chooseLevels } from './chooseLevels.js';
import { type Crowd, type CrowdAvatar, crowdClock } from './crowd.js';
import { solveFarPose } from './farPose.js';
import { detailLevel, LEVEL_COUNT, type LodSettings } from './lodSettings.js';
import { mixLocalPose } from './mixLocalPose.js';
import { addGap, keepShown, measureGap } from './poseGap.js';

const { sinceSolved, solveInterval, gapLeft } = crowdClock;

/** Measured costs follow with this half-life: one slow frame moves nobody. */
const COST_HALF_LIFE = 0.5;

/** Time passed may be taken as at most this, seconds: after a pause nobody is worked out as if it had been a step. */
const LONGEST_SOLVE = 0.2;

/** Frames of 1/90 s must add up to 1/30 s. */
const CLOCK_GRAIN = 5e-7;

/**
 * Moves a crowd on: chooses levels, works every avatar out as its level says, and leaves in `avatar.pose` what is to
 * be shown. `frames`: joint poses, one per avatar; `distances`: from the viewer, divided by how much the avatar
 * matters. With a clock (any that counts milliseconds) the costs of the levels are measured; without one they are as
 * `crowd.levelMicros` says, and the same input gives the same bits.
 */
export function stepCrowd(
  crowd: Crowd,
  frames: readonly JointFrame[],
  distances: Float64Array,
  dtSeconds: number,
  clockMs: (() => number) | null = null,
): void {
  crowd.sinceChoice[0] += dtSeconds;
  if (crowd.sinceChoice[0] >= crowd.settings.chooseSeconds) {
    crowd.sinceChoice[0] = 0;
    chooseLevels(crowd.settings, crowd.choice, distances, crowd.levelMicros);
    takeLevels(crowd);
  }
  for (let level = 0; level < LEVEL_COUNT; level++) stepLevel(crowd, level, frames, dtSeconds, clockMs);
}

/** From the level shown to the one chosen, by degrees. */
function takeLevels({ avatars, choice, settings }: Crowd): void {
  for (let i = 0; i < avatars.length; i++) {
    const avatar = avatars[i];
    const before = avatar.level;
    if (before === choice.levels[i]) continue;
    avatar.level = choice.levels[i];
    // Where it faced when it was last far is long past.
    avatar.farState.yaw = Number.NaN;
    if (avatar.level === detailLevel.reduced) {
      const interval = 1 / settings.reducedHz;
      avatar.clocks[solveInterval] = interval;
      // From afar, the solver's last answer is anybody's guess: it starts anew.
      avatar.clocks[sinceSolved] = before === detailLevel.far ? Number.POSITIVE_INFINITY : avatar.turn * interval;
      copyPose(avatar.solvedBefore, avatar.solver.pose);
    }
    if (!avatar.isShown) continue;
    avatar.isNewLevel = true;
    keepShown(avatar.gap, avatar.pose);
  }
}

function stepLevel(
  crowd: Crowd,
  level: number,
  frames: readonly JointFrame[],
  dtSeconds: number,
  clockMs: (() => number) | null,
): void {
  const { avatars, settings, levelMicros } = crowd;
  const startMs = clockMs === null ? 0 : clockMs();
  let count = 0;
  for (let i = 0; i < avatars.length; i++) {
    if (avatars[i].level !== level) continue;
    stepAvatar(settings, avatars[i], frames[i], dtSeconds);
    count++;
  }
  if (clockMs === null || count === 0) return;
  const micros = (1000 * (clockMs() - startMs)) / count;
  levelMicros[level] = easeScalar(levelMicros[level], micros, COST_HALF_LIFE, dtSeconds);
}

function stepAvatar(settings: LodSettings, avatar: CrowdAvatar, frame: JointFrame, dtSeconds: number): void {
  const { pose, solver, skeleton } = avatar;
  if (avatar.level === detailLevel.full) {
    solver.step(frame, dtSeconds);
    copyPose(pose, solver.pose);
  } else if (avatar.level === detailLevel.reduced) {
    stepReduced(settings, avatar, frame, dtSeconds);
    updateWorldPose(skeleton, pose);
  } else if (!solveFarPose(avatar.far, avatar.farState, frame, pose, dtSeconds)) {
    // What is shown stays as it is, gap and all.
    return;
  }
  avatar.isShown = true;
  closeGap(settings, avatar, dtSeconds);
}

/** Scratch: how far an interpolation has come. */
const amounts = new Float64Array(1);

/**
 * Time since the last answer as it is handed to solvers. V8 makes an object of every computed fraction that crosses a
 * call; frames being mostly as long as the one before, this one is made once. (A field that was null holds objects.)
 */
const handedOn: { seconds: number | null } = { seconds: null };

/** Worked out now and then; shown is the way from the answer before the last to the last. */
function stepReduced(settings: LodSettings, avatar: CrowdAvatar, frame: JointFrame, dtSeconds: number): void {
  const { solver, solvedBefore, clocks } = avatar;
  clocks[sinceSolved] += dtSeconds;
  if (clocks[sinceSolved] === Number.POSITIVE_INFINITY) {
    solver.stepWithoutFingers(frame, dtSeconds);
    copyPose(solvedBefore, solver.pose);
    clocks[sinceSolved] = avatar.turn * clocks[solveInterval];
  } else if (clocks[sinceSolved] >= 1 / settings.reducedHz - CLOCK_GRAIN) {
    copyPose(solvedBefore, solver.pose);
    const seconds = Math.min(clocks[sinceSolved], LONGEST_SOLVE);
    if (handedOn.seconds !== seconds) handedOn.seconds = seconds;
    solver.stepWithoutFingers(frame, handedOn.seconds);
    clocks[solveInterval] = clocks[sinceSolved];
    clocks[sinceSolved] = 0;
  }
  amounts[0] = Math.min(1, clocks[sinceSolved] / clocks[solveInterval]);
  mixLocalPose(avatar.pose, solvedBefore, solver.pose, amounts, 0);
}

/** What the level before showed otherwise goes by degrees. */
function closeGap({ blendSeconds }: LodSettings, avatar: CrowdAvatar, dtSeconds: number): void {
  const { pose, gap, clocks } = avatar;
  if (avatar.isNewLevel) {
    avatar.isNewLevel = false;
    clocks[gapLeft] = blendSeconds;
    measureGap(gap, pose);
  }
  if (!(clocks[gapLeft] > 0)) return;
  clocks[gapLeft] -= dtSeconds;
  amounts[0] = smoothStep(clocks[gapLeft] / blendSeconds);
  addGap(gap, pose, amounts, 0);
  updateWorldPose(avatar.skeleton, pose);
}
