import { InputError } from '@leib/core';
import { FormatError, type FormatKind } from '../formatError.js';

/**
 * The most that a file may hold, or become. A file of 5 MB is read or refused within 5 s and 1 GB, whatever is in it:
 * each reader compares what a file announces with these before it allocates, and its message names the limit.
 */
export const fileLimits = {
  /** Frames per second of recordings and motions, and of what they are resampled to. */
  leastHz: 0.01,
  mostHz: 10_000,
  /** Numbers that a file may become: one for each byte, and so many more (0.13 GB). */
  moreNumbers: 16_000_000,
  /** Numbers that resampling makes of each, besides those, and the most of a whole motion (0.8 GB). */
  resampledRatio: 4,
  motionNumbers: 100_000_000,
  /** Gaussian splats of one file. A page has up to 100 bytes for each in memory. */
  splats: 4_000_000,
  /** Joints of one body. */
  joints: 1024,
  /** Trackers of one recording. */
  trackers: 256,
  /** Channels of one track: two for each tracker, and what else is told of them. */
  channels: 1024,
  /** Nodes of a scene, and levels of nodes of a model that is drawn. */
  nodes: 65_536,
  nodeLevels: 500,
  /** Scenes; parts of meshes, and joints of skins, of a model that is drawn, as often as its nodes have them. */
  scenes: 64,
  shownParts: 16_384,
  shownJoints: 131_072,
  /** Numbers that are read from the accessors of a glTF: so many for each byte of its data, and so many more. */
  accessorNumbersPerByte: 2,
  moreAccessorNumbers: 8_000_000,
  /** Numbers of a glTF that are not in its file: accessors without data. */
  madeUpNumbers: 4_000_000,
  /** Width and height of a picture, pixels. */
  pictureSide: 16_384,
  /** Pixels of a picture (8192 x 8192), and of all pictures of a model, which 32 of 4096 x 4096 have. */
  picturePixels: 2 ** 26,
  allPicturePixels: 2 ** 29,
  /** Levels of JSON and XML. */
  depth: 200,
  /** Elements of an XML document. */
  xmlElements: 500_000,
  /**
   * Unpacked bytes for each packed byte, and so many more. Text of people packs to a third, of those who stand almost still to a ninth;
   * where nothing moves at all, to a 370th: two minutes of that are within half of it (docs/results.md, "Fortress").
   */
  unpackRatio: 20,
  moreUnpackedBytes: 32 * 2 ** 20,
  /** Points of a scan: so many for each byte (every format needs more), and so many more. */
  pointsPerByte: 4,
  morePoints: 1_000_000,
  /** Characters of a text; engines allow little more. */
  textLength: 500_000_000,
} as const;

/** Throws FormatError where a file has more of something than it may. */
export function checkCount(found: number, most: number, kind: FormatKind, place: string, what: string): void {
  if (found <= most) return;
  throw new FormatError(kind, place, `expected at most ${most} ${what}, got ${shownCount(found)}`);
}

/** Unpacked bytes that are accepted of packed ones. */
export function mostUnpackedBytes(packedBytes: number): number {
  return fileLimits.moreUnpackedBytes + fileLimits.unpackRatio * packedBytes;
}

/** Numbers that a file of so many bytes may become: as many as a whole motion at most, whatever it unpacks to. */
export function mostNumbers(fileBytes: number): number {
  return Math.min(fileLimits.motionNumbers, fileLimits.moreNumbers + fileBytes);
}

/** What is sampled anew. */
interface SampledFrames {
  readonly seconds: number;
  readonly hz: number;
  /** Numbers that the source has, all its frames together. */
  readonly sourceNumbers: number;
  /** Numbers that a frame of the result has. */
  readonly numbersPerFrame: number;
  /** Frames are written one by one, so that the whole motion need not fit into memory. */
  readonly isStreamed?: boolean;
}

/**
 * Number of frames at a rate over a time, the first and the last included. Throws InputError where the rate or the count
 * is out of bounds: a wrong rate or a jump in time would fill the memory.
 */
export function countFrames(sampled: SampledFrames, tolerance = 1e-6): number {
  const { seconds, hz, sourceNumbers, numbersPerFrame, isStreamed = false } = sampled;
  checkRate(hz);
  const { moreNumbers, resampledRatio, motionNumbers } = fileLimits;
  const frameCount = Math.floor(Math.max(0, seconds) * hz + tolerance) + 1;
  const wholeNumbers = isStreamed ? Number.POSITIVE_INFINITY : motionNumbers;
  const numbers = Math.min(moreNumbers + resampledRatio * sourceNumbers, wholeNumbers);
  const most = Math.floor(numbers / Math.max(1, numbersPerFrame));
  if (frameCount <= most) return frameCount;
  throw new InputError(
    'frames',
    `expected at most ${most}, got ${shownCount(frameCount)}: ${shownCount(seconds)} s at ${hz} Hz; cut it where its times jump, or choose a lower rate`,
  );
}

/** Throws InputError where a rate is not one of a recording. */
function checkRate(hz: number): void {
  const { leastHz, mostHz } = fileLimits;
  if (hz >= leastHz && hz <= mostHz) return;
  throw new InputError('hz', `expected ${leastHz} to ${mostHz}, got ${hz}`);
}

function shownCount(count: number): string {
  return count > 1e12 || !Number.isInteger(count) ? count.toPrecision(4) : String(count);
}

/** Names that are taken, and the number that the next copy of each gets. */
type NameList = Map<string, number>;

export function createNameList(): NameList {
  return new Map();
}

/**
 * The wanted name, or "name.2", "name.3" where it is taken. The count is kept with the name: looking for a free number from 2 on
 * takes hours in a file that calls 100 000 nodes the same.
 */
export function ownName(names: NameList, wanted: string): string {
  let copy = names.get(wanted) ?? 1;
  let name = copy === 1 ? wanted : `${wanted}.${copy}`;
  while (copy > 1 && names.has(name)) name = `${wanted}.${++copy}`;
  names.set(wanted, copy + 1);
  if (name !== wanted) names.set(name, 2);
  return name;
}
