import { buildSkeleton, type HumanoidBone, humanoidBones, jointOfBone, type Skeleton } from '@leib/core';
import { type AngleBinding, type AngleLayout, buildAngleBinding } from '@leib/core/pack';
import { buildDhLinks } from '../dh/buildDhLinks.js';
import { buildDhPlan, type DhPlan } from '../dh/dhPlan.js';
import type { DhLink } from '../dh/dhSkeleton.js';

/** The actor's own skeleton: lengths as far as they are known. Replaced as a whole when more is known. */
export interface Actor {
  readonly skeleton: Skeleton;
  readonly binding: AngleBinding;
  readonly links: readonly DhLink[];
  readonly plan: DhPlan;
  /** Distances from hip to knee, left and right, metres; of those that the skeleton has. */
  readonly thighs: readonly number[];
}

/** The same joints with other offsets. jointCount x 3; the root's is its rest position. */
export function buildActor(layout: AngleLayout, from: Skeleton, restOffsets: Float64Array): Actor {
  const bones = from.names.map((_, joint): HumanoidBone | null =>
    from.jointToBone[joint] < 0 ? null : humanoidBones[from.jointToBone[joint]],
  );
  const skeleton = buildSkeleton(
    from.names.map((name, joint) => ({
      name,
      bone: bones[joint],
      parent: from.parents[joint] < 0 ? null : from.names[from.parents[joint]],
      offset: [restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]],
    })),
  );
  const links = buildDhLinks(layout, skeleton);
  const thighs = (['leftLowerLeg', 'rightLowerLeg'] as const)
    .map((bone) => jointOfBone(skeleton, bone))
    .filter((joint) => joint >= 0)
    .map((joint) => Math.hypot(...restOffsets.subarray(joint * 3, joint * 3 + 3)));
  const plan = buildDhPlan(links, layout, skeleton);
  return { skeleton, binding: buildAngleBinding(layout, skeleton), links, plan, thighs };
}
