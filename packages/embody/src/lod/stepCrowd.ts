import { copyPose, createVec3, easeScalar, lerp, type Pose, smoothStep, updateWorldPose } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import type { JointFrame } from '@leib/tracking';
import type { GaitLeg } from '../gait/gaitModel.js';
import { chooseLevels, detailLevel, LEVEL_COUNT, type LodSettings } from './chooseLevels.js';
import type { Crowd, CrowdAvatar } from './crowd.js';
import { solveFarPose } from './farPose.js';
import { addGap, keepShown, measureGap } from './poseGap.js';

/** Measured costs follow with this half-life: one slow frame changes no level. */
const COST_HALF_LIFE = 0.5;

/** Time passed may be taken as at most this, seconds: a pause is not solved as one step. */
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
  crowd.sinceChoice += dtSeconds;
  if (crowd.sinceChoice >= crowd.settings.chooseSeconds) {
    crowd.sinceChoice = 0;
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
      avatar.solveInterval = interval;
      // From afar, the solver's last answer is out of date: it starts anew.
      avatar.sinceSolved = before === detailLevel.far ? Number.POSITIVE_INFINITY : avatar.turn * interval;
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
  const { pose, solver } = avatar;
  if (avatar.level === detailLevel.full) {
    solver.step(frame, dtSeconds);
    copyPose(pose, solver.pose);
  } else if (avatar.level === detailLevel.reduced) {
    stepReduced(settings, avatar, frame, dtSeconds);
  } else if (!solveFarPose(avatar.far, avatar.farState, frame, pose, dtSeconds)) {
    // What is shown stays as it is, gap and all.
    return;
  }
  avatar.isShown = true;
  closeGap(settings, avatar, dtSeconds);
}

/** Worked out now and then; shown is the way from the answer before the last to the last. */
function stepReduced(settings: LodSettings, avatar: CrowdAvatar, frame: JointFrame, dtSeconds: number): void {
  const { solver, solvedBefore } = avatar;
  avatar.sinceSolved += dtSeconds;
  if (avatar.sinceSolved === Number.POSITIVE_INFINITY) {
    solver.stepWithoutFingers(frame, dtSeconds);
    copyPose(solvedBefore, solver.pose);
    avatar.sinceSolved = avatar.turn * avatar.solveInterval;
  } else if (avatar.sinceSolved >= 1 / settings.reducedHz - CLOCK_GRAIN) {
    copyPose(solvedBefore, solver.pose);
    solver.stepWithoutFingers(frame, Math.min(avatar.sinceSolved, LONGEST_SOLVE));
    avatar.solveInterval = avatar.sinceSolved;
    avatar.sinceSolved = 0;
  }
  const amount = Math.min(1, avatar.sinceSolved / avatar.solveInterval);
  mixLocalPose(avatar.pose, solvedBefore, solver.pose, amount);
  updateWorldPose(avatar.skeleton, avatar.pose);
  for (const leg of avatar.far.gait.legs) if (leg !== null) keepAnkleOnItsWay(avatar, leg, amount);
}

const KNEE_AHEAD = createVec3(0, 0, 1);

// Scratch.
const ankleWorld = createVec3();

/** Angles that are mixed do not hold a foot that stands in both answers: its ankle goes straight from one to the other. */
function keepAnkleOnItsWay(
  { skeleton, pose, solvedBefore, solver }: CrowdAvatar,
  { limb }: GaitLeg,
  amount: number,
): void {
  const at = limb.end * 3;
  for (let k = 0; k < 3; k++) {
    ankleWorld[k] = lerp(solvedBefore.worldPositions[at + k], solver.pose.worldPositions[at + k], amount);
  }
  const { upper, lower, end } = limb;
  bendLimb(skeleton, pose, { upper: upper.joint, lower: lower.joint, end, restPole: KNEE_AHEAD }, ankleWorld);
}

/** What the level before showed otherwise goes by degrees. */
function closeGap({ blendSeconds }: LodSettings, avatar: CrowdAvatar, dtSeconds: number): void {
  const { pose, gap } = avatar;
  if (avatar.isNewLevel) {
    avatar.isNewLevel = false;
    avatar.gapLeft = blendSeconds;
    measureGap(gap, pose);
  }
  if (!(avatar.gapLeft > 0)) return;
  avatar.gapLeft -= dtSeconds;
  addGap(gap, pose, smoothStep(avatar.gapLeft / blendSeconds));
  updateWorldPose(avatar.skeleton, pose);
}

/**
 * Root position and local rotations from a (amount 0) to b (1); world arrays are not touched. Rotations go along
 * the normalised chord, the short way round: over a frame or three it cannot be told from the arc.
 */
function mixLocalPose(out: Pose, poseA: Pose, poseB: Pose, amount: number): void {
  for (let k = 0; k < 3; k++) {
    out.rootPosition[k] = poseA.rootPosition[k] + (poseB.rootPosition[k] - poseA.rootPosition[k]) * amount;
  }
  const mixed = out.localRotations;
  const a = poseA.localRotations;
  const b = poseB.localRotations;
  for (let at = 0; at < mixed.length; at += 4) {
    const dot = a[at] * b[at] + a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2] + a[at + 3] * b[at + 3];
    const fromA = 1 - amount;
    const fromB = dot < 0 ? -amount : amount;
    const x = a[at] * fromA + b[at] * fromB;
    const y = a[at + 1] * fromA + b[at + 1] * fromB;
    const z = a[at + 2] * fromA + b[at + 2] * fromB;
    const w = a[at + 3] * fromA + b[at + 3] * fromB;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    mixed[at] = x * scale;
    mixed[at + 1] = y * scale;
    mixed[at + 2] = z * scale;
    mixed[at + 3] = w * scale;
  }
}
