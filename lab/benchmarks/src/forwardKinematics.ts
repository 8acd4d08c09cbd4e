import { buildSkeleton, createPose, humanoidBones, parentBone, updateWorldPose } from '@leib/core';
import { Bone } from 'three';
import type { BenchmarkOptions } from './benchmarkOptions.js';
import { compare } from './compare.js';
import type { Contender } from './contender.js';
import { seededRandom } from './ikProblem.js';
import type { BenchResult } from './report.js';

/** Calls per pass: one takes well under a microsecond. */
const CALL_COUNT = 200;

/** Local rotations of a whole body to world positions and rotations. */
export function benchForwardKinematics(options: BenchmarkOptions): BenchResult[] {
  const { ours, peers } = createForwardKinematics();
  return compare([{ name: 'forward-kinematics/55-joints', ours, peers }], options);
}

/** The 55 humanoid bones in any pose, once in our flat arrays and once as three.js bones. */
export function createForwardKinematics(): { ours: Contender; peers: Contender[]; largestDifference(): number } {
  const random = seededRandom(3);
  const joints = humanoidBones.map((bone, index) => ({
    name: bone,
    bone,
    parent: index === 0 ? null : parentBone(bone),
    offset: [0.2 * random() - 0.1, 0.2 * random() - 0.1, 0.2 * random() - 0.1] as const,
  }));
  const skeleton = buildSkeleton(joints);
  const pose = createPose(skeleton);
  const bones: Bone[] = [];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const bone = new Bone();
    bone.position.fromArray(skeleton.restOffsets, joint * 3);
    bone.quaternion.set(random() - 0.5, random() - 0.5, random() - 0.5, 0.5 + random()).normalize();
    bone.quaternion.toArray(pose.localRotations, joint * 4);
    if (joint > 0) bones[skeleton.parents[joint]].add(bone);
    bones.push(bone);
  }
  const [root] = bones;
  return {
    ours: {
      name: 'leib updateWorldPose',
      callCount: CALL_COUNT,
      run: (count) => {
        for (let i = 0; i < count; i++) updateWorldPose(skeleton, pose);
      },
    },
    peers: [
      {
        name: 'three updateMatrixWorld',
        callCount: CALL_COUNT,
        run: (count) => {
          for (let i = 0; i < count; i++) root.updateMatrixWorld(true);
        },
      },
    ],
    largestDifference: () => {
      updateWorldPose(skeleton, pose);
      root.updateMatrixWorld(true);
      let largest = 0;
      bones.forEach((bone, joint) => {
        for (let i = 0; i < 3; i++) {
          largest = Math.max(largest, Math.abs(bone.matrixWorld.elements[12 + i] - pose.worldPositions[joint * 3 + i]));
        }
      });
      return largest;
    },
  };
}
