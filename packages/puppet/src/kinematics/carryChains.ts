import { createQuat, quat } from '@leib/core';
import { updatePartPoses } from '../model/partSkeleton.js';
import { type ChainsState, setPartRotation } from './chainsState.js';
import { readAllowedAngles } from './partJoint.js';
import type { PuppetChains } from './puppetChains.js';

/**
 * Takes the motion of a puppet over into its edited self: parts of the same name keep their rotations, as far as their
 * new limits allow, and the speed of their springs. What is dragged is taken up again in the next frame.
 */
export function carryChains(from: PuppetChains, old: ChainsState, to: PuppetChains, state: ChainsState): void {
  state.wholeShift.set(old.wholeShift);
  state.basePose.rootPosition.set(old.basePose.rootPosition);
  state.basePose.localRotations.set(old.basePose.localRotations.subarray(0, 4));
  to.joints.forEach((joint, part) => {
    const before = from.skeleton.names.indexOf(to.skeleton.names[part + 1]) - 1;
    if (before < 0) return;
    const rotation = old.basePose.localRotations.subarray((before + 1) * 4, (before + 2) * 4);
    readAllowedAngles(joint, quat.copy(createQuat(), rotation), state.angles, part * 3);
    setPartRotation(to, state, part);
    for (const values of ['rootShifts', 'turnVelocities', 'offsetVelocities', 'waveTurns', 'waveVelocities'] as const) {
      state[values].set(old[values].subarray(before * 3, before * 3 + 3), part * 3);
    }
  });
  state.shownAngles.set(state.angles);
  state.partOffsets.set(state.rootShifts);
  updatePartPoses(to.skeleton, state.basePose, state.rootShifts);
  state.pose.rootPosition.set(state.basePose.rootPosition);
  state.pose.localRotations.set(state.basePose.localRotations);
  updatePartPoses(to.skeleton, state.pose, state.partOffsets);
}
