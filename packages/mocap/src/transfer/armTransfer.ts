import { createVec3, jointOfBone, type Skeleton, type Vec3, vec3 } from '@leib/core';
import type { BendableLimb } from '@leib/core/solvers';

/** One arm that both the actor and the agent have. */
export interface ArmTransfer {
  readonly side: 'left' | 'right';
  readonly from: ArmJoints;
  readonly to: ArmJoints;
}

export interface ArmJoints extends BendableLimb {
  /** From the wrist to the middle of the palm, rest axes, metres. */
  readonly palmOffset: Vec3;
}

/** Distance from the wrist to the middle of the palm, as a part of the forearm, where a body has no fingers. */
const palmPart = 0.35;
/** The same as a part of the way to the middle knuckle. */
const knucklePart = 0.85;

export function buildArms(from: Skeleton, to: Skeleton): ArmTransfer[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const knuckle = `${side}MiddleProximal` as const;
    const hasKnuckles = jointOfBone(from, knuckle) >= 0 && jointOfBone(to, knuckle) >= 0;
    const [a, b] = [armOf(from, side, hasKnuckles), armOf(to, side, hasKnuckles)];
    return a !== null && b !== null ? [{ side, from: a, to: b }] : [];
  });
}

function armOf(skeleton: Skeleton, side: 'left' | 'right', hasKnuckles: boolean): ArmJoints | null {
  const upper = jointOfBone(skeleton, `${side}UpperArm`);
  const lower = jointOfBone(skeleton, `${side}LowerArm`);
  const end = jointOfBone(skeleton, `${side}Hand`);
  if (Math.min(upper, lower, end) < 0) return null;
  const at = (joint: number) => skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  const [start, tip, part] = hasKnuckles
    ? [end, jointOfBone(skeleton, `${side}MiddleProximal`), knucklePart]
    : [lower, end, palmPart];
  const palmOffset = vec3.subtract(createVec3(), at(tip), at(start));
  return {
    upper,
    lower,
    end,
    restPole: createVec3(0, 0, -1),
    palmOffset: vec3.scale(palmOffset, palmOffset, part),
  };
}
