import { type BoneJoints, createVec3, DEG, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import { acrossDirection, trunkDirection } from './bodyAxes.js';
import { jointDirection } from './bvhSamples.js';

const sides = ['left', 'right'] as const;

/** Legs of a rest pose go down within this, spread ones too. */
const legWithin = 45 * DEG;
/** Arms of a rest pose are each other's mirror image within this. */
const mirrorWithin = 40 * DEG;
/** A foot that goes on from its shin straighter than this stands on its toes: no person rests so. */
const footFrom = 25 * DEG;
/** Hips and shoulders lie across the trunk within this. */
const acrossWithin = 35 * DEG;
/** Limbs of a T-pose. */
const tPoseWithin = 25 * DEG;

/**
 * Why joint positions are not a person at rest (standing, arms anywhere but alike); null where they are, or where too little of
 * a person is known to say. Any axis may be up.
 */
export function whyNotAtRest(positions: ArrayLike<number>, bones: BoneJoints): string | null {
  const up = trunkDirection(positions, bones);
  const across = acrossDirection(positions, bones);
  if (vec3.length(up) === 0) return null;
  const down = vec3.negate(createVec3(), up);
  for (const side of sides) {
    for (const [from, to] of [
      ['UpperLeg', 'LowerLeg'],
      ['LowerLeg', 'Foot'],
    ] as const) {
      const bone = jointDirection(positions, bones[`${side}${from}`], bones[`${side}${to}`]);
      if (isOff(bone, down, legWithin)) return `the ${side} leg does not point away from the head`;
    }
    const shin = jointDirection(positions, bones[`${side}LowerLeg`], bones[`${side}Foot`]);
    const foot = jointDirection(positions, bones[`${side}Foot`], bones[`${side}Toes`]);
    const isKnown = vec3.length(shin) > 0 && vec3.length(foot) > 0;
    if (isKnown && vec3.angle(shin, foot) < footFrom) return `the ${side} foot goes on straight from its shin`;
  }
  if (vec3.length(across) === 0) return null;
  const lean = Math.abs(vec3.angle(across, up) - 90 * DEG);
  if (lean > acrossWithin) return 'hips and shoulders do not lie across the trunk';
  for (const [from, to, name] of [
    ['UpperArm', 'LowerArm', 'upper arms'],
    ['LowerArm', 'Hand', 'forearms'],
  ] as const) {
    const [left, right] = sides.map((side) =>
      jointDirection(positions, bones[`${side}${from}`], bones[`${side}${to}`]),
    );
    if (isOff(mirrored(left, across), right, mirrorWithin)) return `the ${name} are not each other's mirror image`;
  }
  return null;
}

/** Whether joint positions are a T-pose: a person at rest with both arms out to the sides. */
export function isTPose(positions: ArrayLike<number>, bones: BoneJoints): boolean {
  if (whyNotAtRest(positions, bones) !== null) return false;
  const across = acrossDirection(positions, bones);
  return sides.every((side) => {
    const outward = vec3.scale(createVec3(), across, side === 'left' ? 1 : -1);
    const limbs = [
      jointDirection(positions, bones[`${side}UpperArm`], bones[`${side}LowerArm`]),
      jointDirection(positions, bones[`${side}LowerArm`], bones[`${side}Hand`]),
    ];
    return limbs.every((limb) => vec3.length(limb) > 0 && vec3.angle(limb, outward) < tPoseWithin);
  });
}

/** Whether a direction is known, and off another by more than an angle. */
function isOff(direction: ReadonlyVec3, wanted: ReadonlyVec3, within: number): boolean {
  return vec3.length(direction) > 0 && vec3.length(wanted) > 0 && vec3.angle(direction, wanted) > within;
}

function mirrored(direction: ReadonlyVec3, across: ReadonlyVec3): Vec3 {
  return vec3.scaleAndAdd(createVec3(), direction, across, -2 * vec3.dot(direction, across));
}
