import { type Skeleton, updateWorldPose } from '@leib/core';
import { copyJointFrame, type JointFrame } from '@leib/tracking';
import { type BodyState, createBodyState } from '../bodyState.js';
import { buildTrunk, type TrunkModel } from './buildTrunk.js';
import { stepHeading } from './stepHeading.js';
import { stepTravel } from './stepTravel.js';
import { stepTrunk } from './stepTrunk.js';
import type { TrunkSettings } from './trunkSettings.js';
import { createTrunkState, type TrunkState } from './trunkState.js';

/** Tests only: a trunk that is fed with joint poses as they are, feet on the floor. */
export interface TrunkRun {
  readonly model: TrunkModel;
  readonly state: TrunkState;
  readonly body: BodyState;
}

export function createTrunkRun(skeleton: Skeleton, settings: Partial<TrunkSettings> = {}): TrunkRun {
  const model = buildTrunk(skeleton, settings);
  const body = createBodyState(skeleton);
  for (const foot of body.feet) foot.ankleWorld[1] = model.ankleHeight;
  return { model, state: createTrunkState(model), body };
}

export function stepTrunkRun({ model, state, body }: TrunkRun, frame: JointFrame, dtSeconds: number): void {
  copyJointFrame(body.targets.frame, frame);
  stepTravel(model, state, body, dtSeconds);
  stepHeading(model, state, body, dtSeconds);
  stepTrunk(model, state, body, dtSeconds);
  updateWorldPose(model.skeleton, body.pose);
  body.isPlaced = true;
}
