import { createQuat, createVec3, vec3 } from '../math/index.js';
import { boneNumber } from '../skeleton/humanoid.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { type BendableLimb, bendLimb } from '../solvers/bendLimb.js';
import { lowestFootHeight } from './legMeasures.js';

/** One leg of a target skeleton that keeps its foot where the source's is. */
export interface LegRetarget {
  readonly fromFoot: number;
  /** Hip, knee and ankle of the target. */
  readonly limb: BendableLimb;
  /** Ankle positions: to = scale * from, the height raised by `ankleLift`: ankles stand higher in larger feet. */
  readonly scale: number;
  readonly ankleLift: number;
  /**
   * How much farther to +X the target's ankle rests than the scaled source's: other hips stand wider. Measured along the
   * foot's own side, which holds still while the foot is planted, unlike the pelvis'.
   */
  readonly stanceShift: number;
}

export function buildLegRetargets(
  from: Skeleton,
  to: Skeleton,
  scale: number,
  soleFrom: number,
  soleTo: number,
): LegRetarget[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const fromFoot = from.boneToJoint[boneNumber[`${side}Foot`]];
    const upper = to.boneToJoint[boneNumber[`${side}UpperLeg`]];
    const lower = to.boneToJoint[boneNumber[`${side}LowerLeg`]];
    const foot = to.boneToJoint[boneNumber[`${side}Foot`]];
    if (Math.min(fromFoot, upper, lower, foot) < 0) return [];
    const ankleFrom = soleFrom + aboveFeet(from, fromFoot);
    const ankleTo = soleTo + aboveFeet(to, foot);
    return {
      fromFoot,
      limb: { upper, lower, end: foot, restPole: createVec3(0, 0, 1) },
      scale,
      ankleLift: ankleTo - ankleFrom * scale,
      stanceShift: to.restWorldPositions[foot * 3] - from.restWorldPositions[fromFoot * 3] * scale,
    };
  });
}

// Scratch: every call writes these before reading them.
const targetWorld = createVec3();
const shiftWorld = createVec3();
const footWorld = createQuat();

/** Bends one leg of a pose so that its ankle is where the source's is, scaled; the foot keeps its world rotation. */
export function keepFoot(leg: LegRetarget, to: Skeleton, fromPose: Pose, toPose: Pose): void {
  const from = leg.fromFoot * 3;
  const foot = leg.limb.end * 4;
  for (let k = 0; k < 3; k++) targetWorld[k] = fromPose.worldPositions[from + k] * leg.scale;
  targetWorld[1] += leg.ankleLift;
  for (let k = 0; k < 4; k++) footWorld[k] = toPose.worldRotations[foot + k];
  vec3.transformQuat(shiftWorld, vec3.set(shiftWorld, leg.stanceShift, 0, 0), footWorld);
  vec3.add(targetWorld, targetWorld, shiftWorld);
  bendLimb(to, toPose, leg.limb, targetWorld);
}

/** Height of a joint above the lowest foot joint at rest. */
function aboveFeet(skeleton: Skeleton, joint: number): number {
  return skeleton.restWorldPositions[joint * 3 + 1] - lowestFootHeight(skeleton);
}
