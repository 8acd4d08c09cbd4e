import type { CalibrationSession, SessionCommand } from '@leib/calibration';
import type { JointFrame } from '@leib/tracking';

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

/** In VR: the command of a press on either hand's trigger or grip; null for none. */
export function commandOfHands(
  buttons: HandButtons,
  { leftController: left, rightController: right }: JointFrame,
  { step, history }: CalibrationSession,
): SessionCommand | null {
  const trigger = isHeld(buttons.trigger, Math.max(left.trigger, right.trigger));
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
