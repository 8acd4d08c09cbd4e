import { createVec3, type Pose, type ReadonlyVec3, vec3 } from '@leib/core';
import type { BendableLimb } from '@leib/core/solvers';
import { readPoint } from './bodyCapsules.js';
import type { TransferModel, TransferState } from './transferModel.js';

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
export function stepPelvis(model: TransferModel, state: TransferState, pose: Pose): void {
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
export function extensionOf(pose: Pose, { upper, lower, end }: Omit<BendableLimb, 'restPole'>): number {
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
