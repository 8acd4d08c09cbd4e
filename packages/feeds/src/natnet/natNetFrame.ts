import {
  type ByteReader,
  readFloat32,
  readFloat64,
  readInt16,
  readInt32,
  readUint64,
  skipBytes,
  skipCString,
} from './byteReader.js';

/** A rigid body of a frame: metres, unit quaternion x y z w, Motive's axes. */
export interface NatNetRigidBody {
  id: number;
  readonly pose: Float64Array;
  /** Metres; NaN before version 2. */
  meanError: number;
  isTracked: boolean;
}

/** Rigid bodies and times of one FRAMEOFDATA message. */
export interface NatNetFrame {
  frameNumber: number;
  rigidBodyCount: number;
  readonly rigidBodies: NatNetRigidBody[];
  /** Motive's clock since its start. */
  timestampSeconds: number;
  /** Ticks of the server's clock; 0 before version 3. */
  midExposureTicks: number;
  transmitTicks: number;
  /** The list of tracked models has changed since the last frame; request the names again. */
  hasModelsChanged: boolean;
}

/** 4.1 is 401, 2.11 is 211: versions compare as numbers. */
export type NatNetVersion = number;

const MAX_COUNT = 10_000;
const EOD_SIZE = 4;

export function createNatNetFrame(): NatNetFrame {
  return {
    frameNumber: -1,
    rigidBodyCount: 0,
    rigidBodies: [],
    timestampSeconds: Number.NaN,
    midExposureTicks: 0,
    transmitTicks: 0,
    hasModelsChanged: false,
  };
}

/**
 * Reads a FRAMEOFDATA payload of a version from 2.0 to 4.x (NatNet SDK, the depacketization sample). Returns 'exact' when
 * it ends at the closing tag of the message, 'tagless' when it ends with the message itself, 'bodies' when only the rigid
 * bodies could be read (a later version adds sections behind them), 'no' when they could not be read.
 */
export function parseNatNetFrame(
  reader: ByteReader,
  version: NatNetVersion,
  out: NatNetFrame,
): 'exact' | 'tagless' | 'bodies' | 'no' {
  out.rigidBodyCount = 0;
  out.timestampSeconds = Number.NaN;
  out.midExposureTicks = 0;
  out.transmitTicks = 0;
  out.hasModelsChanged = false;
  out.frameNumber = readInt32(reader);
  skipMarkerSets(reader, version);
  skipBytes(reader, readCount(reader, version) * 12);
  const bodyCount = readCount(reader, version);
  for (let i = 0; i < bodyCount && !reader.isShort; i++) readRigidBody(reader, version, bodyAt(out, i));
  if (reader.isShort || !arePlausible(out, bodyCount)) return 'no';
  out.rigidBodyCount = bodyCount;
  if (version >= 201) skipSkeletons(reader, version);
  if (version >= 401) skipAssets(reader, version);
  if (version >= 203) skipBytes(reader, readCount(reader, version) * labelledMarkerSize(version));
  if (version >= 209) skipChannels(reader, version);
  if (version >= 211) skipChannels(reader, version);
  readSuffix(reader, version, out);
  const left = reader.end - reader.at;
  if (reader.isShort || (left !== 0 && left !== EOD_SIZE)) return 'bodies';
  return left === 0 ? 'tagless' : 'exact';
}

/** A count, and from 4.1 on the section's size in bytes. An implausible count counts as the end of the data. */
function readCount(reader: ByteReader, version: NatNetVersion): number {
  const count = readInt32(reader);
  if (version >= 401) readInt32(reader);
  if (count >= 0 && count <= MAX_COUNT) return count;
  reader.isShort = true;
  return 0;
}

/** A count without a size behind it. */
function readInnerCount(reader: ByteReader): number {
  const count = readInt32(reader);
  if (count >= 0 && count <= MAX_COUNT) return count;
  reader.isShort = true;
  return 0;
}

function skipMarkerSets(reader: ByteReader, version: NatNetVersion): void {
  const count = readCount(reader, version);
  for (let i = 0; i < count && !reader.isShort; i++) {
    skipCString(reader);
    skipBytes(reader, readInnerCount(reader) * 12);
  }
}

function readRigidBody(reader: ByteReader, version: NatNetVersion, out: NatNetRigidBody): void {
  out.id = readInt32(reader);
  for (let k = 0; k < 7; k++) out.pose[k] = readFloat32(reader);
  if (version < 300) {
    // Positions, and from 2.0 on ids and sizes; later these moved into the descriptions.
    const markerCount = readInnerCount(reader);
    skipBytes(reader, markerCount * (version >= 200 ? 20 : 12));
  }
  out.meanError = version >= 200 ? readFloat32(reader) : Number.NaN;
  // Before 2.6 a body that is not tracked is at the origin.
  out.isTracked =
    version >= 206 ? (readInt16(reader) & 1) !== 0 : out.pose[0] !== 0 || out.pose[1] !== 0 || out.pose[2] !== 0;
}

function skipSkeletons(reader: ByteReader, version: NatNetVersion): void {
  const count = readCount(reader, version);
  for (let i = 0; i < count && !reader.isShort; i++) {
    skipBytes(reader, 4);
    const bones = readInnerCount(reader);
    for (let bone = 0; bone < bones && !reader.isShort; bone++) readRigidBody(reader, version, skipped);
  }
}

function skipAssets(reader: ByteReader, version: NatNetVersion): void {
  const count = readCount(reader, version);
  for (let i = 0; i < count && !reader.isShort; i++) {
    skipBytes(reader, 4);
    skipBytes(reader, readInnerCount(reader) * 38);
    skipBytes(reader, readInnerCount(reader) * 26);
  }
}

function labelledMarkerSize(version: NatNetVersion): number {
  return 20 + (version >= 206 ? 2 : 0) + (version >= 300 ? 4 : 0);
}

/** Force plates and devices have the same layout: id, channels, values of each. */
function skipChannels(reader: ByteReader, version: NatNetVersion): void {
  const count = readCount(reader, version);
  for (let i = 0; i < count && !reader.isShort; i++) {
    skipBytes(reader, 4);
    const channels = readInnerCount(reader);
    for (let channel = 0; channel < channels && !reader.isShort; channel++) {
      skipBytes(reader, readInnerCount(reader) * 4);
    }
  }
}

function readSuffix(reader: ByteReader, version: NatNetVersion, out: NatNetFrame): void {
  // Software latency (until 3.0), then the timecode and its subframe.
  skipBytes(reader, (version < 300 ? 4 : 0) + 8);
  const timestamp = version >= 207 ? readFloat64(reader) : readFloat32(reader);
  if (version >= 300) {
    out.midExposureTicks = readUint64(reader);
    skipBytes(reader, 8);
    out.transmitTicks = readUint64(reader);
  }
  if (version >= 401) skipBytes(reader, 8);
  out.hasModelsChanged = (readInt16(reader) & 2) !== 0;
  if (!reader.isShort) out.timestampSeconds = timestamp;
}

/** With a wrong version floats are noise: checks that positions are below 10 km and quaternions have unit length. */
function arePlausible({ rigidBodies }: NatNetFrame, count: number): boolean {
  for (let i = 0; i < count; i++) {
    const { pose, isTracked } = rigidBodies[i];
    if (!isTracked) continue;
    const lengthSq = pose[3] ** 2 + pose[4] ** 2 + pose[5] ** 2 + pose[6] ** 2;
    const reach = Math.abs(pose[0]) + Math.abs(pose[1]) + Math.abs(pose[2]);
    if (!(reach < 1e4 && lengthSq > 0.9 && lengthSq < 1.1)) return false;
  }
  return true;
}

function bodyAt({ rigidBodies }: NatNetFrame, index: number): NatNetRigidBody {
  if (index === rigidBodies.length) rigidBodies.push(createRigidBody());
  return rigidBodies[index];
}

function createRigidBody(): NatNetRigidBody {
  return { id: 0, pose: new Float64Array(7), meanError: Number.NaN, isTracked: false };
}

const skipped = createRigidBody();
