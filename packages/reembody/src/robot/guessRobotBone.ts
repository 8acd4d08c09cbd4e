import type { HumanoidBone } from '@leib/core';

/** Words that robots' makers use, in the order they are tried, and the bone each means; %s is the side. */
const words: readonly (readonly [RegExp, string])[] = [
  [/shoulder|upper_?arm|humerus/, '%sUpperArm'],
  [/elbow|forearm|lower_?arm|radius/, '%sLowerArm'],
  [/wrist|hand/, '%sHand'],
  [/hip|thigh|upper_?leg|femur/, '%sUpperLeg'],
  [/knee|calf|shin|lower_?leg|tibia/, '%sLowerLeg'],
  [/ankle|foot/, '%sFoot'],
  [/toe/, '%sToes'],
];

const trunkWords: readonly (readonly [RegExp, HumanoidBone])[] = [
  [/neck/, 'neck'],
  [/head/, 'head'],
  [/waist|torso|back|abdomen|spine|chest|lumbar/, 'spine'],
];

/** The bone that a robot's joint stands for by its name ("left_hip_pitch", "r_elbow", "RShoulderPitch"), or null. */
export function guessRobotBone(name: string): HumanoidBone | null {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  const side = /(^|_|-|\b)(left|l)(_|-|\b|$)/.test(plain)
    ? 'left'
    : /(^|_|-|\b)(right|r)(_|-|\b|$)/.test(plain)
      ? 'right'
      : null;
  if (side !== null) {
    for (const [pattern, bone] of words) {
      if (pattern.test(plain)) return bone.replace('%s', side) as HumanoidBone;
    }
  }
  for (const [pattern, bone] of trunkWords) if (pattern.test(plain)) return bone;
  return null;
}
