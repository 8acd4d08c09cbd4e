import { commandCalibration, createBodyProfile, createCalibrationSession } from '@leib/calibration';
import { proportionsOfStature } from '@leib/calibration/testing';
import { createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { commandOfHands, createHandButtons } from './handButtons.js';

const session = createCalibrationSession(createBodyProfile());
const frame = createJointFrame();

test('a press counts once, however long it lasts and whichever hand it is', () => {
  const buttons = createHandButtons();
  frame.rightController.grip = 1;
  expect(commandOfHands(buttons, frame, session)).toEqual({ type: 'skip' });
  expect(commandOfHands(buttons, frame, session)).toBeNull();
  // Half let go is still held.
  frame.rightController.grip = 0.5;
  expect(commandOfHands(buttons, frame, session)).toBeNull();
  frame.rightController.grip = 0.6;
  expect(commandOfHands(buttons, frame, session)).toBeNull();
  frame.rightController.grip = 0;
  expect(commandOfHands(buttons, frame, session)).toBeNull();
  frame.leftController.grip = 1;
  expect(commandOfHands(buttons, frame, session)).toEqual({ type: 'skip' });
  frame.leftController.grip = 0;
});

test('the trigger takes what is proposed and nothing else; the grip then does it again', () => {
  const buttons = createHandButtons();
  frame.leftController.trigger = 1;
  expect(commandOfHands(buttons, frame, session)).toBeNull();
  frame.leftController.trigger = 0;
  commandOfHands(buttons, frame, session);
  commandCalibration(session, { type: 'proposeProportions', proportions: proportionsOfStature(1.7), from: 'body' });
  frame.leftController.trigger = 1;
  expect(commandOfHands(buttons, frame, session)).toEqual({ type: 'accept' });
  frame.leftController.trigger = 0;
  frame.leftController.grip = 1;
  expect(commandOfHands(buttons, frame, session)).toEqual({ type: 'repeat' });
});
