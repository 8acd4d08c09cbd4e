import type { Pose } from '@leib/core';
import { type ArmsState, attachArms, createArmsState, resetArmsState } from './arms/armsState.js';
import { type BodyState, createBodyState } from './bodyState.js';
import type { EmbodyModel } from './embodyModel.js';
import { type Both, createFingerState, type FingerState } from './fingers/stepFingers.js';
import { createFrameTimeState, type FrameTimeState } from './frameTime.js';
import { createGaitState, type GaitState, resetGait } from './gait/gaitState.js';
import { createLedFeetState, type LedFeetState, resetLedFeet } from './gait/led/ledFeetState.js';
import { flatGround, type Ground } from './ground/ground.js';
import {
  createHindsightState,
  dropSecondBody,
  type HindsightState,
  resetHindsightState,
} from './hindsight/hindsightState.js';
import { createLegsState, type LegsState, resetLegsState } from './legs/legsState.js';
import { buildPriorBody } from './prior/network/priorBody.js';
import { createGuideState, type GuideState, resetGuide } from './prior/proposal/guideState.js';
import { createPutDownState, type PutDownState, resetPutDownState } from './putDown/putDownState.js';
import { createTargetsState, resetTargetsState, type TargetsState } from './targets/targetsState.js';
import { createTrunkState, resetTrunkState, type TrunkState } from './trunk/trunkState.js';

/** Where one body is, and what each part remembers of it. One per avatar; allocated here and nowhere else. */
export interface EmbodyState {
  /** The answer, current after stepEmbody(). */
  readonly pose: Pose;
  readonly body: BodyState;
  readonly putDown: PutDownState;
  readonly targets: TargetsState;
  readonly trunk: TrunkState;
  readonly gait: GaitState;
  readonly ledFeet: LedFeetState;
  readonly legs: LegsState;
  readonly arms: ArmsState;
  readonly fingers: Both<FingerState>;
  /** Null without weights. */
  guide: GuideState | null;
  readonly hindsight: HindsightState;
  readonly frameTime: FrameTimeState;
}

export function createEmbodyState(model: EmbodyModel, ground: Ground = flatGround()): EmbodyState {
  const body = createBodyState(model.skeleton);
  const { fingers } = model.settings;
  return {
    pose: body.pose,
    body,
    putDown: createPutDownState(),
    targets: createTargetsState(),
    trunk: createTrunkState(model.trunk),
    gait: createGaitState(model.gait, ground),
    ledFeet: createLedFeetState(),
    legs: createLegsState(),
    arms: createArmsState(model.arms),
    fingers: [createFingerState(fingers), createFingerState(fingers)],
    guide: model.guide === null ? null : createGuideState(model.guide),
    hindsight: createHindsightState(),
    frameTime: createFrameTimeState(),
  };
}

/** Forgets the person; the ground stays. */
export function resetEmbodyState(model: EmbodyModel, state: EmbodyState): void {
  state.body.isPlaced = false;
  state.body.floorY = 0;
  resetPutDownState(state.putDown);
  resetTargetsState(state.targets);
  resetTrunkState(state.trunk);
  resetGait(state.gait);
  resetLedFeet(state.ledFeet);
  resetLegsState(state.legs);
  resetArmsState(model.arms, state.arms);
  if (state.guide !== null) resetGuide(state.guide);
  resetHindsightState(state.hindsight);
}

/** Weights that arrive while the body is already there: `model` is built with them, and takes over by degrees. */
export function attachPrior(model: EmbodyModel, state: EmbodyState): void {
  if (model.guide === null || state.guide !== null) return;
  state.guide = createGuideState(model.guide);
  dropSecondBody(state.hindsight);
}

/**
 * Other lengths of the same joints (core's stretchSkeleton): `model` is built for them, and the person goes on from
 * where they are. Feet that stand keep standing; only what the lengths themselves change is changed.
 */
export function attachSkeleton(model: EmbodyModel, state: EmbodyState): void {
  attachArms(model.arms, state.arms);
  if (state.guide !== null) state.guide.network.body = buildPriorBody(model.skeleton);
  dropSecondBody(state.hindsight);
}
