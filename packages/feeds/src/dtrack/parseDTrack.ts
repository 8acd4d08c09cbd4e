import { type ByteCursor, readBlock, readName, readNumber } from './byteCursor.js';
import { type DTrackBody, type DTrackFrame, MAX_AXES, MAX_FINGERS, resetDTrackFrame } from './dtrackFrame.js';
import { readMatrixPose } from './matrixPose.js';
import { type Pool, takeFromPool } from './pool.js';

const CR = 0x0d;
const LF = 0x0a;
const MM = 1e-3;
const DEG = Math.PI / 180;
/** Things on one line; the SDK stops at 200 joints. */
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

// Scratch: every block is read before the next one is.
const cursor: ByteCursor = { bytes: new Uint8Array(0), at: 0, end: 0 };
const head = new Float64Array(8);
const place = new Float64Array(6);
const turn = new Float64Array(9);
const more = new Float64Array(24);

/**
 * Reads one datagram (ARTtrack's DTrack output, user manual, Technical Appendix B; DTrackSDK 2.9). False when it is not
 * one: every DTrack packet begins with its frame counter. A line that cannot be read is counted and left out, unknown
 * lines and surplus values are left out too: later versions may send more.
 */
export function parseDTrack(bytes: Uint8Array, out: DTrackFrame): boolean {
  resetDTrackFrame(out);
  cursor.bytes = bytes;
  const nul = bytes.indexOf(0);
  const end = nul < 0 ? bytes.length : nul;
  let oldThings = 0;
  for (let start = 0, line = 0; start < end; line++) {
    let stop = start;
    while (stop < end && bytes[stop] !== CR && bytes[stop] !== LF) stop++;
    cursor.at = start;
    cursor.end = stop;
    const name = readName(cursor, lineNames);
    if (line === 0) {
      const frameNumber = name === 'fr' ? readNumber(cursor) : Number.NaN;
      if (!(frameNumber >= 0)) return false;
      out.frameNumber = frameNumber;
    } else if (name === '6df' || name === '6dmt') {
      const pool = name === '6df' ? out.flysticks : out.tools;
      const before = pool.count;
      if (!readLine(name, out)) out.damagedLines++;
      oldThings += pool.count - before;
    } else if (!readLine(name, out)) {
      out.damagedLines++;
    }
    start = stop;
    while (start < end && (bytes[start] === CR || bytes[start] === LF)) start++;
  }
  if (out.calibratedBodyCount >= 0) out.calibratedBodyCount = Math.max(0, out.calibratedBodyCount - oldThings);
  return out.frameNumber >= 0;
}

/** Whether the line could be read; one that is not known counts as read. */
function readLine(name: string, out: DTrackFrame): boolean {
  switch (name) {
    case 'ts':
      out.timeOfDaySeconds = readNumber(cursor);
      return !Number.isNaN(out.timeOfDaySeconds);
    case 'ts2':
      return readTs2(out);
    case '6dcal':
      out.calibratedBodyCount = readCount();
      return out.calibratedBodyCount >= 0;
    case 'glcal':
      out.calibratedHandCount = readCount();
      return out.calibratedHandCount >= 0;
    case '6d':
      return readItems(out.bodies, 1, readBody);
    case '6di':
      return readItems(out.inertialBodies, 1, readInertialBody);
    case '6dcov':
      return readItems(out.covariances, 1, readCovariance);
    case '6df':
      return readItems(out.flysticks, 1, readOldFlystick);
    case '6df2':
      return readItems(out.flysticks, 2, readFlystick);
    case '6dmt':
      return readItems(out.tools, 1, readOldTool);
    case '6dmt2':
      return readItems(out.tools, 2, readTool);
    case '6dmtr':
      return readItems(out.toolReferences, 2, readBody);
    case '3d':
      return readItems(out.markers, 1, readMarker);
    case 'gl':
      return readItems(out.hands, 1, readHand);
    case '6dj':
      return readHumans(out);
    case 'st':
      return readStatus(out);
    default:
      out.unknownLines++;
      return true;
  }
}

/** `countsBefore` numbers, the last of which says how many items follow. A damaged item ends the line. */
function readItems<Item>(pool: Pool<Item>, countsBefore: 1 | 2, readItem: (item: Item) => boolean): boolean {
  if (countsBefore === 2 && readCount() < 0) return false;
  const count = readCount();
  for (let i = 0; i < count; i++) {
    if (readItem(takeFromPool(pool))) continue;
    pool.count--;
    return false;
  }
  return count >= 0;
}

/** A whole number that counts something; -1 where there is none, or one that nobody can mean. */
function readCount(): number {
  const count = readNumber(cursor);
  return Number.isInteger(count) && count >= 0 && count <= MAX_ITEMS ? count : -1;
}

function readTs2(out: DTrackFrame): boolean {
  const seconds = readNumber(cursor);
  const micros = readNumber(cursor);
  const latencyMicros = readNumber(cursor);
  if (Number.isNaN(seconds + micros + latencyMicros)) return false;
  out.epochSeconds = seconds + micros * 1e-6;
  out.latencySeconds = latencyMicros * 1e-6;
  return true;
}

/** [id qu ...]; whether the block has at least so many numbers. */
function readHead(item: { id: number; quality: number }, needed: number): boolean {
  if (readBlock(cursor, head) < needed) return false;
  item.id = head[0] | 0;
  item.quality = head[1];
  return true;
}

/** [3 numbers or more][9 numbers] as a pose. A matrix of zeros stands for something that is not seen. */
function readPose(body: DTrackBody): boolean {
  if (readBlock(cursor, place) < 3 || readBlock(cursor, turn) < 9) return false;
  const isRotation = readMatrixPose(body.pose, place, turn, MM);
  body.isSeen = isRotation && body.quality >= 0;
  return true;
}

function readBody(body: DTrackBody): boolean {
  return readHead(body, 2) && readPose(body);
}

function readInertialBody(body: DTrackFrame['inertialBodies']['items'][number]): boolean {
  if (!readHead(body, 3)) return false;
  body.state = body.quality;
  body.drift = head[2] * DEG;
  if (!readPose(body)) return false;
  body.isSeen = body.isSeen && body.state > 0;
  return true;
}

function readCovariance(item: DTrackFrame['covariances']['items'][number]): boolean {
  if (readBlock(cursor, head) < 4) return false;
  item.id = head[0] | 0;
  for (let k = 0; k < 3; k++) item.reference[k] = head[1 + k] * MM;
  return readBlock(cursor, item.upper) >= 21;
}

function readOldFlystick(stick: DTrackFrame['flysticks']['items'][number]): boolean {
  if (!readHead(stick, 3)) return false;
  const bits = head[2] >>> 0;
  stick.buttonCount = 8;
  stick.buttons = bits & 0x0f;
  stick.axisCount = 2;
  // The first flysticks had a hat: 0x20 left, 0x80 right, 0x40 up, 0x10 down.
  stick.axes[0] = (bits & 0x80 ? 1 : 0) - (bits & 0x20 ? 1 : 0);
  stick.axes[1] = (bits & 0x40 ? 1 : 0) - (bits & 0x10 ? 1 : 0);
  return readPose(stick);
}

function readFlystick(stick: DTrackFrame['flysticks']['items'][number]): boolean {
  if (!readHead(stick, 4)) return false;
  stick.buttonCount = head[2];
  const axisCount = head[3];
  if (!readPose(stick)) return false;
  const words = Math.ceil(stick.buttonCount / 32);
  if (readBlock(cursor, more) < words + axisCount) return false;
  stick.buttons = words > 0 ? more[0] >>> 0 : 0;
  stick.axisCount = Math.min(axisCount, MAX_AXES);
  for (let k = 0; k < stick.axisCount; k++) stick.axes[k] = more[words + k];
  return true;
}

function readOldTool(tool: DTrackFrame['tools']['items'][number]): boolean {
  if (!readHead(tool, 3)) return false;
  tool.buttonCount = 8;
  tool.buttons = head[2] >>> 0;
  tool.tipRadius = Number.NaN;
  tool.covariance.fill(Number.NaN);
  return readPose(tool);
}

function readTool(tool: DTrackFrame['tools']['items'][number]): boolean {
  if (!readHead(tool, 4)) return false;
  tool.buttonCount = head[2];
  tool.tipRadius = head[3] * MM;
  if (!readPose(tool)) return false;
  const words = Math.ceil(tool.buttonCount / 32);
  if (readBlock(cursor, more) < words) return false;
  tool.buttons = words > 0 ? more[0] >>> 0 : 0;
  return readBlock(cursor, tool.covariance) >= 6;
}

function readMarker(marker: DTrackFrame['markers']['items'][number]): boolean {
  if (!readHead(marker, 2) || readBlock(cursor, place) < 3) return false;
  for (let k = 0; k < 3; k++) marker.position[k] = place[k] * MM;
  return true;
}

function readHand(hand: DTrackFrame['hands']['items'][number]): boolean {
  if (!readHead(hand, 4)) return false;
  hand.side = head[2] === 1 ? 'right' : 'left';
  const fingerCount = head[3];
  if (!(fingerCount >= 0 && fingerCount <= MAX_FINGERS)) return false;
  hand.fingerCount = fingerCount;
  if (!readPose(hand)) return false;
  for (let i = 0; i < fingerCount; i++) {
    const finger = hand.fingers[i];
    if (readBlock(cursor, place) < 3 || readBlock(cursor, turn) < 9 || readBlock(cursor, more) < 6) return false;
    readMatrixPose(finger.tipInHand, place, turn, MM);
    finger.tipRadius = more[0] * MM;
    finger.outerLength = more[1] * MM;
    finger.outerMiddleAngle = more[2] * DEG;
    finger.middleLength = more[3] * MM;
    finger.middleInnerAngle = more[4] * DEG;
    finger.innerLength = more[5] * MM;
  }
  return true;
}

function readHumans(out: DTrackFrame): boolean {
  if (readCount() < 0) return false;
  const humanCount = readCount();
  for (let human = 0; human < humanCount; human++) {
    if (readBlock(cursor, head) < 2) return false;
    const humanId = head[0];
    const jointCount = head[1];
    if (!(jointCount >= 0 && jointCount <= MAX_ITEMS)) return false;
    for (let i = 0; i < jointCount; i++) {
      const joint = takeFromPool(out.joints);
      joint.humanId = humanId;
      if (readBody(joint)) continue;
      out.joints.count--;
      return false;
    }
  }
  return humanCount >= 0;
}

/** group0 [0 nval][...] group1 [1 nval][...] group2 [2 ncam nval] ncam x [id refl used maxint]. */
function readStatus(out: DTrackFrame): boolean {
  const { status } = out;
  const groupCount = readCount();
  for (let group = 0; group < groupCount; group++) {
    const headCount = readBlock(cursor, head);
    if (headCount < 2) return false;
    const kind = head[0];
    const cameraCount = head[1];
    if (kind === 2) {
      if (!(cameraCount >= 0 && cameraCount <= MAX_ITEMS)) return false;
      for (let i = 0; i < cameraCount; i++) {
        if (readBlock(cursor, more) < 4) return false;
        const camera = takeFromPool(status.perCamera);
        camera.id = more[0];
        camera.reflections = more[1];
        camera.used = more[2];
        camera.brightest = more[3];
      }
      continue;
    }
    const valueCount = readBlock(cursor, more);
    if (valueCount < 0 || (kind === 0 && valueCount < 3) || (kind === 1 && valueCount < 5)) return false;
    if (kind === 0) {
      status.cameras = more[0];
      status.bodies = more[1];
      status.markers = more[2];
    } else if (kind === 1) {
      status.cameraErrors = more[0];
      status.cameraWarnings = more[1];
      status.otherErrors = more[2];
      status.otherWarnings = more[3];
      status.infos = more[4];
    }
  }
  out.hasStatus = groupCount >= 0;
  return out.hasStatus;
}
