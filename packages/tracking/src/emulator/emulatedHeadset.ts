/// <reference types="webxr" preserve="true" />

import { createQuat, quat } from '@leib/core';
import type { XRDevice } from 'iwer';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { composePoses, invertPose } from '../frame/poseSlice.js';
import { POSE_SIZE, pointNumber, quality, type TrackedController } from '../frame/trackedParts.js';
import type { TrackerOffsets } from '../frame/trackerOffsets.js';
import { createXrOffsets, type HandSide, handJointInJoint } from '../xr/xrOffsets.js';

type Iwer = typeof import('iwer');
type Controller = NonNullable<XRDevice['controllers']['left']>;
type Hand = NonNullable<XRDevice['hands']['left']>;
type JointSpace = InstanceType<Iwer['XRJointSpace']>;

export interface EmulatedHeadsetOptions {
  /** How headset and grips sit on the joints; must be those of the WebXR source that reads the session. */
  readonly offsets?: TrackerOffsets;
}

/** A WebXR device that exists only in this page (iwer's Quest 3), worn by the person whose joints are written into it. */
export interface EmulatedHeadset {
  readonly device: XRDevice;
  /** Puts the device in place of the browser's own WebXR: navigator.xr is the emulated one until dispose(). */
  install(): void;
  /** Controllers or bare hands; a running session reports the change as devices do. */
  setInputMode(mode: 'controller' | 'hand'): void;
  /** Moves headset and hands so that a session sees these joint poses in its next frame; lost ones are disconnected. */
  writeJoints(frame: DeviceFrame): void;
  dispose(): void;
}

class IwerHeadset implements EmulatedHeadset {
  readonly device: XRDevice;
  readonly #iwer: Iwer;
  readonly #offsets: TrackerOffsets;
  readonly #wrists: Readonly<Record<HandSide, JointSpace | undefined>>;

  constructor(iwer: Iwer, offsets: TrackerOffsets) {
    this.#iwer = iwer;
    this.#offsets = offsets;
    this.device = new iwer.XRDevice(iwer.metaQuest3);
    const { left, right } = this.device.hands;
    this.#wrists = { left: wristOf(left), right: wristOf(right) };
  }

  install(): void {
    this.device.installRuntime({ forceInstall: true });
  }

  setInputMode(mode: 'controller' | 'hand'): void {
    this.device.primaryInputMode = mode;
  }

  writeJoints(frame: DeviceFrame): void {
    const { device } = this;
    const head = pointNumber.head;
    if (frame.quality[head] !== quality.lost) {
      composePoses(tracker, 0, frame.devicePoses, head * POSE_SIZE, this.#offsets, head * POSE_SIZE);
      moveTo(device);
    }
    this.#writeHand('left', frame, frame.leftController);
    this.#writeHand('right', frame, frame.rightController);
  }

  dispose(): void {
    void this.device.activeSession?.end();
    this.device.uninstallRuntime();
  }

  #writeHand(side: HandSide, frame: DeviceFrame, buttons: TrackedController): void {
    const point = side === 'left' ? pointNumber.leftHand : pointNumber.rightHand;
    const isLost = frame.quality[point] === quality.lost;
    const controller = this.device.controllers[side];
    const hand = this.device.hands[side];
    if (controller) {
      controller.connected = !isLost;
      if (!isLost) this.#writeController(controller, frame, point);
      writeButtons(controller, buttons);
    }
    if (hand) {
      hand.connected = !isLost;
      if (!isLost) this.#writeBareHand(hand, side, frame, point);
      hand.updatePinchValue(buttons.trigger);
    }
  }

  /** iwer moves a controller by its target ray; the grip hangs on that: ray = joint * gripOffset * (grip in ray)^-1. */
  #writeController(controller: Controller, frame: DeviceFrame, point: number): void {
    const { gripSpace } = controller.inputSource;
    if (!gripSpace) return;
    readMatrix(inRay, gripSpace[this.#iwer.P_SPACE].offsetMatrix);
    composePoses(tracker, 0, frame.devicePoses, point * POSE_SIZE, this.#offsets, point * POSE_SIZE);
    invertPose(inRay, 0, inRay, 0);
    composePoses(tracker, 0, tracker, 0, inRay, 0);
    moveTo(controller);
  }

  /** The same for a bare hand, whose wrist hangs on the ray: ray = joint * handJoint * (wrist in ray)^-1. */
  #writeBareHand(hand: Hand, side: HandSide, frame: DeviceFrame, point: number): void {
    const wrist = this.#wrists[side];
    if (!wrist) return;
    readMatrix(inRay, wrist[this.#iwer.P_SPACE].offsetMatrix);
    composePoses(tracker, 0, frame.devicePoses, point * POSE_SIZE, wristInJoint[side], 0);
    invertPose(inRay, 0, inRay, 0);
    composePoses(tracker, 0, tracker, 0, inRay, 0);
    moveTo(hand);
  }
}

/** Loads iwer, which is why this waits: visitors with a headset, or who only watch, never download it. */
export async function createEmulatedHeadset(options: EmulatedHeadsetOptions = {}): Promise<EmulatedHeadset> {
  const iwer = await import('iwer');
  return new IwerHeadset(iwer, options.offsets ?? createXrOffsets());
}

const wristInJoint: Readonly<Record<HandSide, Float64Array>> = {
  left: Float64Array.of(0, 0, 0, ...handJointInJoint.left),
  right: Float64Array.of(0, 0, 0, ...handJointInJoint.right),
};

// Scratch.
const tracker = new Float64Array(POSE_SIZE);
const inRay = new Float64Array(POSE_SIZE);
const rotation = createQuat();
const axes: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
type Mat3 = [number, number, number, number, number, number, number, number, number];

/** A WebXR hand lists its wrist first. */
function wristOf(hand: Hand | undefined): JointSpace | undefined {
  return hand?.inputSource.hand?.values().next().value;
}

function moveTo(thing: Pick<XRDevice, 'position' | 'quaternion'>): void {
  thing.position.set(tracker[0], tracker[1], tracker[2]);
  thing.quaternion.set(tracker[3], tracker[4], tracker[5], tracker[6]);
}

function readMatrix(out: Float64Array, matrix: ArrayLike<number>): void {
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) axes[column * 3 + row] = matrix[column * 4 + row];
  }
  quat.normalize(rotation, quat.fromMat3(rotation, axes));
  for (let k = 0; k < 3; k++) out[k] = matrix[12 + k];
  for (let k = 0; k < 4; k++) out[3 + k] = rotation[k];
}

function writeButtons(controller: Controller, { trigger, grip, stickX, stickY }: TrackedController): void {
  controller.updateButtonValue('trigger', trigger);
  controller.updateButtonValue('squeeze', grip);
  controller.updateAxes('thumbstick', stickX, -stickY);
}
