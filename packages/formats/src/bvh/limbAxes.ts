import { createQuat, createVec3, quat, type Vec3, vec3 } from '@leib/core';
import { type BvhSamples, jointVector, samplePositions } from './bvhSamples.js';

/** A limb of two bones: shoulder, elbow and wrist, or hip, knee and ankle. */
export interface LimbJointsOf {
  readonly upper: number;
  readonly lower: number;
  readonly end: number;
}

/** How a bone of a limb lies in its own joint. */
export interface LimbAxes {
  /** Unit vector along the bone, joint space. */
  readonly along: Vec3;
  /** Unit vector about which the limb's hinge bends, joint space; null where it hardly ever bends, or never the same way. */
  readonly hinge: Vec3 | null;
}

/** Square of the sine of the bend, on the average, from which on it shows the hinge... */
const leastBend = 0.003;
/** ...where this part of all bends agrees: forearms roll. */
const leastAgreement = 0.6;

/**
 * Axes of the upper or the lower bone of a limb, from all samples: the plane of a bent limb has the hinge's axis as its normal. Frames count
 * by how much the limb is bent.
 */
export function limbAxes(samples: BvhSamples, { upper, lower, end }: LimbJointsOf, bone: 'upper' | 'lower'): LimbAxes {
  const joint = bone === 'upper' ? upper : lower;
  const along = createVec3();
  const hinge = createVec3();
  let weight = 0;
  for (let i = 0; i < samples.count; i++) {
    const positions = samplePositions(samples, i);
    const first = unit(jointVector(positions, upper, lower));
    const second = unit(jointVector(positions, lower, end));
    const toJoint = inverseRotation(samples, i, joint);
    const normal = vec3.cross(createVec3(), first, second);
    const bend = vec3.length(normal);
    vec3.scaleAndAdd(hinge, hinge, vec3.transformQuat(normal, normal, toJoint), bend);
    weight += bend * bend;
    vec3.add(along, along, vec3.transformQuat(createVec3(), bone === 'upper' ? first : second, toJoint));
  }
  const isShown = weight > leastBend * samples.count && vec3.length(hinge) > leastAgreement * weight;
  return { along: unit(along), hinge: isShown ? unit(hinge) : null };
}

/** Mean of a direction as a joint sees it, over the samples that count. Unit, joint space. */
export function meanInJoint(
  samples: BvhSamples,
  joint: number,
  which: readonly number[],
  direction: (positions: Float64Array) => Vec3,
): Vec3 {
  const sum = createVec3();
  for (const i of which) {
    const seen = direction(samplePositions(samples, i));
    vec3.add(sum, sum, vec3.transformQuat(seen, seen, inverseRotation(samples, i, joint)));
  }
  return unit(sum);
}

/** World rotation of a joint in a sample, the other way round. */
function inverseRotation({ rotations, jointCount }: BvhSamples, sample: number, joint: number) {
  const at = (sample * jointCount + joint) * 4;
  return quat.conjugate(createQuat(), rotations.subarray(at, at + 4));
}

function unit(v: Vec3): Vec3 {
  return vec3.normalize(v, v);
}
