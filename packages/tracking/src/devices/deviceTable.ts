import { isUsablePose } from '../frame/poseSlice.js';
import { POSE_SIZE, quality, type TrackedPoint } from '../frame/trackedParts.js';
import { type ArrivalMeter, createArrivalMeter, meterArrival, meterSilence } from './arrivalMeter.js';
import type { DeviceKind, FeedPacket, FeedSample } from './feedPacket.js';

/** A tracked thing that a feed has told of. It stays in the list when it is lost: it may come back. */
export interface FeedDevice {
  /** Feed and thing: "dtrack:5000/body/3". The same thing has the same id tomorrow, where its protocol allows it. */
  readonly id: string;
  readonly feed: string;
  /** For people; may change, as names come later than poses. */
  name: string;
  kind: DeviceKind;
  /** Where it sits as its protocol says; null where only calibration can know. */
  suggestedPoint: TrackedPoint | null;
  /** World pose: right-handed, +Y up, metres. 7 numbers; the last known one where it is lost. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  quality: number;
  rateHz: number;
  /** From the measurement, where its sender says when that was, else from its arrival at the bridge. NaN: unknown. */
  latencyMs: number;
  /** When it was last seen, on the page's clock (performance.now()). */
  lastSeenMs: number;
}

/** All devices of all feeds of one source. */
export interface DeviceTable {
  readonly devices: FeedDevice[];
  readonly byId: Map<string, FeedDevice>;
  readonly meters: Map<FeedDevice, ArrivalMeter>;
  /** Rises when a device is new, has another name or another suggested point. */
  revision: number;
}

/** A stranger must not fill our memory with names. */
const MAX_DEVICES = 1024;
/** A device that says nothing for this long is lost. */
const STALE_MS = 250;

export function createDeviceTable(): DeviceTable {
  return { devices: [], byId: new Map(), meters: new Map(), revision: 0 };
}

/** Takes over what a packet says. `ids` caches the names of one feed's devices: joining strings is not for every frame. */
export function applyFeedPacket(
  table: DeviceTable,
  feed: string,
  ids: Map<string, string>,
  packet: FeedPacket,
  latencyMs: number,
  nowMs: number,
): void {
  if (packet.isComplete) loseFeed(table, feed);
  for (let i = 0; i < packet.sampleCount; i++) {
    const sample = packet.samples[i];
    const device = deviceOf(table, feed, ids, sample);
    if (device !== null) applySample(table, device, sample, latencyMs, nowMs);
  }
}

/** Marks what has been silent for too long; call once a frame. */
export function loseStaleDevices(table: DeviceTable, nowMs: number): void {
  for (let i = 0; i < table.devices.length; i++) {
    const device = table.devices[i];
    const silenceMs = nowMs - device.lastSeenMs;
    if (silenceMs > STALE_MS) device.quality = quality.lost;
    const meter = table.meters.get(device);
    if (meter !== undefined) {
      meterSilence(meter, nowMs);
      device.rateHz = meter.rateHz;
    }
  }
}

/** Everything of one feed is lost: it named what it has, or its connection ended. */
export function loseFeed(table: DeviceTable, feed: string): void {
  for (let i = 0; i < table.devices.length; i++) {
    if (table.devices[i].feed === feed) table.devices[i].quality = quality.lost;
  }
}

function applySample(
  table: DeviceTable,
  device: FeedDevice,
  sample: FeedSample,
  latencyMs: number,
  nowMs: number,
): void {
  if (device.name !== sample.name || device.suggestedPoint !== sample.suggestedPoint || device.kind !== sample.kind) {
    device.name = sample.name;
    device.kind = sample.kind;
    device.suggestedPoint = sample.suggestedPoint;
    table.revision++;
  }
  device.lastSeenMs = nowMs;
  const isTracked = sample.quality !== quality.lost && isUsablePose(sample.pose, 0);
  device.quality = isTracked ? sample.quality : quality.lost;
  if (isTracked) copyUnitPose(device.pose, sample.pose);
  const meter = table.meters.get(device);
  if (meter === undefined) return;
  meterArrival(meter, nowMs, latencyMs);
  device.rateHz = meter.rateHz;
  device.latencyMs = meter.latencyMs;
}

function copyUnitPose(out: Float64Array, from: Float64Array): void {
  const length = Math.sqrt(from[3] ** 2 + from[4] ** 2 + from[5] ** 2 + from[6] ** 2);
  for (let k = 0; k < 3; k++) out[k] = from[k];
  for (let k = 3; k < POSE_SIZE; k++) out[k] = from[k] / length;
}

function deviceOf(table: DeviceTable, feed: string, ids: Map<string, string>, sample: FeedSample): FeedDevice | null {
  let id = ids.get(sample.key);
  if (id === undefined) {
    if (ids.size >= MAX_DEVICES) return null;
    id = `${feed}/${sample.key}`;
    ids.set(sample.key, id);
  }
  const known = table.byId.get(id);
  if (known !== undefined) return known;
  if (table.devices.length >= MAX_DEVICES) return null;
  const pose = new Float64Array(POSE_SIZE);
  pose[6] = 1;
  const device: FeedDevice = {
    id,
    feed,
    name: sample.name,
    kind: sample.kind,
    suggestedPoint: sample.suggestedPoint,
    pose,
    quality: quality.lost,
    rateHz: 0,
    latencyMs: Number.NaN,
    lastSeenMs: Number.NEGATIVE_INFINITY,
  };
  table.devices.push(device);
  table.byId.set(id, device);
  table.meters.set(device, createArrivalMeter());
  table.revision++;
  return device;
}
