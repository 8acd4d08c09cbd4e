import { type DeviceFrame, type Placement, pointNumber, quality, type TrackedController } from '@leib/tracking';
import { notRecentred, type Recentring, recentredPlacement } from './recentring.js';
import type { StageSettings } from './stageSections.js';

/** Buttons and stick of a hand that does not press anything. */
const releasedController: TrackedController = { trigger: 0, grip: 0, thumb: 0, stickX: 0, stickY: 0 };

/** The person in the headset: how the tracked space was moved, and what the hands are busy with. */
export class Wearer {
  /** How the wearer of a headset has moved the tracked space on the stage. */
  recentring: Recentring = notRecentred;
  /** In virtual reality another source moves the body: the wearer stands back and watches it. */
  isWatching = false;
  /** Hands that are at the panel in virtual reality: what they press there is not meant for the room. */
  readonly handsOnPanel = { left: false, right: false };

  /** As at the start of a session. */
  reset(): void {
    this.recentring = notRecentred;
    this.isWatching = false;
    this.handsOnPanel.left = false;
    this.handsOnPanel.right = false;
  }

  /** Where the tracked space stands: as recentred, unless another source moves the body. */
  placementOf(placement: Placement): Placement {
    return this.isWatching ? placement : recentredPlacement(placement, this.recentring);
  }

  /** Takes out of the devices what the user lost on purpose, and what is pressed on the panel. */
  applyTo(devices: DeviceFrame, { loseLeft, loseRight }: StageSettings): void {
    if (loseLeft) devices.quality[pointNumber.leftHand] = quality.lost;
    if (loseRight) devices.quality[pointNumber.rightHand] = quality.lost;
    if (this.handsOnPanel.left) Object.assign(devices.leftController, releasedController);
    if (this.handsOnPanel.right) Object.assign(devices.rightController, releasedController);
  }
}
