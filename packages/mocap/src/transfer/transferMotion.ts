import { createPose, type Motion } from '@leib/core';
import { readMotionFrame } from './readPose.js';
import { stepTransfer } from './stepTransfer.js';
import { createTransferState, type TransferModel } from './transferModel.js';

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
