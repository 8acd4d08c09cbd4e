import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';

/**
 * VRMC_vrm for a body built from a person's measures. The body depicts that person, so the permissions are the strictest
 * of VRM 1.0: used by its author only, no redistribution, no modification.
 */
export function bodyVrmExtension(
  name: string,
  skeleton: Skeleton,
  jointNames: readonly HumanoidBone[],
  meshNodes: readonly number[],
): Record<string, unknown> {
  return {
    specVersion: '1.0',
    meta: {
      name,
      version: '1',
      authors: ['Leib'],
      licenseUrl: 'https://vrm.dev/licenses/1.0/',
      avatarPermission: 'onlyAuthor',
      allowExcessivelyViolentUsage: false,
      allowExcessivelySexualUsage: false,
      commercialUsage: 'personalNonProfit',
      allowPoliticalOrReligiousUsage: false,
      allowAntisocialOrHateUsage: false,
      creditNotation: 'unnecessary',
      allowRedistribution: false,
      modification: 'prohibited',
    },
    humanoid: { humanBones: Object.fromEntries(jointNames.map((bone, node) => [bone, { node }])) },
    firstPerson: { meshAnnotations: meshNodes.map((node) => ({ node, type: 'auto' })) },
    lookAt: {
      offsetFromHeadBone: eyesInHead(skeleton),
      type: 'bone',
      rangeMapHorizontalInner: { inputMaxValue: 90, outputScale: 30 },
      rangeMapHorizontalOuter: { inputMaxValue: 90, outputScale: 30 },
      rangeMapVerticalDown: { inputMaxValue: 90, outputScale: 20 },
      rangeMapVerticalUp: { inputMaxValue: 90, outputScale: 20 },
    },
  };
}

/** Middle between the eyes in the head joint's space; a typical offset for skeletons without eyes (SMPL). */
function eyesInHead(skeleton: Skeleton): number[] {
  const left = jointOfBone(skeleton, 'leftEye') * 3;
  const right = jointOfBone(skeleton, 'rightEye') * 3;
  if (left < 0 || right < 0) return [0, 0.06, 0.08];
  return [0, 1, 2].map((axis) => (skeleton.restOffsets[left + axis] + skeleton.restOffsets[right + axis]) / 2);
}
