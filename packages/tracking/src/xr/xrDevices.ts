import { applyFeedPacket, createDeviceTable, type DeviceTable, type FeedDevice } from '../devices/deviceTable.js';
import {
  addFeedSample,
  createFeedPacket,
  type DeviceKind,
  type FeedPacket,
  resetFeedPacket,
} from '../devices/feedPacket.js';
import { createFeedSender, type FeedSender } from '../devices/feedSender.js';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality, trackedPoints } from '../frame/trackedParts.js';

/** What a session tracks, in the same list as every other feed's devices. */
export interface XrDevices {
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

export function createXrDevices(): XrDevices {
  return { table: createDeviceTable(), packet: createFeedPacket(), sender: createFeedSender(FEED) };
}

export function listXrDevices({ table }: XrDevices): readonly FeedDevice[] {
  return table.devices;
}

/**
 * Takes over a frame that was just read. Runtimes predict their poses for the moment of display: `latencyMs` is how old
 * they are now, and so mostly below zero.
 */
export function updateXrDevices(devices: XrDevices, frame: DeviceFrame, latencyMs: number, nowMs: number): void {
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
