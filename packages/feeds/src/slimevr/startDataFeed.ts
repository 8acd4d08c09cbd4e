import { createQuat, quat } from '@leib/core';
import { createTrackerOffsets, type FeedPacket, POSE_SIZE, pointNumber, type TrackedPoint } from '@leib/tracking';
import type { FeedSource } from '../source/feedSource.js';
import { SocketSource, type SocketSourceOptions } from '../source/socketSource.js';
import { createFlatWriter, finishFlat, pointTo, writeFlatTable, writeFlatVector } from './flatReader.js';
import { readSolarXr, SOLARXR_IDENTIFIER, solarXr } from './readSolarXr.js';

/** The request for trackers and bones, at most every `minimumMs` milliseconds. */
export function encodeStartDataFeed(minimumMs: number): Uint8Array<ArrayBuffer> {
  const writer = createFlatWriter(512, SOLARXR_IDENTIFIER);
  const offset = (slot: number) => ({ slot, type: 'offset' }) as const;
  const place = (places: Map<number, number>, slot: number) => places.get(slot) as number;

  const bundle = writeFlatTable(writer, [offset(solarXr.messageBundle.dataFeedMessages)]);
  pointTo(writer, 0, place(bundle, -1));
  const messages = writeFlatVector(writer, 1);
  pointTo(writer, place(bundle, solarXr.messageBundle.dataFeedMessages), messages.at);

  const { messageType, message } = solarXr.dataFeedMessageHeader;
  const header = writeFlatTable(writer, [
    { slot: messageType, type: 'uint8', value: solarXr.messageType.startDataFeed },
    offset(message),
  ]);
  pointTo(writer, messages.entries[0], place(header, -1));
  const start = writeFlatTable(writer, [offset(solarXr.startDataFeed.dataFeeds)]);
  pointTo(writer, place(header, message), place(start, -1));
  const feeds = writeFlatVector(writer, 1);
  pointTo(writer, place(start, solarXr.startDataFeed.dataFeeds), feeds.at);

  const config = writeFlatTable(writer, [
    { slot: solarXr.dataFeedConfig.minimumTimeSinceLast, type: 'uint16', value: minimumMs },
    offset(solarXr.dataFeedConfig.dataMask),
    offset(solarXr.dataFeedConfig.syntheticTrackersMask),
    { slot: solarXr.dataFeedConfig.boneMask, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, feeds.entries[0], place(config, -1));
  const devices = writeFlatTable(writer, [
    offset(solarXr.deviceDataMask.trackerData),
    { slot: solarXr.deviceDataMask.deviceData, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, place(config, solarXr.dataFeedConfig.dataMask), place(devices, -1));
  const trackers = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(devices, solarXr.deviceDataMask.trackerData), place(trackers, -1));
  const synthetic = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(config, solarXr.dataFeedConfig.syntheticTrackersMask), place(synthetic, -1));
  return finishFlat(writer);
}

/** Default address of SlimeVR's server. */
const SLIMEVR_URL = 'ws://127.0.0.1:21110';
/** Least time between updates; the server is not faster. */
const MINIMUM_MS = 10;

/**
 * SlimeVR's server over SolarXR: its headset, its computed trackers, and the bones of its skeleton as tracked points.
 * `offsets` holds the poses of its bones on our joints.
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
