import { createPose, type HumanoidBone, jointOfBone, sampleMotion, updateWorldPose } from '@leib/core';
import { expect, test } from 'vitest';
import { ownMotion } from './ownMotions.js';

function reader(name: 'demo' | 'walk') {
  const motion = ownMotion(name);
  const pose = createPose(motion.skeleton);
  const at = (seconds: number, bone: HumanoidBone) => {
    sampleMotion(motion, seconds, pose);
    updateWorldPose(motion.skeleton, pose);
    const joint = jointOfBone(motion.skeleton, bone) * 3;
    return [...pose.worldPositions.subarray(joint, joint + 3)];
  };
  return { seconds: (motion.frameCount - 1) / motion.hz, at };
}

const away = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('the demo waves, steps aside, and its end leads to its beginning', () => {
  const { seconds, at } = reader('demo');
  expect(at(6.5, 'rightHand')[1] - at(0, 'rightHand')[1]).toBeGreaterThan(0.4);
  expect(away(at(15.2, 'leftFoot'), at(13, 'leftFoot'))).toBeGreaterThan(0.1);
  for (const bone of ['rightHand', 'leftHand', 'head'] as const) {
    expect(away(at(seconds, bone), at(0, bone))).toBeLessThan(0.03);
  }
});

test('the walk lifts both feet, stays on its round, and loops', () => {
  const { seconds, at } = reader('walk');
  for (const bone of ['leftFoot', 'rightFoot'] as const) {
    const heights = Array.from({ length: 60 }, (_, i) => at((i / 60) * seconds, bone)[1]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.05);
  }
  for (let t = 0; t < seconds; t += 0.1) {
    const [x, , z] = at(t, 'hips');
    expect(Math.hypot(x, z)).toBeLessThan(0.6);
  }
  expect(away(at(seconds, 'head'), at(0, 'head'))).toBeLessThan(0.03);
});
