import type { Pose } from '@leib/core';
import { type ArmsState, createArmsState, resetArmsState } from './arms/armsState.js';
import { type BodyState, copyBodyState, createBodyState, resetBodyState } from './bodyState.js';
import type { EmbodyModel } from './embodyModel.js';
import { copyGait, createGaitState, type GaitState, resetGait } from './gait/gaitState.js';
import { copyLedFeet, createLedFeetState, type LedFeetState, resetLedFeet } from './gait/led/ledFeetState.js';
import type { Ground } from './ground/ground.js';
import { createLegsState, type LegsState, resetLegsState } from './legs/legsState.js';
import { copyGuide, createGuideState, type GuideState, resetGuide } from './prior/proposal/buildGuide.js';
import { copyTargetsState, createTargetsState, resetTargetsState, type TargetsState } from './targets/targetsState.js';
import { copyTrunkState, createTrunkState, resetTrunkState, type TrunkState } from './trunk/trunkState.js';

/** Where a body is, and what the parts that solve it remember: what solveBody() reads and writes. */
export interface SolvedBody {
  /** The answer, current after stepEmbody(). */
  readonly pose: Pose;
  readonly body: BodyState;
  readonly targets: TargetsState;
  readonly trunk: TrunkState;
  readonly gait: GaitState;
  readonly ledFeet: LedFeetState;
  readonly legs: LegsState;
  readonly arms: ArmsState;
  /** Null without weights. */
  guide: GuideState | null;
}

export function createSolvedBody(model: EmbodyModel, ground: Ground): SolvedBody {
  const body = createBodyState(model.skeleton);
  return {
    pose: body.pose,
    body,
    targets: createTargetsState(),
    trunk: createTrunkState(model.trunk),
    gait: createGaitState(model.gait, ground),
    ledFeet: createLedFeetState(),
    legs: createLegsState(),
    arms: createArmsState(model.arms),
    guide: model.guide === null ? null : createGuideState(model.guide),
  };
}

/** Forgets the person; the ground stays. */
export function resetSolvedBody(model: EmbodyModel, state: SolvedBody): void {
  resetBodyState(state.body);
  resetTargetsState(state.targets);
  resetTrunkState(state.trunk);
  resetGait(state.gait);
  resetLedFeet(state.ledFeet);
  resetLegsState(state.legs);
  resetArmsState(model.arms, state.arms);
  if (state.guide !== null) resetGuide(state.guide);
}

/** What trunk and feet hand from one frame to the next; not which way knees and elbows bend. Both states are of one model. */
export function copyTrunkAndFeet(out: SolvedBody, from: SolvedBody): void {
  copyBodyState(out.body, from.body);
  copyTargetsState(out.targets, from.targets);
  copyTrunkState(out.trunk, from.trunk);
  copyGait(out.gait, from.gait);
  copyLedFeet(out.ledFeet, from.ledFeet);
  if (out.guide !== null && from.guide !== null) copyGuide(out.guide, from.guide);
}
