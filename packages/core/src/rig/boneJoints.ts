import type { HumanoidBone } from '../skeleton/humanoid.js';

/** Joint of each humanoid bone. Plain data: a user may change it before a binding is built from it. */
export type BoneJoints = Partial<Record<HumanoidBone, number>>;
