import { defaultSkeleton } from '@leib/body';
import { createPose, createQuat, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { expect, test } from 'vitest';
import { MeetHands } from './meetHands.js';

/** Arms straight ahead, of somebody who stands at z. */
function reaching(z: number, isTurned: boolean) {
  const pose = createPose(defaultSkeleton);
  pose.rootPosition[2] = z;
  if (isTurned) pose.localRotations.set(quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI), 0);
  const arm = quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI / 2);
  pose.localRotations.set(arm, jointOfBone(defaultSkeleton, 'rightUpperArm') * 4);
  updateWorldPose(defaultSkeleton, pose);
  return { skeleton: defaultSkeleton, pose, scale: 1 };
}

test('the controller of a hand that meets another one is felt once', () => {
  const felt: [string, number][] = [];
  const controller = (handedness: 'left' | 'right') => ({
    handedness,
    gamepad: { hapticActuators: [{ pulse: (strength: number) => felt.push([handedness, strength]) }] },
  });
  const session = { inputSources: [controller('left'), controller('right')] };
  const hands = new MeetHands(() => session as never);
  const mine = reaching(0, false);
  const [x, , z] = mine.pose.worldPositions.subarray(jointOfBone(defaultSkeleton, 'rightHand') * 3);
  // Their right arm is at my left: half of a shoulder's width aside, so that fingertips meet.
  const other = reaching(2 * z + 0.25, true);
  other.pose.rootPosition[0] = 2 * x;
  updateWorldPose(defaultSkeleton, other.pose);
  for (let frame = 0; frame < 30; frame++) hands.step(mine, [{ ...other, id: 'p2' }], 1 / 60);
  expect(hands.meetings).toHaveLength(1);
  expect(felt).toEqual([['right', 0.6]]);
});
