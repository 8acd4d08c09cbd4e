import { jointOfBone } from './buildSkeleton.js';
import type { HumanoidBone } from './humanoid.js';
import type { FootSoles, Skeleton } from './skeleton.js';

/** A foot seen from its ankle, metres. */
export interface FootShape {
  readonly ankleHeight: number;
  readonly toeAhead: number;
  readonly heelBehind: number;
}

/** The same skeleton with these soles; the root is raised or lowered until the lower sole is on y = 0. */
export function standOnSoles(skeleton: Skeleton, soles: FootSoles): Skeleton {
  const lift = lowestSole(skeleton, soles);
  if (lift === null) return { ...skeleton, soles };
  const restOffsets = skeleton.restOffsets.slice();
  restOffsets[1] -= lift;
  return {
    ...skeleton,
    restOffsets,
    restWorldPositions: skeleton.restWorldPositions.map((value, i) => (i % 3 === 1 ? value - lift : value)),
    soles,
  };
}

/** A foot as its skin was measured; null for a bare skeleton. */
export function footShape(skeleton: Skeleton, side: 'left' | 'right'): FootShape | null {
  const sole = skeleton.soles[side === 'left' ? 0 : 1];
  const foot = jointOfBone(skeleton, `${side}Foot`);
  if (sole === null || foot < 0) return null;
  const { restWorldPositions: at } = skeleton;
  const [up, ahead] = [1, 2].map((axis) => at[foot * 3 + axis] - at[sole.joint * 3 + axis]);
  return { ankleHeight: up + sole.below, toeAhead: sole.ahead - ahead, heelBehind: sole.behind + ahead };
}

/** Toe joints lie about this share of the head's height over the sole (CMU's bodies: 1.7 cm of 153). */
const TOE_HEIGHT = 0.011;
/**
 * Lowest foot joint of a rig that stands on y = 0, as shares of the head's height over that joint: some have their toes
 * a little below y = 0, and ankles in boots without toes are a fifth of the body above it.
 */
const STANDING_FOOT = { from: -0.02, to: 0.25 } as const;
/** Less than this below y = 0, metres, a bare skeleton was put onto its lowest joint: its sole is lower. */
const PUT_ON_JOINT = 1e-6;

/**
 * Height of what a body stands on at rest: its lower sole, where the skin was measured. Without, a rig that stands on
 * y = 0 says so itself; a bare skeleton hung on its hips stands a little lower than its lowest foot joint.
 */
export function restFloorY(skeleton: Skeleton): number {
  const measured = lowestSole(skeleton, skeleton.soles);
  if (measured !== null) return measured;
  let lowest = Number.POSITIVE_INFINITY;
  for (const bone of ['leftToes', 'rightToes', 'leftFoot', 'rightFoot'] as const) {
    lowest = Math.min(lowest, heightOf(skeleton, bone) ?? lowest);
  }
  if (lowest === Number.POSITIVE_INFINITY) return 0;
  const height = (heightOf(skeleton, 'head') ?? lowest + 1.5) - lowest;
  const isJustBelow = lowest > STANDING_FOOT.from * height && lowest < -PUT_ON_JOINT;
  const isStanding = (lowest >= 0 || isJustBelow) && lowest < STANDING_FOOT.to * height;
  return isStanding ? 0 : lowest - TOE_HEIGHT * height;
}

function lowestSole({ restWorldPositions: at }: Skeleton, soles: FootSoles): number | null {
  const heights = soles.flatMap((sole) => (sole ? [at[sole.joint * 3 + 1] - sole.below] : []));
  return heights.length > 0 ? Math.min(...heights) : null;
}

function heightOf(skeleton: Skeleton, bone: HumanoidBone): number | null {
  const joint = jointOfBone(skeleton, bone);
  return joint < 0 ? null : skeleton.restWorldPositions[joint * 3 + 1];
}
