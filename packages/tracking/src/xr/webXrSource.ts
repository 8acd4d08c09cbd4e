/// <reference types="webxr" preserve="true" />

import { createQuat, quat } from '@leib/core';
import { applyFeedPacket, createDeviceTable, type DeviceTable, type FeedDevice } from '../devices/deviceTable.js';
import {
  addFeedSample,
  createFeedPacket,
  type DeviceKind,
  type FeedPacket,
  resetFeedPacket,
} from '../devices/feedPacket.js';
import { createFeedSender, type FeedSender } from '../devices/feedSender.js';
import { copyDeviceFrame, createDeviceFrame, type DeviceFrame } from '../frame/deviceFrame.js';
import { composePoses, invertPose } from '../frame/poseSlice.js';
import {
  HAND_JOINT_COUNT,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  trackedPoints,
} from '../frame/trackedParts.js';
import type { TrackerOffsets } from '../frame/trackerOffsets.js';
import type { TrackedSource } from '../sources/trackedSource.js';
import { handJointNames } from './handJointNames.js';
import { createXrBodyState, readXrBody, type XrBodyState } from './xrBody.js';
import { createXrOffsets, type HandSide, handJointInJoint } from './xrOffsets.js';

export interface WebXrSourceOptions {
  readonly label?: string;
  /** How headset and grips sit on the joints; createXrOffsets() unless given. */
  readonly offsets?: TrackerOffsets;
}

/** A running WebXR session as a source. The render loop hands every XRFrame to readXrFrame(), then calls step(). */
export interface WebXrSource extends TrackedSource {
  readonly session: XRSession;
  /** How often the runtime moved its origin: when this rises, the next frame's jump is the room's, not the person's. */
  readonly resetCount: number;
  /** Headset, controllers or hands, and the joints of a tracked body, with quality, rate and latency. */
  readonly devices: readonly FeedDevice[];
  /** Reads all poses; valid only inside the session's animation frame, as XRFrames are. */
  readXrFrame(frame: XRFrame): void;
}

class SessionSource implements WebXrSource {
  readonly label: string;
  readonly offsets: TrackerOffsets;
  readonly timeline = null;
  readonly session: XRSession;
  resetCount = 0;
  readonly #referenceSpace: XRReferenceSpace;
  readonly #latest = createDeviceFrame();
  /** Wrist pose of a tracked hand -> the grip pose that applying the offsets turns into the same wrist. 7. */
  readonly #wristToGrip = new Float64Array(POSE_SIZE);
  readonly #body: XrBodyState = createXrBodyState();
  readonly #devices: XrDevices = createXrDevices();
  #left: XRInputSource | null = null;
  #right: XRInputSource | null = null;
  #hasEnded = false;

  constructor(session: XRSession, referenceSpace: XRReferenceSpace, options: WebXrSourceOptions) {
    this.label = options.label ?? 'Headset';
    this.offsets = options.offsets ?? createXrOffsets();
    this.session = session;
    this.#referenceSpace = referenceSpace;
    session.addEventListener('inputsourceschange', this.#findHands);
    session.addEventListener('end', this.#end);
    referenceSpace.addEventListener('reset', this.#countReset);
    this.#findHands();
  }

  get devices(): readonly FeedDevice[] {
    return listXrDevices(this.#devices);
  }

  readXrFrame(frame: XRFrame): void {
    this.#readPoses(frame);
    const nowMs = performance.now();
    updateXrDevices(this.#devices, this.#latest, nowMs - frame.predictedDisplayTime, nowMs);
  }

  #readPoses(frame: XRFrame): void {
    const latest = this.#latest;
    latest.timeSeconds = frame.predictedDisplayTime / 1000;
    loseEverything(latest);
    // The specification allows no poses while hidden; runtimes differ in whether they throw or answer null.
    if (this.#hasEnded || this.session.visibilityState === 'hidden') return;
    const viewer = frame.getViewerPose(this.#referenceSpace);
    if (viewer) {
      readTransform(viewer.transform, latest.devicePoses, pointNumber.head * POSE_SIZE);
      latest.quality[pointNumber.head] = viewer.emulatedPosition ? quality.inferred : quality.tracked;
    }
    this.#readHand(frame, 'left', this.#left, latest.leftHandJoints, latest.leftController);
    this.#readHand(frame, 'right', this.#right, latest.rightHandJoints, latest.rightController);
    readXrBody(this.#body, frame, this.#referenceSpace, this.offsets, latest);
  }

  step(_dtSeconds: number, out: DeviceFrame): void {
    copyDeviceFrame(out, this.#latest);
  }

  dispose(): void {
    this.session.removeEventListener('inputsourceschange', this.#findHands);
    this.session.removeEventListener('end', this.#end);
    this.#referenceSpace.removeEventListener('reset', this.#countReset);
    this.#left = null;
    this.#right = null;
  }

  #readHand(
    frame: XRFrame,
    side: HandSide,
    input: XRInputSource | null,
    joints: TrackedHand,
    controller: TrackedController,
  ): void {
    if (input === null) {
      releaseController(controller);
      return;
    }
    readGamepad(input.gamepad, controller);
    const latest = this.#latest;
    const point = side === 'left' ? pointNumber.leftHand : pointNumber.rightHand;
    const at = point * POSE_SIZE;
    if (input.hand) {
      if (!readHandJoints(frame, input.hand, this.#referenceSpace, joints)) return;
      writeWristToGrip(this.#wristToGrip, side, this.offsets);
      composePoses(latest.devicePoses, at, joints.poses, 0, this.#wristToGrip, 0);
      latest.quality[point] = joints.quality;
      return;
    }
    const grip = input.gripSpace ? frame.getPose(input.gripSpace, this.#referenceSpace) : null;
    if (!grip) return;
    readTransform(grip.transform, latest.devicePoses, at);
    latest.quality[point] = grip.emulatedPosition ? quality.inferred : quality.tracked;
  }

  /** Input sources come and go: controllers are laid down, hands picked up, batteries die. */
  readonly #findHands = (): void => {
    this.#left = null;
    this.#right = null;
    const { inputSources } = this.session;
    for (let i = 0; i < inputSources.length; i++) {
      const input = inputSources[i];
      if (!input.hand && !input.gripSpace) continue;
      // Where a runtime reports both for one side, the hand is the body itself and the controller only lies in it.
      if (input.handedness === 'left' && !this.#left?.hand) this.#left = input;
      if (input.handedness === 'right' && !this.#right?.hand) this.#right = input;
    }
  };

  readonly #end = (): void => {
    this.#hasEnded = true;
    loseEverything(this.#latest);
  };

  readonly #countReset = (): void => {
    this.resetCount++;
  };
}

/** Reads a session's headset, controllers, hands and, where it was granted, body in a reference space whose floor is at height zero. */
export function createWebXrSource(
  session: XRSession,
  referenceSpace: XRReferenceSpace,
  options: WebXrSourceOptions = {},
): WebXrSource {
  return new SessionSource(session, referenceSpace, options);
}

/**
 * grip = wrist * handJoint^-1 * gripOffset, so that a recording of hands needs no second set of offsets. Read each frame:
 * offsets change with calibration.
 */
function writeWristToGrip(out: Float64Array, side: HandSide, offsets: TrackerOffsets): void {
  const point = side === 'left' ? pointNumber.leftHand : pointNumber.rightHand;
  const wristInJoint = Float64Array.of(0, 0, 0, ...handJointInJoint[side]);
  invertPose(out, 0, wristInJoint, 0);
  composePoses(out, 0, out, 0, offsets, point * POSE_SIZE);
}

/** True when every joint was seen: a hand with holes in it is lost as a whole. */
function readHandJoints(frame: XRFrame, hand: XRHand, space: XRReferenceSpace, out: TrackedHand): boolean {
  if (!frame.getJointPose) return false;
  let isEmulated = false;
  for (let joint = 0; joint < HAND_JOINT_COUNT; joint++) {
    const jointSpace = hand.get(handJointNames[joint]);
    const pose = jointSpace ? frame.getJointPose(jointSpace, space) : null;
    if (!pose) return false;
    readTransform(pose.transform, out.poses, joint * POSE_SIZE);
    isEmulated ||= pose.emulatedPosition;
  }
  out.quality = isEmulated ? quality.inferred : quality.tracked;
  return true;
}

/** "xr-standard" gamepads: button 0 trigger, 1 squeeze; axes 2 and 3 the stick, 0 and 1 where only a pad exists. */
function readGamepad(gamepad: Gamepad | null | undefined, out: TrackedController): void {
  if (!gamepad) {
    releaseController(out);
    return;
  }
  const { axes, buttons } = gamepad;
  const stick = axes.length >= 4 ? 2 : 0;
  out.trigger = buttons[0]?.value ?? 0;
  out.grip = buttons[1]?.value ?? 0;
  out.thumb = readThumb(buttons);
  out.stickX = axes[stick] ?? 0;
  // WebXR's stick says -1 when pushed away from the user.
  out.stickY = -(axes[stick + 1] ?? 0);
}

/** Buttons after trigger and squeeze are the thumb's: pad, stick, A and B. */
function readThumb(buttons: readonly GamepadButton[]): number {
  let thumb = 0;
  for (let i = 2; i < buttons.length; i++) {
    const { pressed, touched } = buttons[i];
    if (pressed) thumb = 1;
    else if (touched) thumb = Math.max(thumb, 0.5);
  }
  return thumb;
}

function releaseController(out: TrackedController): void {
  out.trigger = 0;
  out.grip = 0;
  out.thumb = 0;
  out.stickX = 0;
  out.stickY = 0;
}

const rotation = createQuat();

function readTransform({ position: p, orientation: q }: XRRigidTransform, out: Float64Array, at: number): void {
  out[at] = p.x;
  out[at + 1] = p.y;
  out[at + 2] = p.z;
  // Runtimes hand out single precision: unit length is restored in double.
  quat.normalize(rotation, quat.set(rotation, q.x, q.y, q.z, q.w));
  out[at + 3] = rotation[0];
  out[at + 4] = rotation[1];
  out[at + 5] = rotation[2];
  out[at + 6] = rotation[3];
}

/** What a session tracks, in the same list as every other feed's devices. */
interface XrDevices {
  readonly table: DeviceTable;
  readonly packet: FeedPacket;
  readonly sender: FeedSender;
}

const FEED = 'webxr';
/** "leftFoot" -> "Left foot". */
const pointNames = trackedPoints.map((point) => {
  const words = point.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
});

function createXrDevices(): XrDevices {
  return { table: createDeviceTable(), packet: createFeedPacket(), sender: createFeedSender(FEED) };
}

function listXrDevices({ table }: XrDevices): readonly FeedDevice[] {
  return table.devices;
}

/**
 * Takes over a frame that was just read. Runtimes predict their poses for the moment of display: `latencyMs` is how old
 * they are now, and so mostly below zero.
 */
function updateXrDevices(devices: XrDevices, frame: DeviceFrame, latencyMs: number, nowMs: number): void {
  const { packet } = devices;
  resetFeedPacket(packet);
  packet.isComplete = true;
  for (let point = 0; point < trackedPoints.length; point++) {
    if (frame.quality[point] === quality.lost) continue;
    const name = trackedPoints[point];
    const sample = addFeedSample(packet, name, nameOf(frame, point), kindOf(frame, point), name);
    if (sample === null) return;
    for (let k = 0; k < POSE_SIZE; k++) sample.pose[k] = frame.devicePoses[point * POSE_SIZE + k];
    sample.quality = frame.quality[point];
  }
  applyFeedPacket(devices.table, devices.sender, packet, latencyMs, nowMs);
}

function isBareHand(frame: DeviceFrame, point: number): boolean {
  if (point === pointNumber.leftHand) return frame.leftHandJoints.quality !== quality.lost;
  return point === pointNumber.rightHand && frame.rightHandJoints.quality !== quality.lost;
}

function kindOf(frame: DeviceFrame, point: number): DeviceKind {
  if (point === pointNumber.head) return 'headset';
  if (isBareHand(frame, point)) return 'hand';
  return point === pointNumber.leftHand || point === pointNumber.rightHand ? 'controller' : 'bone';
}

function nameOf(frame: DeviceFrame, point: number): string {
  if (point === pointNumber.head) return 'Headset';
  if (isBareHand(frame, point)) return pointNames[point];
  if (point === pointNumber.leftHand) return 'Left controller';
  return point === pointNumber.rightHand ? 'Right controller' : pointNames[point];
}
