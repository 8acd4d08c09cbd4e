import { type DeviceFrame, pointNumber, quality, type TrackedController } from '@leib/tracking';
import { Quaternion, Vector3 } from 'three';
import { notRecentred, type Recentring } from './recentring.js';
import type { StageSettings } from './stageSections.js';

/** Buttons and stick of a hand that does not press anything. */
const releasedController: TrackedController = { trigger: 0, grip: 0, thumb: 0, stickX: 0, stickY: 0 };

/** Where a hand or controller of a headset points, whatever moves the body. World space. */
export interface HeadsetPointer {
  isTracked: boolean;
  /** Its trigger is pulled, or its fingers pinch, and not at the panel. */
  isSelecting: boolean;
  readonly position: Vector3;
  /** It points along its -Z. */
  readonly rotation: Quaternion;
}

const createPointer = (): HeadsetPointer => ({
  isTracked: false,
  isSelecting: false,
  position: new Vector3(),
  rotation: new Quaternion(),
});

/** The person in the headset: how the tracked space was moved, and what the hands are busy with. */
export class Wearer {
  /** How the wearer of a headset has moved the tracked space on the stage. */
  recentring: Recentring = notRecentred;
  /** In virtual reality another source moves the body: the wearer stands back and watches it. */
  isWatching = false;
  /** Hands that are at the panel in virtual reality: what they press there is not meant for the room. */
  readonly handsOnPanel = { left: false, right: false };
  readonly pointers = { left: createPointer(), right: createPointer() };

  /** As at the start of a session. */
  reset(): void {
    this.recentring = notRecentred;
    this.isWatching = false;
    this.handsOnPanel.left = false;
    this.handsOnPanel.right = false;
    for (const pointer of Object.values(this.pointers))
      Object.assign(pointer, { isTracked: false, isSelecting: false });
  }

  /** What moves the tracked space: nothing where another source moves the body. */
  get placedBy(): Recentring {
    return this.isWatching ? notRecentred : this.recentring;
  }

  /** Takes out of the devices what the user lost on purpose, and what is pressed on the panel. */
  applyTo(devices: DeviceFrame, { loseLeft, loseRight }: StageSettings): void {
    if (loseLeft) devices.quality[pointNumber.leftHand] = quality.lost;
    if (loseRight) devices.quality[pointNumber.rightHand] = quality.lost;
    if (this.handsOnPanel.left) Object.assign(devices.leftController, releasedController);
    if (this.handsOnPanel.right) Object.assign(devices.rightController, releasedController);
  }
}
