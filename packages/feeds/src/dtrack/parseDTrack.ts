import { createQuat, quat } from '@leib/core';
import { type ByteCursor, readBlock, readName, readNumber } from './byteCursor.js';
import {
  type DTrackBody,
  type DTrackFrame,
  MAX_AXES,
  MAX_FINGERS,
  type Pool,
  resetDTrackFrame,
  takeFromPool,
} from './dtrackFrame.js';

const CR = 0x0d;
const LF = 0x0a;
const MM = 1e-3;
const DEG = Math.PI / 180;
/** Most items on one line; the SDK stops at 200 joints. */
const MAX_ITEMS = 256;

/** The lines of the grammar, the frequent ones first. */
const lineNames = [
  'fr',
  'ts2',
  'ts',
  '6dcal',
  '6d',
  '6df2',
  '3d',
  'gl',
  'glcal',
  '6dj',
  '6di',
  '6dcov',
  '6df',
  '6dmt',
  '6dmt2',
  '6dmtr',
  'st',
] as const;

/** A place in a packet, and the blocks that were read last. */
interface PacketReader extends ByteCursor {
  /** [id quality ...], [x y z ...] and the rotation matrix of an item, and a block of further numbers. */
  readonly head: Float64Array;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly more: Float64Array;
}

/** Scratch of parseDTrack(), which hands it to the functions below. */
const reader: PacketReader = {
  bytes: new Uint8Array(0),
  at: 0,
  end: 0,
  notNumbers: 0,
  head: new Float64Array(8),
  position: new Float64Array(6),
  rotation: new Float64Array(9),
  more: new Float64Array(24),
};

/**
 * Reads one datagram (ARTtrack's DTrack output, user manual, Technical Appendix B; DTrackSDK 2.9). False when it does not
 * begin with a frame counter, as every DTrack packet does. A damaged line is counted and left out from where it is damaged,
 * a body with "nan" costs only itself, bodies with one id are lost; unknown lines and surplus values are ignored, since
 * later versions may send more.
 */
export function parseDTrack(bytes: Uint8Array, out: DTrackFrame): boolean {
  resetDTrackFrame(out);
  reader.bytes = bytes;
  const nul = bytes.indexOf(0);
  const end = nul < 0 ? bytes.length : nul;
  let oldItems = 0;
  for (let start = 0, line = 0; start < end; line++) {
    let stop = start;
    while (stop < end && bytes[stop] !== CR && bytes[stop] !== LF) stop++;
    reader.at = start;
    reader.end = stop;
    const name = readName(reader, lineNames);
    if (line === 0) {
      const frameNumber = name === 'fr' ? readNumber(reader) : Number.NaN;
      if (!(frameNumber >= 0)) return false;
      out.frameNumber = frameNumber;
    } else if (name === '6df' || name === '6dmt') {
      const pool = name === '6df' ? out.flysticks : out.tools;
      const before = pool.count;
      if (!readLine(reader, name, out)) out.damagedLines++;
      oldItems += pool.count - before;
    } else if (!readLine(reader, name, out)) {
      out.damagedLines++;
    }
    start = stop;
    while (start < end && (bytes[start] === CR || bytes[start] === LF)) start++;
  }
  loseDoubles(out.bodies, out.doubledIds);
  loseDoubles(out.inertialBodies, out.doubledIds);
  if (out.calibratedBodyCount >= 0) out.calibratedBodyCount = Math.max(0, out.calibratedBodyCount - oldItems);
  return out.frameNumber >= 0;
}

/** Bodies of one line with the same id: neither can be trusted. */
function loseDoubles(bodies: Pool<DTrackBody>, doubledIds: number[]): void {
  for (let i = 0; i < bodies.count; i++) {
    const body = bodies.items[i];
    for (let k = 0; k < i; k++) {
      const other = bodies.items[k];
      if (other.id !== body.id) continue;
      body.isTracked = other.isTracked = false;
      if (!doubledIds.includes(body.id)) doubledIds.push(body.id);
    }
  }
}

/** Whether the line could be read; true for unknown lines. */
function readLine(reader: PacketReader, name: string, out: DTrackFrame): boolean {
  switch (name) {
    case 'ts':
      out.timeOfDaySeconds = readNumber(reader);
      return !Number.isNaN(out.timeOfDaySeconds);
    case 'ts2':
      return readTs2(reader, out);
    case '6dcal':
      out.calibratedBodyCount = readCount(reader);
      return out.calibratedBodyCount >= 0;
    case 'glcal':
      out.calibratedHandCount = readCount(reader);
      return out.calibratedHandCount >= 0;
    case '6d':
      return readItems(reader, out, out.bodies, 1, readBody);
    case '6di':
      return readItems(reader, out, out.inertialBodies, 1, readInertialBody);
    case '6dcov':
      return readItems(reader, out, out.covariances, 1, readCovariance);
    case '6df':
      return readItems(reader, out, out.flysticks, 1, readOldFlystick);
    case '6df2':
      return readItems(reader, out, out.flysticks, 2, readFlystick);
    case '6dmt':
      return readItems(reader, out, out.tools, 1, readOldTool);
    case '6dmt2':
      return readItems(reader, out, out.tools, 2, readTool);
    case '6dmtr':
      return readItems(reader, out, out.toolReferences, 2, readBody);
    case '3d':
      return readItems(reader, out, out.markers, 1, readMarker);
    case 'gl':
      return readItems(reader, out, out.hands, 1, readHand);
    case '6dj':
      return readHumans(reader, out);
    case 'st':
      return readStatus(reader, out);
    default:
      out.unknownLines++;
      return true;
  }
}

/**
 * `countsBefore` numbers, the last of which is the number of items. An item with an entry that is no number is left out; one
 * without all its blocks ends the line.
 */
function readItems<Item>(
  reader: PacketReader,
  out: DTrackFrame,
  pool: Pool<Item>,
  countsBefore: 1 | 2,
  readItem: (reader: PacketReader, item: Item) => boolean,
): boolean {
  if (countsBefore === 2 && readCount(reader) < 0) return false;
  const count = readCount(reader);
  for (let i = 0; i < count; i++) {
    reader.notNumbers = 0;
    const isWhole = readItem(reader, takeFromPool(pool));
    if (isWhole && reader.notNumbers === 0) continue;
    pool.count--;
    if (!isWhole) return false;
    out.damagedItems++;
  }
  return count >= 0;
}

/** A count; -1 when it is missing or not plausible. */
function readCount(reader: PacketReader): number {
  const count = readNumber(reader);
  return Number.isInteger(count) && count >= 0 && count <= MAX_ITEMS ? count : -1;
}

function readTs2(reader: PacketReader, out: DTrackFrame): boolean {
  const seconds = readNumber(reader);
  const micros = readNumber(reader);
  const latencyMicros = readNumber(reader);
  if (Number.isNaN(seconds + micros + latencyMicros)) return false;
  out.epochSeconds = seconds + micros * 1e-6;
  out.latencySeconds = latencyMicros * 1e-6;
  return true;
}

/** [id qu ...]; whether the block has at least so many numbers. */
function readHead(reader: PacketReader, item: { id: number; quality: number }, needed: number): boolean {
  if (readBlock(reader, reader.head) < needed) return false;
  item.id = reader.head[0] | 0;
  item.quality = reader.head[1];
  return true;
}

/** [3 numbers or more][9 numbers] as a pose. A matrix of zeros means that the body is not tracked. */
function readPose(reader: PacketReader, body: DTrackBody): boolean {
  if (readBlock(reader, reader.position) < 3 || readBlock(reader, reader.rotation) < 9) return false;
  const isRotation = readMatrixPose(body.pose, reader.position, reader.rotation, MM);
  body.isTracked = isRotation && body.quality >= 0;
  return true;
}

function readBody(reader: PacketReader, body: DTrackBody): boolean {
  return readHead(reader, body, 2) && readPose(reader, body);
}

function readInertialBody(reader: PacketReader, body: DTrackFrame['inertialBodies']['items'][number]): boolean {
  if (!readHead(reader, body, 3)) return false;
  body.state = body.quality;
  body.drift = reader.head[2] * DEG;
  if (!readPose(reader, body)) return false;
  body.isTracked = body.isTracked && body.state > 0;
  return true;
}

function readCovariance(reader: PacketReader, item: DTrackFrame['covariances']['items'][number]): boolean {
  if (readBlock(reader, reader.head) < 4) return false;
  item.id = reader.head[0] | 0;
  for (let k = 0; k < 3; k++) item.reference[k] = reader.head[1 + k] * MM;
  return readBlock(reader, item.upper) >= 21;
}

function readOldFlystick(reader: PacketReader, stick: DTrackFrame['flysticks']['items'][number]): boolean {
  if (!readHead(reader, stick, 3)) return false;
  const bits = reader.head[2] >>> 0;
  stick.buttonCount = 8;
  stick.buttons = bits & 0x0f;
  stick.axisCount = 2;
  // The first flysticks had a hat: 0x20 left, 0x80 right, 0x40 up, 0x10 down.
  stick.axes[0] = (bits & 0x80 ? 1 : 0) - (bits & 0x20 ? 1 : 0);
  stick.axes[1] = (bits & 0x40 ? 1 : 0) - (bits & 0x10 ? 1 : 0);
  return readPose(reader, stick);
}

function readFlystick(reader: PacketReader, stick: DTrackFrame['flysticks']['items'][number]): boolean {
  if (!readHead(reader, stick, 4)) return false;
  stick.buttonCount = reader.head[2];
  const axisCount = reader.head[3];
  if (!readPose(reader, stick)) return false;
  const words = Math.ceil(stick.buttonCount / 32);
  if (readBlock(reader, reader.more) < words + axisCount) return false;
  stick.buttons = words > 0 ? reader.more[0] >>> 0 : 0;
  stick.axisCount = Math.min(axisCount, MAX_AXES);
  for (let k = 0; k < stick.axisCount; k++) stick.axes[k] = reader.more[words + k];
  return true;
}

function readOldTool(reader: PacketReader, tool: DTrackFrame['tools']['items'][number]): boolean {
  if (!readHead(reader, tool, 3)) return false;
  tool.buttonCount = 8;
  tool.buttons = reader.head[2] >>> 0;
  tool.tipRadius = Number.NaN;
  tool.covariance.fill(Number.NaN);
  return readPose(reader, tool);
}

function readTool(reader: PacketReader, tool: DTrackFrame['tools']['items'][number]): boolean {
  if (!readHead(reader, tool, 4)) return false;
  tool.buttonCount = reader.head[2];
  tool.tipRadius = reader.head[3] * MM;
  if (!readPose(reader, tool)) return false;
  const words = Math.ceil(tool.buttonCount / 32);
  if (readBlock(reader, reader.more) < words) return false;
  tool.buttons = words > 0 ? reader.more[0] >>> 0 : 0;
  return readBlock(reader, tool.covariance) >= 6;
}

function readMarker(reader: PacketReader, marker: DTrackFrame['markers']['items'][number]): boolean {
  if (!readHead(reader, marker, 2) || readBlock(reader, reader.position) < 3) return false;
  for (let k = 0; k < 3; k++) marker.position[k] = reader.position[k] * MM;
  return true;
}

function readHand(reader: PacketReader, hand: DTrackFrame['hands']['items'][number]): boolean {
  if (!readHead(reader, hand, 4)) return false;
  hand.side = reader.head[2] === 1 ? 'right' : 'left';
  const fingerCount = reader.head[3];
  if (!(fingerCount >= 0 && fingerCount <= MAX_FINGERS)) return false;
  hand.fingerCount = fingerCount;
  if (!readPose(reader, hand)) return false;
  for (let i = 0; i < fingerCount; i++) {
    const finger = hand.fingers[i];
    if (
      readBlock(reader, reader.position) < 3 ||
      readBlock(reader, reader.rotation) < 9 ||
      readBlock(reader, reader.more) < 6
    )
      return false;
    readMatrixPose(finger.tipInHand, reader.position, reader.rotation, MM);
    finger.tipRadius = reader.more[0] * MM;
    finger.outerLength = reader.more[1] * MM;
    finger.outerMiddleAngle = reader.more[2] * DEG;
    finger.middleLength = reader.more[3] * MM;
    finger.middleInnerAngle = reader.more[4] * DEG;
    finger.innerLength = reader.more[5] * MM;
  }
  return true;
}

function readHumans(reader: PacketReader, out: DTrackFrame): boolean {
  if (readCount(reader) < 0) return false;
  const humanCount = readCount(reader);
  for (let human = 0; human < humanCount; human++) {
    if (readBlock(reader, reader.head) < 2) return false;
    const humanId = reader.head[0];
    const jointCount = reader.head[1];
    if (!(jointCount >= 0 && jointCount <= MAX_ITEMS)) return false;
    for (let i = 0; i < jointCount; i++) {
      const joint = takeFromPool(out.joints);
      joint.humanId = humanId;
      reader.notNumbers = 0;
      const isWhole = readBody(reader, joint);
      if (isWhole && reader.notNumbers === 0) continue;
      out.joints.count--;
      if (!isWhole) return false;
      out.damagedItems++;
    }
  }
  return humanCount >= 0;
}

/** group0 [0 nval][...] group1 [1 nval][...] group2 [2 ncam nval] ncam x [id refl used maxint]. */
function readStatus(reader: PacketReader, out: DTrackFrame): boolean {
  const { status } = out;
  const groupCount = readCount(reader);
  reader.notNumbers = 0;
  for (let group = 0; group < groupCount; group++) {
    const headCount = readBlock(reader, reader.head);
    if (headCount < 2) return false;
    const kind = reader.head[0];
    const cameraCount = reader.head[1];
    if (kind === 2) {
      if (!(cameraCount >= 0 && cameraCount <= MAX_ITEMS)) return false;
      for (let i = 0; i < cameraCount; i++) {
        if (readBlock(reader, reader.more) < 4) return false;
        const camera = takeFromPool(status.perCamera);
        camera.id = reader.more[0];
        camera.reflections = reader.more[1];
        camera.used = reader.more[2];
        camera.brightest = reader.more[3];
      }
      continue;
    }
    const valueCount = readBlock(reader, reader.more);
    if (valueCount < 0 || (kind === 0 && valueCount < 3) || (kind === 1 && valueCount < 5)) return false;
    if (kind === 0) {
      status.cameras = reader.more[0];
      status.bodies = reader.more[1];
      status.markers = reader.more[2];
    } else if (kind === 1) {
      status.cameraErrors = reader.more[0];
      status.cameraWarnings = reader.more[1];
      status.otherErrors = reader.more[2];
      status.otherWarnings = reader.more[3];
      status.infos = reader.more[4];
    }
  }
  out.hasStatus = groupCount >= 0 && reader.notNumbers === 0;
  return out.hasStatus;
}

// Scratch.
const rotation = createQuat();
const matrix: [number, number, number, number, number, number, number, number, number] = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Largest deviation of a column's squared length from one; six printed digits give far less. */
const TOLERANCE = 0.05;

/**
 * Position and column-wise rotation matrix (b0 b1 b2 is the first column) as a pose. False, and the pose unchanged, when
 * the matrix is not a rotation: senders write zeros for bodies that are not tracked.
 */
function readMatrixPose(out: Float64Array, position: Float64Array, columns: Float64Array, scale: number): boolean {
  for (let c = 0; c < 9; c += 3) {
    const lengthSq = columns[c] ** 2 + columns[c + 1] ** 2 + columns[c + 2] ** 2;
    if (!(Math.abs(lengthSq - 1) < TOLERANCE)) return false;
  }
  for (let i = 0; i < 9; i++) matrix[i] = columns[i];
  quat.fromMat3(rotation, matrix);
  quat.normalize(rotation, rotation);
  for (let k = 0; k < 3; k++) out[k] = position[k] * scale;
  for (let k = 0; k < 4; k++) out[3 + k] = rotation[k];
  return true;
}
