import { createQuat, quat } from '@leib/core';
import { createTrackerOffsets, type FeedPacket, POSE_SIZE, pointNumber, type TrackedPoint } from '@leib/tracking';
import type { FeedSource } from '../source/feedSource.js';
import { SocketSource, type SocketSourceOptions } from '../source/socketSource.js';
import { readSolarXr } from './readSolarXr.js';

/**
 * The request for trackers and bones, at most every 10 ms (the server is not faster), as a FlatBuffer of SolarXR's schema:
 * it is always the same. flatWriter.testing.ts writes it field by field; a test compares the two.
 */
const startDataFeed =
  'EAAAAFNYTUIGAAgABAAAAAgAAAAEAAAAAQAAAAwAAAAIAAwABAAIAAgAAAACAAAADAAAAAYACAAEAAAACAAAAAQAAAABAAAAEAAAAAwAEQAEAAgADAAQAAwAAAAKAAAAFAAAAFAAAAABAAgACQAEAAgAAAAKAAAAHAAAAAEAFgAJAAQABQAGAAcAAAAAAAAAAAAIABYAAAABAQEBAQAWAAkABAAFAAYABwAAAAAAAAAAAAgAFgAAAAEBAQEBAAAA';
export const startDataFeedRequest: Uint8Array<ArrayBuffer> = Uint8Array.from(atob(startDataFeed), (letter) =>
  letter.charCodeAt(0),
);

/** Default address of SlimeVR's server. */
const SLIMEVR_URL = 'ws://127.0.0.1:21110';

/**
 * SlimeVR's server over SolarXR: its headset, its computed trackers, and the bones of its skeleton as tracked points.
 * `offsets` holds the poses of its bones on our joints.
 */
export function createSlimeVrSource(url: string = SLIMEVR_URL, options: SocketSourceOptions = {}): FeedSource {
  const protocol = {
    name: 'slimevr',
    greeting: startDataFeedRequest,
    read: (data: string | ArrayBuffer, out: FeedPacket) => typeof data !== 'string' && readSolarXr(data, out),
  };
  const source = new SocketSource(url, protocol, { label: 'SlimeVR', ...options });
  source.offsets.set(slimeVrOffsets());
  return source;
}

/**
 * At identity a bone of SlimeVR points down (-Y) on a person who faces -Z; feet, which point ahead, are turned by a
 * quarter about X. With the joint's rotation J of the same person, bone = J . offset, so offset = J^-1 . bone.
 */
function slimeVrOffsets(): Float64Array {
  // The head's point is the joint already (DeviceSource).
  const offsets = createTrackerOffsets();
  const facingBack = createQuat(0, 1, 0, 0);
  const set = (point: TrackedPoint, joint: ReturnType<typeof createQuat>, bone: ReturnType<typeof createQuat>) => {
    const at = pointNumber[point] * POSE_SIZE;
    const offset = quat.multiply(createQuat(), quat.invert(createQuat(), joint), bone);
    offsets.set([0, 0, 0, ...offset], at);
  };
  const identity = createQuat();
  for (const point of ['hips', 'chest', 'leftKnee', 'rightKnee'] as const) set(point, facingBack, identity);
  const ahead = quat.setAxisAngle(createQuat(), [1, 0, 0], Math.PI / 2);
  for (const point of ['leftFoot', 'rightFoot'] as const) set(point, facingBack, ahead);
  for (const side of ['left', 'right'] as const) {
    // From the T-pose to hanging arms: a quarter turn about Z, opposite on both sides.
    const down = quat.setAxisAngle(createQuat(), [0, 0, 1], side === 'left' ? -Math.PI / 2 : Math.PI / 2);
    const hanging = quat.multiply(createQuat(), facingBack, down);
    set(`${side}Elbow`, hanging, identity);
    set(`${side}Hand`, hanging, identity);
  }
  return offsets;
}
