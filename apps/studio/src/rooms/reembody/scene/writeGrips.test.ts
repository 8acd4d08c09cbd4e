import { inputAt } from '@leib/reembody';
import { createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { writeGrips } from './writeGrips.js';

test('a hand that presses the panel grabs nothing, the other one goes on', () => {
  const joints = createJointFrame();
  joints.leftController.grip = 1;
  joints.rightController.grip = 0.8;
  const input = new Float64Array(Math.max(inputAt.leftGrip, inputAt.rightGrip) + 1);
  writeGrips(input, joints, { left: false, right: false });
  expect([input[inputAt.leftGrip], input[inputAt.rightGrip]]).toEqual([1, 0.8]);
  writeGrips(input, joints, { left: true, right: false });
  expect([input[inputAt.leftGrip], input[inputAt.rightGrip]]).toEqual([0, 0.8]);
});
