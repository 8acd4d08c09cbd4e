import { commandCalibration, createBodyProfile, createCalibrationSession } from '@leib/calibration';
import { proportionsOfStature } from '@leib/calibration/testing';
import { createJointFrame, POSE_SIZE, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { commandOfHands, createHandButtons } from './handButtons.js';

const session = createCalibrationSession(createBodyProfile());
const frame = createJointFrame();
const freeHands = { left: false, right: false };

test('a press counts once, however long it lasts and whichever hand it is', () => {
  const buttons = createHandButtons();
  frame.rightController.grip = 1;
  expect(commandOfHands(buttons, frame, session, freeHands)).toEqual({ type: 'skip' });
  expect(commandOfHands(buttons, frame, session, freeHands)).toBeNull();
  // Half let go is still held.
  frame.rightController.grip = 0.5;
  expect(commandOfHands(buttons, frame, session, freeHands)).toBeNull();
  frame.rightController.grip = 0.6;
  expect(commandOfHands(buttons, frame, session, freeHands)).toBeNull();
  frame.rightController.grip = 0;
  expect(commandOfHands(buttons, frame, session, freeHands)).toBeNull();
  frame.leftController.grip = 1;
  expect(commandOfHands(buttons, frame, session, freeHands)).toEqual({ type: 'skip' });
  frame.leftController.grip = 0;
});

test('the trigger takes what is proposed and nothing else; the grip then does it again', () => {
  const buttons = createHandButtons();
  frame.leftController.trigger = 1;
  expect(commandOfHands(buttons, frame, session, freeHands)).toBeNull();
  frame.leftController.trigger = 0;
  commandOfHands(buttons, frame, session, freeHands);
  commandCalibration(session, { type: 'proposeProportions', proportions: proportionsOfStature(1.7), from: 'body' });
  frame.leftController.trigger = 1;
  expect(commandOfHands(buttons, frame, session, freeHands)).toEqual({ type: 'accept' });
  frame.leftController.trigger = 0;
  frame.leftController.grip = 1;
  expect(commandOfHands(buttons, frame, session, freeHands)).toEqual({ type: 'repeat' });
});

test('a bare hand takes what is proposed by a pinch, but not while it presses the panel', () => {
  const proposed = createCalibrationSession(createBodyProfile());
  commandCalibration(proposed, { type: 'proposeProportions', proportions: proportionsOfStature(1.7), from: 'body' });
  const bare = createJointFrame();
  const { rightHandJoints: hand } = bare;
  hand.quality = quality.tracked;
  // The knuckle of the middle finger, and the index finger; the thumb is beside it, then on it.
  hand.poses.set([0.09, 0, 0], 11 * POSE_SIZE);
  hand.poses.set([0.17, 0, 0.02], 9 * POSE_SIZE);
  const pinch = (apart: number) => hand.poses.set([0.17, -apart, 0.02], 4 * POSE_SIZE);
  const buttons = createHandButtons();
  pinch(0.08);
  expect(commandOfHands(buttons, bare, proposed, freeHands)).toBeNull();
  pinch(0);
  expect(commandOfHands(buttons, bare, proposed, { left: false, right: true })).toBeNull();
  pinch(0.08);
  commandOfHands(buttons, bare, proposed, freeHands);
  pinch(0);
  const command = commandOfHands(buttons, bare, proposed, freeHands);
  expect(command).toEqual({ type: 'accept' });
  if (command) commandCalibration(proposed, command);
  expect(proposed.history.proposal).toBeNull();
  expect(proposed.history.present.proportions).not.toBeNull();
});
