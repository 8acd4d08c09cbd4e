import type { CalibrationSession, SessionCommand } from '@leib/calibration';
import type { JointFrame } from '@leib/tracking';
import { pinchOfHand } from '../../../world/gripOfHand.js';
import type { Wearer } from '../../../world/wearer.js';

/** Buttons of the last frame. */
export interface HandButtons {
  trigger: boolean;
  grip: boolean;
}

export function createHandButtons(): HandButtons {
  return { trigger: false, grip: false };
}

/** Pressed above the first value, released below the second (hysteresis). */
const PRESSED = 0.7;
const RELEASED = 0.4;

const accept: SessionCommand = { type: 'accept' };
const repeat: SessionCommand = { type: 'repeat' };
const skip: SessionCommand = { type: 'skip' };
const start: SessionCommand = { type: 'goTo', step: 'putOn' };

/** In VR: the command of either hand's trigger, pinch or grip; null for none. What is at the panel presses buttons there. */
export function commandOfHands(
  buttons: HandButtons,
  { leftController: left, leftHandJoints, rightController: right, rightHandJoints }: JointFrame,
  { step, history }: CalibrationSession,
  handsOnPanel: Wearer['handsOnPanel'],
): SessionCommand | null {
  const leftPinch = handsOnPanel.left ? 0 : pinchOfHand(left, leftHandJoints);
  const rightPinch = handsOnPanel.right ? 0 : pinchOfHand(right, rightHandJoints);
  const trigger = isHeld(buttons.trigger, Math.max(leftPinch, rightPinch));
  const grip = isHeld(buttons.grip, Math.max(left.grip, right.grip));
  const isTriggered = trigger && !buttons.trigger;
  const isGripped = grip && !buttons.grip;
  buttons.trigger = trigger;
  buttons.grip = grip;
  if (isTriggered) return history.proposal === null ? null : accept;
  if (!isGripped) return null;
  if (history.proposal !== null) return repeat;
  return step === 'mirror' ? start : skip;
}

function isHeld(wasHeld: boolean, value: number): boolean {
  return value > (wasHeld ? RELEASED : PRESSED);
}
