import { jointOfBone, type Motion, type Skeleton } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createBodyFrame } from '../bodies/bodyFrame.js';
import { namesOfRecordedBodies, readRecordedBodies } from '../bodies/recordedBodies.js';
import { simulateBodies } from '../simulate/simulateBodies.js';
import { testMotion } from '../simulate/testMotion.testing.js';
import { buildMocapModel, createMocapState, stepMocap, takeLengths } from '../stepMocap.js';

const shins = ['leftLowerLeg', 'rightLowerLeg'] as const;

/** Lengths of the thighs over the truth's. */
function ratios(solved: Skeleton, { skeleton }: Motion): number[] {
  const length = ({ restOffsets }: Skeleton, joint: number) =>
    Math.hypot(...restOffsets.subarray(joint * 3, joint * 3 + 3));
  return shins.map((bone) => length(solved, jointOfBone(solved, bone)) / length(skeleton, jointOfBone(skeleton, bone)));
}

test.each(seeds(3))(
  'the length of the thighs is found from bodies of which none is on the pelvis (seed %i)',
  (seed) => {
    const motion = testMotion(seed, 600);
    const { recording, offsets } = simulateBodies(motion, { lostShare: 0 }, seed);
    const bodyNames = namesOfRecordedBodies(recording);
    const model = buildMocapModel({ bodyNames, offsets });
    const frame = createBodyFrame(bodyNames);
    const frameAt = (index: number) => {
      if (index >= recording.frameCount) return null;
      readRecordedBodies(recording, index, frame);
      return frame;
    };
    const known = createMocapState(model, takeLengths(model, frameAt));
    for (const ratio of ratios(known.actor.skeleton, motion)) expect(Math.abs(ratio - 1)).toBeLessThan(0.03);

    const live = createMocapState(model);
    for (let index = 0; index < recording.frameCount; index++) {
      readRecordedBodies(recording, index, frame);
      stepMocap(model, live, frame, 1 / 120);
    }
    for (const ratio of ratios(live.actor.skeleton, motion)) expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  },
);
