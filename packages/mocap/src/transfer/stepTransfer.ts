import { createPose, createVec3, type Motion, type Pose, type ReadonlyVec3, retargetPose, vec3 } from '@leib/core';
import { type BendableLimb, bendLimb } from '@leib/core/solvers';
import { readMotionFrame, readPoint, stepHandContacts } from './handContacts.js';
import { solveHands } from './solveHands.js';
import { stepFeet } from './stepFeet.js';
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

/** A limb is bent at least this little, unless the actor's is straighter: near straight, knees would snap. */
const straightest = 0.99;
/** The pelvis is lowered by at most this part of its height above the floor. */
const deepest = 0.5;

// Scratch: every call of a function below writes these before reading them.
const rootWorld = createVec3();
const midWorld = createVec3();
const endWorld = createVec3();
const wristWorld = createVec3();

/** Lowers the pelvis so that planted feet, and hands on the floor, are in reach. */
function stepPelvis(model: TransferModel, state: TransferState, pose: Pose): void {
  let drop = 0;
  model.feet.forEach(({ leg, fromUpper, fromLower }, i) => {
    const foot = state.feet[i];
    if (foot.weight === 0) return;
    const extension = extensionOf(pose, { upper: fromUpper, lower: fromLower, end: leg.fromFoot });
    drop = Math.max(drop, foot.weight * dropToReach(state.pose, leg.limb, extension, foot.ankleWorld));
  });
  model.arms.forEach(({ from, to }, i) => {
    const hand = state.hands[i];
    if (hand.floorWeight === 0) return;
    // The wrist is as far above the palm as it is by angles; the hand keeps its rotation.
    readPoint(wristWorld, state.pose, to.end);
    wristWorld[1] += model.floorY + hand.floorHeight - hand.palmByAngles[1];
    drop = Math.max(drop, hand.floorWeight * dropToReach(state.pose, to, extensionOf(pose, from), wristWorld));
  });
  const height = state.pose.worldPositions[model.retarget.toHips * 3 + 1] - model.floorY;
  state.pelvisDrop = Math.min(drop, Math.max(0, deepest * height));
  if (state.pelvisDrop === 0) return;
  state.pose.rootPosition[1] -= state.pelvisDrop;
  const { worldPositions } = state.pose;
  for (let y = 1; y < worldPositions.length; y += 3) worldPositions[y] -= state.pelvisDrop;
}

/** How far a limb is stretched: 1 when straight. */
function extensionOf(pose: Pose, { upper, lower, end }: Omit<BendableLimb, 'restPole'>): number {
  return (
    vec3.distance(readPoint(rootWorld, pose, upper), readPoint(endWorld, pose, end)) /
    reachOf(pose, { upper, lower, end })
  );
}

/** Length of a limb when straight, metres. */
export function reachOf(pose: Pose, { upper, lower, end }: Omit<BendableLimb, 'restPole'>): number {
  readPoint(rootWorld, pose, upper);
  readPoint(midWorld, pose, lower);
  readPoint(endWorld, pose, end);
  return vec3.distance(rootWorld, midWorld) + vec3.distance(midWorld, endWorld);
}

/** How far a limb's root must come down so that its end reaches a place, metres. */
function dropToReach(pose: Pose, limb: BendableLimb, actorExtension: number, targetWorld: ReadonlyVec3): number {
  const longest = reachOf(pose, limb) * Math.max(straightest, actorExtension);
  readPoint(rootWorld, pose, limb.upper);
  const acrossSq = (targetWorld[0] - rootWorld[0]) ** 2 + (targetWorld[2] - rootWorld[2]) ** 2;
  const above = rootWorld[1] - targetWorld[1];
  if (above <= 0 || above * above + acrossSq <= longest * longest) return 0;
  return above - Math.sqrt(Math.max(0, longest * longest - acrossSq));
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
