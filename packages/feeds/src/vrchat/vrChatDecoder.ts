import {
  addFeedSample,
  type DeviceKind,
  type FeedPacket,
  POSE_SIZE,
  quality,
  resetFeedPacket,
  type TrackedPoint,
} from '@leib/tracking';
import { createOscMessage, type OscMessage, readOscPacket } from '../osc/oscReader.js';
import type { FeedDecoder } from '../protocol/feedDecoder.js';
import { mirrorUnityPose } from '../protocol/unityAxes.js';
import { readUnityEuler } from './unityEuler.js';

/** The head and eight trackers; the last is the head. */
const TRACKER_COUNT = 9;
const HEAD = 8;
const PREFIX = '/tracking/trackers/';

const keys = Array.from({ length: TRACKER_COUNT }, (_, i) => (i === HEAD ? 'head' : `tracker/${i + 1}`));
const names = Array.from({ length: TRACKER_COUNT }, (_, i) => (i === HEAD ? 'Head' : `Tracker ${i + 1}`));

/** What VRChat itself tells of the person who plays it: six numbers each, place and Euler angles. */
const systemPoses: Readonly<Record<string, { key: string; name: string; kind: DeviceKind; point: TrackedPoint }>> = {
  '/tracking/vrsystem/head/pose': { key: 'system/head', name: 'Headset', kind: 'headset', point: 'head' },
  '/tracking/vrsystem/leftwrist/pose': { key: 'system/leftwrist', name: 'Left wrist', kind: 'hand', point: 'leftHand' },
  '/tracking/vrsystem/rightwrist/pose': {
    key: 'system/rightwrist',
    name: 'Right wrist',
    kind: 'hand',
    point: 'rightHand',
  },
};

interface Tracker {
  /** Unity's axes, as sent. */
  readonly pose: Float64Array;
  hasRotation: boolean;
  isPositionNew: boolean;
  isRotationNew: boolean;
}

/**
 * Trackers as VRChat takes them (docs.vrchat.com/docs/osc-trackers): position and Euler angles of each come as two
 * messages, in one datagram or in two. A tracker is handed on when both have come; one that is only ever given a place
 * is handed on with its next place, unturned, and counts as inferred. VRChat's own messages about headset and wrists are
 * read too.
 */
export function createVrChatDecoder(): FeedDecoder {
  const message = createOscMessage();
  const trackers: Tracker[] = Array.from({ length: TRACKER_COUNT }, () => {
    const pose = new Float64Array(POSE_SIZE);
    pose[6] = 1;
    return { pose, hasRotation: false, isPositionNew: false, isRotationNew: false };
  });
  const numbers = new Float64Array(6);
  let packet: FeedPacket | null = null;

  const emit = (index: number): void => {
    const tracker = trackers[index];
    tracker.isPositionNew = false;
    tracker.isRotationNew = false;
    if (packet === null) return;
    const sample = addFeedSample(
      packet,
      keys[index],
      names[index],
      index === HEAD ? 'headset' : 'tracker',
      pointOf(index),
    );
    if (sample === null) return;
    sample.pose.set(tracker.pose);
    mirrorUnityPose(sample.pose);
    sample.quality = tracker.hasRotation ? quality.tracked : quality.inferred;
  };

  const addSystemPose = ({ address, values, argumentCount }: OscMessage): void => {
    const { key, name, kind, point } = systemPoses[address];
    if (packet === null || argumentCount < 6) return;
    for (let k = 0; k < 6; k++) {
      const value = values[k];
      if (typeof value !== 'number' || !Number.isFinite(value)) return;
      numbers[k] = value;
    }
    const sample = addFeedSample(packet, key, name, kind, point);
    if (sample === null) return;
    for (let k = 0; k < 3; k++) sample.pose[k] = numbers[k];
    readUnityEuler(sample.pose, numbers[3], numbers[4], numbers[5]);
    mirrorUnityPose(sample.pose);
  };

  const onMessage = (message: OscMessage): void => {
    const { address, values, argumentCount } = message;
    if (Object.hasOwn(systemPoses, address)) {
      addSystemPose(message);
      return;
    }
    const index = trackerOf(address);
    if (index < 0 || argumentCount < 3) return;
    const x = values[0];
    const y = values[1];
    const z = values[2];
    if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return;
    if (!Number.isFinite(x + y + z)) return;
    const tracker = trackers[index];
    if (address.endsWith('/position')) {
      // The last place was never followed by a turn: it counts as it is.
      if (tracker.isPositionNew) emit(index);
      tracker.pose[0] = x;
      tracker.pose[1] = y;
      tracker.pose[2] = z;
      tracker.isPositionNew = true;
    } else if (address.endsWith('/rotation')) {
      readUnityEuler(tracker.pose, x, y, z);
      tracker.hasRotation = true;
      tracker.isRotationNew = true;
    } else return;
    if (tracker.isPositionNew && tracker.isRotationNew) emit(index);
  };

  return {
    protocol: 'vrchat',
    decode(bytes, out) {
      resetFeedPacket(out);
      packet = out;
      const isWhole = readOscPacket(bytes, message, onMessage);
      packet = null;
      return isWhole;
    },
  };
}

function pointOf(index: number): 'head' | null {
  return index === HEAD ? 'head' : null;
}

/** 0..7 for trackers 1..8, 8 for the head, -1 for any other address. */
function trackerOf(address: string): number {
  if (!address.startsWith(PREFIX)) return -1;
  const name = address.slice(PREFIX.length, address.indexOf('/', PREFIX.length));
  if (name === 'head') return HEAD;
  return name.length === 1 && name >= '1' && name <= '8' ? name.charCodeAt(0) - 0x31 : -1;
}
