import { clamp, createQuat, easeScalar, quat } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { readRotation } from '../frame/poseSlice.js';
import { POSE_SIZE, pointNumber, quality, type TrackedController, type TrackedHand } from '../frame/trackedParts.js';
import { jointOfDevice, type TrackerOffsets } from '../frame/trackerOffsets.js';
import { type HandSide, handJointInJoint } from '../xr/xrOffsets.js';
import { HAND_POINT_COUNT, readHandPoints } from './handPoints.js';
import type { HandSignal, HandSource } from './handSignal.js';

/** WebXR's number of each of the 21 points: wrist, thumb, and the fingers without their metacarpals. */
const jointOfPoint = [0, 1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24];

const points = new Float64Array(HAND_POINT_COUNT * 3);

/** A thumb on a stick or button is a switch: it travels there in a few frames. */
const THUMB_HALF_LIFE = 0.03;

const confidenceOf = { [quality.lost]: 0, [quality.inferred]: 0.5, [quality.tracked]: 1 } as const;

/** Bends, splay and wrist from the 25 joints of a WebXR hand. */
export function readXrHand(hand: TrackedHand, side: HandSide, out: HandSignal): void {
  const isLost = hand.quality === quality.lost;
  for (let point = 0; point < HAND_POINT_COUNT; point++) {
    for (let k = 0; k < 3; k++) points[point * 3 + k] = hand.poses[jointOfPoint[point] * POSE_SIZE + k];
  }
  if (isLost || !readHandPoints(points, side, out)) {
    out.confidence = 0;
    return;
  }
  out.position.set(hand.poses.subarray(0, 3));
  out.rotation.set(hand.poses.subarray(3, POSE_SIZE));
  out.confidence = confidenceOf[hand.quality as 0 | 1 | 2];
}

/** Fingers of a hand that holds a controller: trigger, grip, and a thumb on its stick or buttons. */
export function readControllerFingers(controller: TrackedController, dtSeconds: number, out: HandSignal): void {
  out.bends[0] = easeScalar(out.bends[0], controller.thumb, THUMB_HALF_LIFE, dtSeconds);
  out.bends[1] = clamp(controller.trigger, 0, 1);
  out.bends.fill(clamp(controller.grip, 0, 1), 2);
  out.splay.fill(0);
}

const wrist = new Float64Array(POSE_SIZE);
const turn = createQuat();

/** The wrist of a hand that holds a controller, from the controller's pose. */
function readControllerWrist(devices: DeviceFrame, offsets: TrackerOffsets, side: HandSide, out: HandSignal): void {
  const at = pointNumber[side === 'left' ? 'leftHand' : 'rightHand'] * POSE_SIZE;
  jointOfDevice(wrist, 0, devices.devicePoses, offsets, at);
  quat.multiply(turn, readRotation(turn, wrist, 0), handJointInJoint[side]);
  out.position.set(wrist.subarray(0, 3));
  out.rotation.set(turn);
}

interface DeviceHandOptions {
  readonly side: HandSide;
  /** What the headset measures now. */
  readonly readDevices: () => { readonly devices: DeviceFrame; readonly offsets: TrackerOffsets };
}

/** A hand in a headset's view: its own joints where they are tracked, else the controller that it holds. */
export function createDeviceHandSource({ side, readDevices }: DeviceHandOptions): HandSource {
  const point = pointNumber[side === 'left' ? 'leftHand' : 'rightHand'];
  let problem: string | null = null;
  let eventMs = Number.NaN;
  return {
    label: side === 'left' ? 'Left hand in the headset' : 'Right hand in the headset',
    get problem() {
      return problem;
    },
    get eventMs() {
      return eventMs;
    },
    step(dtSeconds, out) {
      const { devices, offsets } = readDevices();
      const hand = side === 'left' ? devices.leftHandJoints : devices.rightHandJoints;
      out.timeSeconds = devices.timeSeconds;
      if (hand.quality !== quality.lost) {
        readXrHand(hand, side, out);
      } else if (devices.quality[point] !== quality.lost) {
        readControllerWrist(devices, offsets, side, out);
        readControllerFingers(side === 'left' ? devices.leftController : devices.rightController, dtSeconds, out);
        out.confidence = confidenceOf[devices.quality[point] as 0 | 1 | 2];
      } else {
        out.confidence = 0;
      }
      problem = out.confidence > 0 ? null : `The headset does not see your ${side} hand: hold it in front of you.`;
      if (problem === null) eventMs = performance.now();
    },
    dispose() {},
  };
}
