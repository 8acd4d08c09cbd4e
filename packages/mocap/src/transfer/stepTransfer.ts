import { type Pose, retargetPose } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import { stepHandContacts } from './handContacts.js';
import { solveHands } from './solveHands.js';
import { stepFeet } from './stepFeet.js';
import { stepPelvis } from './stepPelvis.js';
import type { TransferModel, TransferState } from './transferModel.js';

/**
 * One frame: the actor's pose (world arrays current) becomes the agent's, in state.pose. It looks at nothing that comes
 * later, so it serves live and recorded movement alike.
 */
export function stepTransfer(model: TransferModel, state: TransferState, pose: Pose, dtSeconds: number): void {
  retargetPose(model.retarget, pose, state.pose);
  if (model.method === 'angles') return;
  stepFeet(model, state, pose, dtSeconds);
  stepHandContacts(model, state, pose, dtSeconds);
  stepPelvis(model, state, pose);
  solveLegs(model, state);
  solveHands(model, state);
  state.isStarted = true;
}

function solveLegs(model: TransferModel, state: TransferState): void {
  for (let i = 0; i < model.feet.length; i++) {
    bendLimb(model.to, state.pose, model.feet[i].leg.limb, state.feet[i].ankleWorld);
  }
}
