import { addFeedSample, type FeedPacket, POSE_SIZE, quality, resetFeedPacket, type TrackedPoint } from '@leib/tracking';
import {
  createFlatBuffer,
  type FlatBuffer,
  flatChild,
  flatField,
  flatFloat32,
  flatItem,
  flatLength,
  flatRoot,
  flatString,
  flatUint8,
  readFlatFloats,
} from './flatReader.js';

/** Points by body part. A bone's head is its joint nearer to the headset; trunk joints are at the tails. */
const bonePoints: ReadonlyMap<number, { readonly point: TrackedPoint; readonly isTail: boolean }> = new Map([
  [3, { point: 'chest', isTail: true }],
  [5, { point: 'hips', isTail: true }],
  [8, { point: 'leftKnee', isTail: false }],
  [9, { point: 'rightKnee', isTail: false }],
  [10, { point: 'leftFoot', isTail: false }],
  [11, { point: 'rightFoot', isTail: false }],
  [14, { point: 'leftElbow', isTail: false }],
  [15, { point: 'rightElbow', isTail: false }],
  [18, { point: 'leftHand', isTail: false }],
  [19, { point: 'rightHand', isTail: false }],
]);

const HEAD_PART = 1;
const MAX_NAME = 64;

/** One update while it is read. */
interface Update {
  readonly buffer: FlatBuffer;
  readonly out: FeedPacket;
  /** Body parts with a working tracker on them, by number. */
  readonly isWorn: Uint8Array;
  /** How full the batteries of the devices on body parts are, by number; NaN where that is not said. */
  readonly batteryPercent: Float64Array;
}

/**
 * Reads one message of SlimeVR's server, its first data feed update. True for every valid message, also without poses.
 * Right-handed, +Y up, metres; a person at rest faces -Z, as in WebXR.
 */
export function readSolarXr(bytes: ArrayBuffer, out: FeedPacket): boolean {
  resetFeedPacket(out);
  try {
    const buffer = createFlatBuffer(bytes);
    const messages = flatChild(buffer, flatRoot(buffer), solarXr.messageBundle.dataFeedMessages);
    for (let i = 0; i < flatLength(buffer, messages); i++) {
      const header = flatItem(buffer, messages, i);
      const type = flatUint8(buffer, header, solarXr.dataFeedMessageHeader.messageType);
      if (type !== solarXr.messageType.dataFeedUpdate) continue;
      const update = flatChild(buffer, header, solarXr.dataFeedMessageHeader.message);
      if (update !== 0)
        readUpdate(
          { buffer, out, isWorn: new Uint8Array(256), batteryPercent: new Float64Array(256).fill(Number.NaN) },
          update,
        );
      return true;
    }
    return true;
  } catch {
    // Reading past the end throws: the message is cut off or not a FlatBuffer.
    resetFeedPacket(out);
    return false;
  }
}

function readUpdate(reading: Update, update: number): void {
  const { buffer, out } = reading;
  out.isComplete = true;
  const devices = flatChild(buffer, update, solarXr.dataFeedUpdate.devices);
  for (let i = 0; i < flatLength(buffer, devices); i++) {
    const device = flatItem(buffer, devices, i);
    const trackers = flatChild(buffer, device, solarXr.deviceData.trackers);
    readTrackers(reading, trackers, 'tracker', batteryOf(buffer, device));
  }
  readTrackers(reading, flatChild(buffer, update, solarXr.dataFeedUpdate.syntheticTrackers), 'computed', Number.NaN);
  readBones(reading, flatChild(buffer, update, solarXr.dataFeedUpdate.bones));
}

/** Per cent; NaN where a device does not say it. */
function batteryOf(buffer: FlatBuffer, device: number): number {
  const status = flatChild(buffer, device, solarXr.deviceData.hardwareStatus);
  const at = status === 0 ? 0 : flatField(buffer, status, solarXr.hardwareStatus.batteryPercent);
  return at === 0 ? Number.NaN : Math.min(100, buffer.view.getUint8(at));
}

function readTrackers(
  { buffer, out, isWorn, batteryPercent }: Update,
  vector: number,
  group: 'tracker' | 'computed',
  devicePercent: number,
): void {
  const { trackerData, trackerInfo, trackerId } = solarXr;
  for (let i = 0; i < flatLength(buffer, vector); i++) {
    const tracker = flatItem(buffer, vector, i);
    const info = flatChild(buffer, tracker, trackerData.info);
    const part = info === 0 ? 0 : flatUint8(buffer, info, trackerInfo.bodyPart);
    const trackerQuality = qualityOf(flatUint8(buffer, tracker, trackerData.status));
    if (group === 'tracker') batteryPercent[part] = devicePercent;
    if (group === 'tracker' && trackerQuality === quality.tracked) isWorn[part] = 1;
    // IMUs have no position; the bones contain what they measure.
    const pose = new Float64Array(POSE_SIZE);
    if (!readFlatFloats(buffer, tracker, trackerData.position, 3, pose, 0)) continue;
    const hasRotation =
      readFlatFloats(buffer, tracker, trackerData.rotationReferenceAdjusted, 4, pose, 3) ||
      readFlatFloats(buffer, tracker, trackerData.rotation, 4, pose, 3);
    if (!hasRotation) continue;
    const id = flatChild(buffer, tracker, trackerData.trackerId);
    const device = id === 0 ? 0 : flatField(buffer, id, trackerId.deviceId);
    const number = id === 0 ? i : flatUint8(buffer, id, trackerId.trackerNumber);
    const key = device === 0 ? `${group}/${number}` : `${group}/${buffer.view.getUint8(device)}/${number}`;
    const isHead = part === HEAD_PART && group === 'tracker';
    const sample = addFeedSample(
      out,
      key,
      nameOf(buffer, info, part, key),
      isHead ? 'headset' : 'tracker',
      isHead ? 'head' : null,
    );
    if (sample === null) return;
    sample.pose.set(pose);
    sample.quality = trackerQuality;
    sample.batteryPercent = devicePercent;
  }
}

function readBones({ buffer, out, isWorn, batteryPercent }: Update, vector: number): void {
  const { bone: slots } = solarXr;
  for (let i = 0; i < flatLength(buffer, vector); i++) {
    const bone = flatItem(buffer, vector, i);
    const part = flatUint8(buffer, bone, slots.bodyPart);
    const joint = bonePoints.get(part);
    if (joint === undefined) continue;
    const pose = new Float64Array(POSE_SIZE);
    if (!readFlatFloats(buffer, bone, slots.headPosition, 3, pose, 0)) continue;
    if (!readFlatFloats(buffer, bone, slots.rotation, 4, pose, 3)) continue;
    if (joint.isTail) moveToTail(pose, flatFloat32(buffer, bone, slots.length));
    const sample = addFeedSample(out, `bone/${part}`, solarXrBodyParts[part], 'bone', joint.point);
    if (sample === null) return;
    sample.pose.set(pose);
    sample.batteryPercent = batteryPercent[part];
    sample.quality = isWorn[part] === 1 ? quality.tracked : quality.inferred;
  }
}

/** A bone points along its own -Y: pose.position += rotation . (0, -length, 0). */
function moveToTail(pose: Float64Array, length: number): void {
  const x = pose[3];
  const y = pose[4];
  const z = pose[5];
  const w = pose[6];
  pose[0] -= length * 2 * (x * y - w * z);
  pose[1] -= length * (1 - 2 * (x * x + z * z));
  pose[2] -= length * 2 * (y * z + w * x);
}

function qualityOf(status: number): number {
  const { ok, busy, occluded } = solarXr.trackerStatus;
  if (status === ok) return quality.tracked;
  return status === busy || status === occluded ? quality.inferred : quality.lost;
}

function nameOf(buffer: FlatBuffer, info: number, part: number, key: string): string {
  const { customName, displayName } = solarXr.trackerInfo;
  const name = info === 0 ? '' : flatString(buffer, info, customName, MAX_NAME);
  if (name !== '') return name;
  const shown = info === 0 ? '' : flatString(buffer, info, displayName, MAX_NAME);
  return shown !== '' ? shown : (solarXrBodyParts[part] ?? key);
}

/**
 * The part of SolarXR (github.com/SlimeVR/SolarXR-Protocol, schema/) that SlimeVR's server sends to programs that request
 * a data feed. A field's number is its position in the schema's table; a union takes two, its type and itself. This is
 * the layout of schema/data_feed/tracker.fbs; the draft beside it (tracker_data.fbs) numbers a tracker's fields
 * differently and begins with a greeting.
 */
export const SOLARXR_IDENTIFIER = 'SXMB';

export const solarXr = {
  messageBundle: { dataFeedMessages: 0 },
  dataFeedMessageHeader: { messageType: 0, message: 1 },
  /** Of the union DataFeedMessage. */
  messageType: { pollDataFeed: 1, startDataFeed: 2, dataFeedUpdate: 3 },
  startDataFeed: { dataFeeds: 0 },
  dataFeedConfig: { minimumTimeSinceLast: 0, dataMask: 1, syntheticTrackersMask: 2, boneMask: 3 },
  deviceDataMask: { trackerData: 0, deviceData: 1 },
  trackerDataMask: { info: 0, status: 1, rotation: 2, position: 3, rotationReferenceAdjusted: 8 },
  dataFeedUpdate: { devices: 0, syntheticTrackers: 1, bones: 2 },
  deviceData: { customName: 1, hardwareStatus: 3, trackers: 4 },
  hardwareStatus: { batteryPercent: 6 },
  trackerData: { trackerId: 0, info: 1, status: 2, rotation: 3, position: 4, rotationReferenceAdjusted: 9 },
  trackerId: { deviceId: 0, trackerNumber: 1 },
  trackerInfo: { bodyPart: 1, displayName: 7, customName: 8 },
  bone: { bodyPart: 0, rotation: 1, length: 2, headPosition: 3 },
  trackerStatus: { ok: 2, busy: 3, occluded: 5 },
} as const;

/** Body parts by number, as SolarXR numbers them. */
const solarXrBodyParts: Readonly<Record<number, string>> = {
  1: 'head',
  2: 'neck',
  3: 'chest',
  4: 'waist',
  5: 'hip',
  6: 'left upper leg',
  7: 'right upper leg',
  8: 'left lower leg',
  9: 'right lower leg',
  10: 'left foot',
  11: 'right foot',
  14: 'left lower arm',
  15: 'right lower arm',
  16: 'left upper arm',
  17: 'right upper arm',
  18: 'left hand',
  19: 'right hand',
  20: 'left shoulder',
  21: 'right shoulder',
  22: 'upper chest',
};
