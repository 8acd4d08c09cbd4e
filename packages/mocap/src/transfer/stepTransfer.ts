import { createPose, type Motion, type Pose, retargetPose } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import { readMotionFrame } from './bodyCapsules.js';
import { stepHandContacts } from './handContacts.js';
import { solveHands } from './solveHands.js';
import { stepFeet } from './stepFeet.js';
import { stepPelvis } from './stepPelvis.js';
import { createTransferState, type TransferModel, type TransferState } from './transferModel.js';

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

/** A recorded movement on the agent. The motion must be of the model's actor. */
export function transferMotion(model: TransferModel, motion: Motion): Motion {
  const { frameCount, hz } = motion;
  const pose = createPose(model.from);
  const state = createTransferState(model);
  const size = model.to.jointCount * 4;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * size);
  for (let frame = 0; frame < frameCount; frame++) {
    readMotionFrame(motion, frame, pose);
    stepTransfer(model, state, pose, 1 / hz);
    rootPositions.set(state.pose.rootPosition, frame * 3);
    localRotations.set(state.pose.localRotations, frame * size);
  }
  return { name: motion.name, skeleton: model.to, hz, frameCount, rootPositions, localRotations };
}
