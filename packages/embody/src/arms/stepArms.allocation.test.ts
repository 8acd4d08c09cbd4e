import { bytesPerCall, seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { armsSkeleton, setHands } from './armsHands.testing.js';
import { createArmsRig } from './armsTesting.js';
import { stepArms } from './stepArms.js';

test('nothing is allocated', () => {
  const rig = createArmsRig(armsSkeleton);
  const random = seededRandom(9);
  const frames = Array.from({ length: 64 }, () => {
    setHands(rig, random);
    return rig.body.targets.frame.jointPoses.slice();
  });
  let next = 0;
  const { jointPoses: poses } = rig.body.targets.frame;
  const work = () => {
    poses.set(frames[next++ % 64]);
    stepArms(rig.model, rig.state, rig.body, 1 / 90);
  };
  // Ways out of the trunk are seldom looked for, and so compiled late. A number that the engine boxes takes 16 bytes.
  expect(bytesPerCall(work, 10_000, 8)).toBeLessThan(8);
});
