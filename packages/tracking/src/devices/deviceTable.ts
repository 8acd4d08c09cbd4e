import { isUsablePose } from '../frame/poseSlice.js';
import { POSE_SIZE, quality, type TrackedPoint } from '../frame/trackedParts.js';
import { type ArrivalMeter, createArrivalMeter, meterArrival, meterSilence } from './arrivalMeter.js';
import type { DeviceKind, FeedPacket, FeedSample } from './feedPacket.js';
import { type FeedSender, isKnownSender } from './feedSender.js';

/**
 * A tracked thing that a feed has told of. It stays in the list when it is lost, since it may come back, unless it was
 * seen only a few times or the list is full.
 */
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
  /** How full its battery is; absent or NaN where its protocol does not say. */
  batteryPercent?: number;
}

/** What the table keeps of a device beside what it shows. */
interface DeviceRecord {
  readonly meter: ArrivalMeter;
  /** The sender whose packets are used for this device. */
  sender: FeedSender;
  /** Samples so far. */
  seen: number;
}

/** All devices of all feeds of one source. */
export interface DeviceTable {
  readonly devices: FeedDevice[];
  readonly byId: Map<string, FeedDevice>;
  /** Absent for devices that are not fed by packets. */
  readonly records: Map<FeedDevice, DeviceRecord>;
  /** Senders that have devices. */
  readonly senders: Set<FeedSender>;
  /** Rises when a device is new or gone, or has another name or another suggested point. */
  revision: number;
}

/** Most devices of a table: a stranger must not fill the memory with names. */
const MAX_DEVICES = 1024;
/** A device that says nothing for this long is lost. */
const STALE_MS = 250;
/** A silent device of this age gives way to a new one when the table is full. */
const REPLACEABLE_MS = 2000;
/** A device with fewer samples than this is forgotten after a silence of FORGET_MS: it was a mistake or a forgery. */
const LASTING_SAMPLES = 5;
const FORGET_MS = 10_000;

export function createDeviceTable(): DeviceTable {
  return { devices: [], byId: new Map(), records: new Map(), senders: new Set(), revision: 0 };
}

/**
 * Takes over what a packet of a sender says. A device belongs to the sender that it came from first, as long as that sender
 * is known; samples of others are ignored. Returns how many were.
 */
export function applyFeedPacket(
  table: DeviceTable,
  sender: FeedSender,
  packet: FeedPacket,
  latencyMs: number,
  nowMs: number,
): number {
  if (packet.isComplete) loseDevicesOf(table, sender);
  let ignored = 0;
  for (let i = 0; i < packet.sampleCount; i++) {
    const sample = packet.samples[i];
    const device = deviceOf(table, sender, sample, nowMs);
    if (device === null) ignored++;
    else applySample(table, device, sample, latencyMs, nowMs);
  }
  return ignored;
}

/** Marks what has been silent for too long and forgets what was hardly ever seen; call once a frame. */
export function loseStaleDevices(table: DeviceTable, nowMs: number): void {
  for (let i = table.devices.length - 1; i >= 0; i--) {
    const device = table.devices[i];
    const silenceMs = nowMs - device.lastSeenMs;
    if (silenceMs > STALE_MS) device.quality = quality.lost;
    const record = table.records.get(device);
    if (record === undefined) continue;
    meterSilence(record.meter, nowMs);
    device.rateHz = record.meter.rateHz;
    if (record.seen < LASTING_SAMPLES && silenceMs > FORGET_MS) removeDevice(table, i);
  }
}

/** Everything of one sender is lost: its packet names what it has. */
function loseDevicesOf(table: DeviceTable, sender: FeedSender): void {
  for (let i = 0; i < table.devices.length; i++) {
    const device = table.devices[i];
    if (table.records.get(device)?.sender === sender) device.quality = quality.lost;
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
  device.batteryPercent = sample.batteryPercent;
  const isTracked = sample.quality !== quality.lost && isUsablePose(sample.pose, 0);
  device.quality = isTracked ? sample.quality : quality.lost;
  if (isTracked) copyUnitPose(device.pose, sample.pose);
  const record = table.records.get(device);
  if (record === undefined) return;
  const { meter } = record;
  record.seen++;
  meterArrival(meter, nowMs, latencyMs);
  device.rateHz = meter.rateHz;
  device.latencyMs = meter.latencyMs;
}

function copyUnitPose(out: Float64Array, from: Float64Array): void {
  const length = Math.sqrt(from[3] ** 2 + from[4] ** 2 + from[5] ** 2 + from[6] ** 2);
  for (let k = 0; k < 3; k++) out[k] = from[k];
  for (let k = 3; k < POSE_SIZE; k++) out[k] = from[k] / length;
}

/** The device of a sample; null when it belongs to another sender that is known, or when there is no room. */
function deviceOf(table: DeviceTable, sender: FeedSender, sample: FeedSample, nowMs: number): FeedDevice | null {
  const id = idOf(sender, sample.key);
  const device = table.byId.get(id);
  if (device === undefined) return makeRoom(table, sender, nowMs) ? addDevice(table, sender, id, sample) : null;
  const record = table.records.get(device);
  if (record === undefined || record.sender === sender) return device;
  if (isKnownSender(record.sender, nowMs)) return null;
  takeDevice(table, record.sender);
  record.sender = sender;
  giveDevice(table, sender);
  return device;
}

function idOf({ feed, ids }: FeedSender, key: string): string {
  const known = ids.get(key);
  if (known !== undefined) return known;
  if (ids.size >= MAX_DEVICES) ids.clear();
  const id = `${feed}/${key}`;
  ids.set(key, id);
  return id;
}

/**
 * Makes room for one more device of a sender. In a full table the device that has been silent longest gives way, else the
 * newest device of the sender that has most, if that has more than this one: a sender that floods the table displaces
 * only devices of its own.
 */
function makeRoom(table: DeviceTable, sender: FeedSender, nowMs: number): boolean {
  const { devices, records } = table;
  if (devices.length < MAX_DEVICES) return true;
  let place = -1;
  let lastSeenMs = nowMs - REPLACEABLE_MS;
  for (let i = 0; i < devices.length; i++) {
    if (devices[i].lastSeenMs >= lastSeenMs) continue;
    lastSeenMs = devices[i].lastSeenMs;
    place = i;
  }
  if (place < 0) {
    let richest = sender;
    for (const other of table.senders) if (other.deviceCount > richest.deviceCount + 1) richest = other;
    if (richest === sender) return false;
    place = devices.findLastIndex((device) => records.get(device)?.sender === richest);
  }
  removeDevice(table, place);
  return true;
}

function giveDevice(table: DeviceTable, sender: FeedSender): void {
  sender.deviceCount++;
  table.senders.add(sender);
}

function takeDevice(table: DeviceTable, sender: FeedSender): void {
  sender.deviceCount--;
  if (sender.deviceCount === 0) table.senders.delete(sender);
}

function removeDevice(table: DeviceTable, index: number): void {
  const [device] = table.devices.splice(index, 1);
  const record = table.records.get(device);
  if (record !== undefined) takeDevice(table, record.sender);
  table.records.delete(device);
  table.byId.delete(device.id);
  table.revision++;
}

function addDevice(table: DeviceTable, sender: FeedSender, id: string, sample: FeedSample): FeedDevice {
  const pose = new Float64Array(POSE_SIZE);
  pose[6] = 1;
  const device: FeedDevice = {
    id,
    feed: sender.feed,
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
  table.records.set(device, { meter: createArrivalMeter(), sender, seen: 0 });
  giveDevice(table, sender);
  table.revision++;
  return device;
}
