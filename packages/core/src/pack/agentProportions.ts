import { jointOfBone } from '../skeleton/buildSkeleton.js';
import { type HumanoidBone, humanoidBones } from '../skeleton/humanoid.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import {
  createSkeletonStretch,
  type SkeletonStretch,
  stretchAlongAxes,
  stretchSkeleton,
} from '../skeleton/stretchSkeleton.js';

/** How much longer each part of an agent is than the same part of the body it is made from. */
export interface AgentProportions {
  readonly legs: number;
  readonly feet: number;
  readonly trunk: number;
  /** Distance between the shoulders, and between the hips. */
  readonly width: number;
  readonly arms: number;
  readonly hands: number;
  /** Neck and head. */
  readonly head: number;
}

/** Agents that any body can become. A child of about six years next to an adult: short legs, large head. */
export const agentProportions = {
  child: { legs: 0.6, feet: 0.68, trunk: 0.72, width: 0.68, arms: 0.62, hands: 0.66, head: 0.9 },
  giant: { legs: 2.3, feet: 2.2, trunk: 2.1, width: 2.4, arms: 2.5, hands: 2.6, head: 1.7 },
  longArms: { legs: 0.8, feet: 1, trunk: 1.05, width: 1.1, arms: 1.5, hands: 1.2, head: 1 },
} as const satisfies Record<string, AgentProportions>;

export type AgentName = keyof typeof agentProportions;

type Part = 'pelvis' | 'legs' | 'feet' | 'trunk' | 'shoulders' | 'arms' | 'hands' | 'head';

/** The same joints with other lengths, standing on the same floor. */
export function buildAgentSkeleton(skeleton: Skeleton, proportions: AgentProportions): Skeleton {
  return stretchSkeleton(skeleton, agentStretch(skeleton, proportions));
}

/** What gives a body these proportions: its skeleton (stretchSkeleton), or its skin too (an avatar's stretch()). */
export function agentStretch(skeleton: Skeleton, proportions: AgentProportions): SkeletonStretch {
  const { legs, feet, trunk, width, arms, hands, head } = proportions;
  const ratios: Readonly<Record<Part, readonly [x: number, y: number, z: number]>> = {
    pelvis: [width, trunk, trunk],
    legs: [legs, legs, legs],
    feet: [feet, feet, feet],
    trunk: [width, trunk, trunk],
    shoulders: [width, trunk, trunk],
    arms: [arms, arms, arms],
    hands: [hands, hands, hands],
    head: [head, head, head],
  };
  const stretch = createSkeletonStretch(skeleton);
  const parts: Part[] = [];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const bone = humanoidBones[skeleton.jointToBone[joint]];
    // Joints without a bone (twist joints, ends) belong to what they hang on.
    parts[joint] = bone !== undefined ? partOfBone(bone) : (parts[skeleton.parents[joint]] ?? 'pelvis');
    stretchAlongAxes(stretch, joint, ...ratios[parts[joint]]);
  }
  const rootHeight = skeleton.restOffsets[1];
  const soleBefore = lowestFoot(skeleton);
  const soleAfter = lowestFoot(stretchSkeleton(skeleton, stretch));
  // The soles stay as far above the floor as feet of that size have them.
  if (Number.isFinite(soleBefore)) stretch.moves[1] = soleBefore * feet - soleAfter;
  else stretch.moves[1] = rootHeight * (trunk - 1);
  return stretch;
}

/** The part whose length ratio the children of a bone get. */
function partOfBone(bone: HumanoidBone): Part {
  if (bone === 'hips') return 'pelvis';
  if (bone === 'spine' || bone === 'chest' || bone === 'upperChest') return 'trunk';
  if (bone.endsWith('Shoulder')) return 'shoulders';
  if (bone.endsWith('UpperArm') || bone.endsWith('LowerArm')) return 'arms';
  if (bone.endsWith('UpperLeg') || bone.endsWith('LowerLeg')) return 'legs';
  if (bone.endsWith('Foot') || bone.endsWith('Toes')) return 'feet';
  if (bone === 'neck' || bone === 'head' || bone === 'jaw' || bone.endsWith('Eye')) return 'head';
  return 'hands';
}

/** Height of the lowest ankle or toe joint at rest, metres; infinite without feet. */
function lowestFoot(skeleton: Skeleton): number {
  const bones = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const;
  const joints = bones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);
  return Math.min(...joints.map((joint) => skeleton.restWorldPositions[joint * 3 + 1]));
}
