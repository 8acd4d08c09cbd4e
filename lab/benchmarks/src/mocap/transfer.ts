import { createPose, type Pose, sampleMotion, updateWorldPose } from '@leib/core';
import { agentProportions, buildAgentSkeleton } from '@leib/core/pack';
import { buildTransfer, createTransferState, stepTransfer, type TransferMethod } from '@leib/mocap';
import type { BenchmarkOptions } from '../benchmarkOptions.js';
import { compare } from '../compare.js';
import type { Contender } from '../contender.js';
import type { BenchResult } from '../report.js';
import { createActorMotion } from './movingActor.js';

/** One frame of an actor on a child's body. One call is one frame. */
export function benchMocapTransfer(options: BenchmarkOptions): BenchResult[] {
  const motion = createActorMotion();
  const { skeleton, hz } = motion;
  const poses = Array.from({ length: motion.frameCount }, (_, frame): Pose => {
    const pose = createPose(skeleton);
    sampleMotion(motion, frame / hz, pose);
    updateWorldPose(skeleton, pose);
    return pose;
  });
  const agent = buildAgentSkeleton(skeleton, agentProportions.child);
  const contender = (method: TransferMethod): Contender => {
    const model = buildTransfer(skeleton, agent, { method });
    const state = createTransferState(model);
    return {
      name: 'leib',
      callCount: poses.length,
      run(count) {
        for (let i = 0; i < count; i++) stepTransfer(model, state, poses[i], 1 / hz);
      },
    };
  };
  return compare(
    (['contacts', 'angles'] as const).map((method) => ({
      name: `mocap/transfer-${method}`,
      ours: contender(method),
      peers: [],
    })),
    options,
  );
}
