import {
  addFeedSample,
  type FeedDevice,
  type FeedPacket,
  quality,
  resetFeedPacket,
  type TrackedPoint,
} from '@leib/tracking';
import { createOscMessage, type OscMessage, readOscPacket } from '../osc/oscReader.js';
import type { FeedDecoder } from '../protocol/feedDecoder.js';
import { mirrorUnityPose, readUnityEuler } from './unityEuler.js';

/** The head and eight trackers; the last is the head. */
const TRACKER_COUNT = 9;
const HEAD = 8;
const PREFIX = '/tracking/trackers/';

const keys = Array.from({ length: TRACKER_COUNT }, (_, i) => (i === HEAD ? 'head' : `tracker/${i + 1}`));
const names = Array.from({ length: TRACKER_COUNT }, (_, i) => (i === HEAD ? 'Head' : `Tracker ${i + 1}`));

interface SystemPose {
  readonly key: string;
  readonly name: string;
  readonly kind: FeedDevice['kind'];
  readonly point: TrackedPoint;
}

/** VRChat's own messages about its player: six numbers each, position and Euler angles. */
const systemPoses: ReadonlyMap<string, SystemPose> = new Map(
  Object.entries({
    '/tracking/vrsystem/head/pose': { key: 'system/head', name: 'Headset', kind: 'headset', point: 'head' },
    '/tracking/vrsystem/leftwrist/pose': {
      key: 'system/leftwrist',
      name: 'Left wrist',
      kind: 'hand',
      point: 'leftHand',
    },
    '/tracking/vrsystem/rightwrist/pose': {
      key: 'system/rightwrist',
      name: 'Right wrist',
      kind: 'hand',
      point: 'rightHand',
    },
  } as const),
);

/** A rotation is forgotten after this many positions without another. */
const ROTATION_MEMORY = 60;
const noRotation = [0, 0, 0, 1];

interface Tracker {
  /** Unity's axes, as sent. */
  readonly pose: Float64Array;
  /** Positions that still count as having the last rotation. */
  rotationMemory: number;
  isPositionNew: boolean;
  isRotationNew: boolean;
}

/**
 * Trackers as VRChat receives them (docs.vrchat.com/docs/osc-trackers): position and Euler angles of each come as two
 * messages, in one datagram or in two. A tracker is added to the packet when both have come. A tracker that sends
 * positions only is added with its next position, without rotation, and counts as inferred. VRChat's own messages about
 * headset and wrists are read, too.
 */
export function createVrChatDecoder(): FeedDecoder {
  return new VrChatDecoder();
}

class VrChatDecoder implements FeedDecoder {
  readonly protocol = 'vrchat';
  readonly #message = createOscMessage();
  readonly #trackers: readonly Tracker[] = Array.from({ length: TRACKER_COUNT }, () => ({
    pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1),
    rotationMemory: 0,
    isPositionNew: false,
    isRotationNew: false,
  }));

  decode(bytes: Uint8Array, out: FeedPacket): boolean {
    resetFeedPacket(out);
    return readOscPacket(bytes, this.#message, (message) => this.#onMessage(message, out));
  }

  #onMessage(message: OscMessage, out: FeedPacket): void {
    const { address } = message;
    const system = systemPoses.get(address);
    if (system !== undefined) {
      addSystemPose(message, system, out);
      return;
    }
    const index = trackerOf(address);
    if (index < 0 || !hasNumbers(message, 3)) return;
    const [x, y, z] = message.values as number[];
    const tracker = this.#trackers[index];
    if (address.endsWith('/position')) {
      // No rotation followed the last position: add the tracker without it.
      if (tracker.isPositionNew) addTracker(tracker, index, out);
      tracker.pose[0] = x;
      tracker.pose[1] = y;
      tracker.pose[2] = z;
      tracker.isPositionNew = true;
    } else if (address.endsWith('/rotation')) {
      readUnityEuler(tracker.pose, x, y, z);
      tracker.rotationMemory = ROTATION_MEMORY;
      tracker.isRotationNew = true;
    } else return;
    if (tracker.isPositionNew && tracker.isRotationNew) addTracker(tracker, index, out);
  }
}

function addTracker(tracker: Tracker, index: number, out: FeedPacket): void {
  tracker.isPositionNew = false;
  tracker.isRotationNew = false;
  const isHead = index === HEAD;
  const kind = isHead ? 'headset' : 'tracker';
  const sample = addFeedSample(out, keys[index], names[index], kind, isHead ? 'head' : null);
  if (sample === null) return;
  sample.pose.set(tracker.pose);
  mirrorUnityPose(sample.pose);
  sample.quality = tracker.rotationMemory > 0 ? quality.tracked : quality.inferred;
  if (tracker.rotationMemory > 0) tracker.rotationMemory--;
  else tracker.pose.set(noRotation, 3);
}

function addSystemPose(message: OscMessage, { key, name, kind, point }: SystemPose, out: FeedPacket): void {
  if (!hasNumbers(message, 6)) return;
  const [px, py, pz, xDeg, yDeg, zDeg] = message.values as number[];
  const sample = addFeedSample(out, key, name, kind, point);
  if (sample === null) return;
  sample.pose[0] = px;
  sample.pose[1] = py;
  sample.pose[2] = pz;
  readUnityEuler(sample.pose, xDeg, yDeg, zDeg);
  mirrorUnityPose(sample.pose);
}

/** Whether the first `count` arguments are finite numbers. */
function hasNumbers({ values, argumentCount }: OscMessage, count: number): boolean {
  if (argumentCount < count) return false;
  for (let k = 0; k < count; k++) if (typeof values[k] !== 'number' || !Number.isFinite(values[k])) return false;
  return true;
}

/** 0..7 for trackers 1..8, 8 for the head, -1 for any other address. */
function trackerOf(address: string): number {
  if (!address.startsWith(PREFIX)) return -1;
  const name = address.slice(PREFIX.length, address.indexOf('/', PREFIX.length));
  if (name === 'head') return HEAD;
  return name.length === 1 && name >= '1' && name <= '8' ? name.charCodeAt(0) - 0x31 : -1;
}
