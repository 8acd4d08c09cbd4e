import { createVec3, type Vec3, vec3 } from '../math/index.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import { between } from './limbShape.js';
import { isAncestor, type NamedRig } from './namedRig.js';

/** What hips carry; hands and feet may be controls that hang elsewhere. */
const trunkParts: readonly HumanoidBone[] = [
  'head',
  'neck',
  'leftShoulder',
  'rightShoulder',
  'leftUpperArm',
  'rightUpperArm',
  'leftLowerArm',
  'rightLowerArm',
];
const legParts: readonly HumanoidBone[] = ['leftUpperLeg', 'rightUpperLeg', 'leftLowerLeg', 'rightLowerLeg'];

/**
 * Hips carry head, arms and legs. Where the joint of that name carries only some of them ("Body" with "Hips" for the legs and
 * "Spine" beside it), the joint that all of them hang on serves. Changes `bones`.
 * @param areLegsLoose legs may hang elsewhere: they are going to be hung on the hips
 */
export function settleHips(
  rig: NamedRig,
  bones: Map<HumanoidBone, number>,
  areLegsLoose: boolean,
): { readonly why: string } | null {
  const hips = bones.get('hips');
  const upper = trunkParts.flatMap((bone) => bones.get(bone) ?? []);
  if (hips === undefined || upper.length === 0) return null;
  const parts = [...upper, ...(areLegsLoose ? [] : legParts.flatMap((bone) => bones.get(bone) ?? []))];
  if (parts.every((joint) => isAncestor(rig, hips, joint))) return null;
  const common = commonAncestor(rig, [hips, ...parts]);
  if (common < 0) return null;
  for (const [bone, joint] of bones) if (joint === common) bones.delete(bone);
  bones.set('hips', common);
  return { why: `head, arms and legs hang on it, not on "${rig.names[hips]}"` };
}

/** The lowest joint that is above all of these or one of them; -1 where they hang in several trees. */
export function commonAncestor(rig: NamedRig, joints: readonly number[]): number {
  let at = joints[0] ?? -1;
  while (at >= 0 && !joints.every((joint) => joint === at || isAncestor(rig, at, joint))) at = rig.parents[at];
  return at;
}

/** Whether a joint lies where hips are: near the middle between the legs' roots, measured by the way from there to the head. */
export function liesAtPelvis(rig: NamedRig, joint: number, legs: readonly number[], head: number): boolean {
  if (!rig.restWorldPositions) return true;
  const middle = createVec3();
  for (const leg of legs) vec3.scaleAndAdd(middle, middle, placeOf(rig, leg), 1 / legs.length);
  const trunk = vec3.distance(middle, placeOf(rig, head));
  return vec3.distance(middle, placeOf(rig, joint)) < 0.4 * trunk;
}

function placeOf(rig: NamedRig, joint: number): Vec3 {
  const at = rig.restWorldPositions as ArrayLike<number>;
  return createVec3(at[joint * 3], at[joint * 3 + 1], at[joint * 3 + 2]);
}

/** The joint below `above` on the way to `joint`. */
export function childTowards(rig: NamedRig, above: number, joint: number): number {
  let at = joint;
  while (rig.parents[at] !== above) at = rig.parents[at];
  return at;
}

export function distanceOf(rig: NamedRig, a: number, b: number): number {
  return vec3.length(between(rig, a, b));
}
