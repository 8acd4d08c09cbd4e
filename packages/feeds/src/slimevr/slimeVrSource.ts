import { createQuat, quat } from '@leib/core';
import { createXrOffsets, type FeedPacket, POSE_SIZE, pointNumber, type TrackedPoint } from '@leib/tracking';

import type { FeedSource } from '../source/feedSource.js';
import { SocketSource, type SocketSourceOptions } from '../source/socketSource.js';
import { readSolarXr } from './readSolarXr.js';
import { encodeStartDataFeed } from './startDataFeed.js';

/** Where SlimeVR's server listens for programs. */
export const SLIMEVR_URL = 'ws://127.0.0.1:21110';
/** Ten milliseconds between updates: the server computes no faster. */
const MINIMUM_MS = 10;

/**
 * SlimeVR's own server, over SolarXR: its headset, its solved trackers and the bones of its skeleton, which are the
 * points. The offsets say how its bones sit on our joints.
 */
export function createSlimeVrSource(url: string = SLIMEVR_URL, options: SocketSourceOptions = {}): FeedSource {
  const protocol = {
    name: 'slimevr',
    greeting: encodeStartDataFeed(MINIMUM_MS),
    read: (data: string | ArrayBuffer, out: FeedPacket) => typeof data !== 'string' && readSolarXr(data, out),
  };
  const source = new SocketSource(url, protocol, { label: 'SlimeVR', ...options });
  source.offsets.set(slimeVrOffsets());
  return source;
}

/**
 * At identity a bone of SlimeVR hangs down (-Y) on a person who faces -Z; feet, which point ahead, are turned up by a
 * quarter about X. So with the joint's rotation J of that same person, bone = J . offset gives offset = J^-1 . bone.
 */
function slimeVrOffsets(): Float64Array {
  const offsets = createXrOffsets();
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
    // A T-pose's arms come down by a quarter turn about Z, left and right the other way round.
    const down = quat.setAxisAngle(createQuat(), [0, 0, 1], side === 'left' ? -Math.PI / 2 : Math.PI / 2);
    const hanging = quat.multiply(createQuat(), facingBack, down);
    set(`${side}Elbow`, hanging, identity);
    set(`${side}Hand`, hanging, identity);
  }
  return offsets;
}
