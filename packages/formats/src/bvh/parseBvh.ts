import { FormatError, shown } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import {
  createTextCursor,
  nextLine,
  nextNumber as nextNumberOfLine,
  shownWord,
  skipBlanks,
  type TextCursor,
} from '../io/textCursor.js';
import { checkCount, createNameList, fileLimits, mostNumbers, ownName } from '../limits/fileLimits.js';

/** The six things a BVH channel can drive. */
const bvhChannels = ['Xposition', 'Yposition', 'Zposition', 'Xrotation', 'Yrotation', 'Zrotation'] as const;
export type BvhChannel = (typeof bvhChannels)[number];

/** One joint as the file has it, in the file's unit. */
export interface BvhJoint {
  /** Unique in the file; an End Site is called `<joint>End`. */
  readonly name: string;
  /** Index of the parent, smaller than the joint's own; -1 for the root. */
  readonly parent: number;
  readonly offset: readonly [number, number, number];
  /** In the order in which the frame lists them, which is also the order in which rotations are multiplied. */
  readonly channels: readonly BvhChannel[];
  /** Where the joint's first channel stands in a frame. */
  readonly firstChannel: number;
  readonly isEndSite: boolean;
}

/** The content of a BVH file, not yet interpreted. */
export interface BvhFile {
  readonly joints: readonly BvhJoint[];
  readonly channelCount: number;
  readonly frameCount: number;
  readonly frameTimeSeconds: number;
  /** frameCount x channelCount; angles in degrees, lengths in the file's unit. */
  readonly values: Float64Array;
  /** Names that had to be changed, in words. */
  readonly renamed: readonly string[];
}

const channelByLowerName = new Map(bvhChannels.map((channel) => [channel.toLowerCase(), channel]));

const SPACE = 0x20;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Letters of a joint's name. */
const LONGEST_NAME = 200;

interface OpenJoint {
  name: string;
  parent: number;
  offset: readonly [number, number, number] | null;
  channels: readonly BvhChannel[];
  firstChannel: number;
  isEndSite: boolean;
  line: number;
}

/** Reads BVH text in one pass. Throws FormatError with line and reason. */
export function parseBvh(bytes: Uint8Array): BvhFile {
  const cursor = createTextCursor(bytes);
  const first = nextLine(cursor) ? nextWord(cursor) : '';
  if (first === '') throw new FormatError('BVH', 'line 1', 'the file is empty');
  if (first.toUpperCase() !== 'HIERARCHY') throw fail(cursor, `expected HIERARCHY, got ${shown(first)}`);
  const { joints, channelCount, renamed } = parseHierarchy(cursor);
  if (channelCount === 0) throw fail(cursor, 'no joint has channels, so nothing can move');

  expectWord(cursor, 'Frames');
  const frameCount = nextNumber(cursor, 'the number of frames');
  if (!Number.isInteger(frameCount) || frameCount < 1) {
    throw fail(cursor, `Frames: expected a whole number of at least 1, got ${frameCount}`);
  }
  expectWord(cursor, 'Frame');
  expectWord(cursor, 'Time');
  const frameTimeSeconds = nextNumber(cursor, 'the frame time');
  const [shortest, longest] = [1 / fileLimits.mostHz, 1 / fileLimits.leastHz];
  if (!(frameTimeSeconds >= shortest && frameTimeSeconds <= longest)) {
    throw fail(cursor, `Frame Time: expected ${shortest} to ${longest} s, got ${frameTimeSeconds}`);
  }
  if (skipBlanks(cursor)) throw fail(cursor, `${shown(restOfLine(cursor))} after the frame time`);
  // Joints without channels take up memory in every frame, too.
  const heldFrames = Math.min(frameCount, (bytes.length - cursor.at) / (2 * channelCount));
  const numberCount = Math.ceil(heldFrames) * (4 * joints.length + channelCount);
  checkCount(numberCount, mostNumbers(bytes.length), 'BVH', `line ${cursor.line}`, 'numbers (frames x joints x 4)');
  const values = readFrames(cursor, frameCount, channelCount);
  return { joints, channelCount, frameCount, frameTimeSeconds, values, renamed };
}

/** Reads one line of numbers per frame; blank lines do not count. */
function readFrames(cursor: TextCursor, frameCount: number, channelCount: number): Float64Array {
  // A number takes at least a digit and a blank: a file that promises more than its size allows is cut off, and must
  // not make us reserve the memory it promises.
  const roomFor = Math.floor((cursor.bytes.length - cursor.at + 1) / (2 * channelCount));
  const values = new Float64Array(Math.min(frameCount, roomFor + 1) * channelCount);
  let frame = 0;
  while (nextLine(cursor)) {
    if (!skipBlanks(cursor)) continue;
    if (frame === frameCount) throw fail(cursor, `${shownWord(cursor)} after the last of ${frameCount} frames`);
    let count = 0;
    while (skipBlanks(cursor)) {
      const value = nextNumberOfLine(cursor);
      if (Number.isNaN(value)) throw fail(cursor, `number ${count + 1} is ${shownWord(cursor)}`);
      if (count < channelCount) values[frame * channelCount + count] = value;
      count++;
    }
    if (count !== channelCount) throw fail(cursor, `expected ${channelCount} numbers, got ${count}`);
    frame++;
  }
  if (frame !== frameCount) throw fail(cursor, `the file ends after ${frame} of ${frameCount} frames`);
  return values;
}

interface Hierarchy {
  readonly joints: readonly BvhJoint[];
  readonly channelCount: number;
  readonly renamed: readonly string[];
}

function parseHierarchy(cursor: TextCursor): Hierarchy {
  const joints: OpenJoint[] = [];
  const renamed: string[] = [];
  const names = createNameList();
  /** Joints whose { is open, outermost first. */
  const open: number[] = [];
  let channelCount = 0;

  const openJoint = (wanted: string, isEndSite: boolean) => {
    const line = cursor.line;
    checkCount(joints.length + 1, fileLimits.joints, 'BVH', `line ${line}`, 'joints');
    const name = ownName(names, wanted);
    if (name !== wanted) renamed.push(`line ${line}: ${shown(wanted)} is there twice, this one is now ${shown(name)}`);
    const parent = open.length > 0 ? open[open.length - 1] : -1;
    const brace = nextWord(cursor);
    if (brace !== '{') throw fail(cursor, `expected { after joint "${name}", got ${found(brace)}`);
    open.push(joints.length);
    joints.push({ name, parent, offset: null, channels: [], firstChannel: channelCount, isEndSite, line });
  };

  for (;;) {
    const word = nextWord(cursor);
    const current = open.length > 0 ? joints[open[open.length - 1]] : null;
    switch (word.toUpperCase()) {
      case 'ROOT':
        if (joints.length > 0) throw fail(cursor, 'a second ROOT; only files with one skeleton can be read');
        openJoint(nameAfter(cursor, word), false);
        break;
      case 'JOINT':
        if (current === null) throw fail(cursor, 'JOINT outside of ROOT');
        if (current.isEndSite) throw fail(cursor, 'JOINT inside an End Site');
        openJoint(nameAfter(cursor, word), false);
        break;
      case 'END':
        if (current === null) throw fail(cursor, 'End Site outside of ROOT');
        if (current.isEndSite) throw fail(cursor, 'End Site inside an End Site');
        restOfLine(cursor);
        openJoint(`${current.name}End`, true);
        break;
      case 'OFFSET': {
        if (current === null) throw fail(cursor, 'OFFSET outside of a joint');
        const [x, y, z] = [0, 1, 2].map((k) => nextNumber(cursor, `OFFSET value ${k + 1} of "${current.name}"`));
        current.offset = [x, y, z];
        break;
      }
      case 'CHANNELS': {
        if (current === null) throw fail(cursor, 'CHANNELS outside of a joint');
        if (current.isEndSite) throw fail(cursor, 'CHANNELS inside an End Site');
        current.channels = parseChannels(cursor, current.name);
        current.firstChannel = channelCount;
        channelCount += current.channels.length;
        break;
      }
      case '}':
        if (current === null) throw fail(cursor, 'one } too many');
        if (current.offset === null) throw fail(cursor, `joint "${current.name}" (line ${current.line}) has no OFFSET`);
        open.pop();
        break;
      case 'MOTION':
        if (current !== null) {
          throw fail(cursor, `MOTION begins while joint "${current.name}" (line ${current.line}) lacks its }`);
        }
        if (joints.length === 0) throw fail(cursor, 'MOTION begins before any ROOT');
        return { joints: joints.map(closed), channelCount, renamed };
      default:
        throw fail(
          cursor,
          word === ''
            ? 'the file ends inside HIERARCHY'
            : `expected ROOT, JOINT, End Site, OFFSET, CHANNELS or MOTION, got ${shown(word)}`,
        );
    }
  }
}

/** A joint after its }: the parser has seen to it that there was an OFFSET. */
function closed({ name, parent, offset, channels, firstChannel, isEndSite }: OpenJoint): BvhJoint {
  return { name, parent, offset: offset ?? [0, 0, 0], channels, firstChannel, isEndSite };
}

function nameAfter(cursor: TextCursor, keyword: string): string {
  const name = restOfLine(cursor);
  if (name === '') throw fail(cursor, `${keyword} without a name`);
  if (name.length > LONGEST_NAME)
    throw fail(cursor, `expected a name of at most ${LONGEST_NAME} letters, got ${name.length}`);
  return name;
}

function parseChannels(cursor: TextCursor, joint: string): BvhChannel[] {
  const count = nextNumber(cursor, `the number of channels of "${joint}"`);
  if (!Number.isInteger(count) || count < 0 || count > 6) {
    throw fail(cursor, `channels of "${joint}": expected 0 to 6, got ${count}`);
  }
  const channels: BvhChannel[] = [];
  for (let i = 0; i < count; i++) {
    const word = nextWord(cursor);
    const channel = channelByLowerName.get(word.toLowerCase());
    if (channel === undefined) {
      throw fail(cursor, `channel ${i + 1} of ${count} at "${joint}": expected e.g. Zrotation, got ${found(word)}`);
    }
    if (channels.includes(channel)) throw fail(cursor, `${channel} twice at "${joint}"`);
    channels.push(channel);
  }
  return channels;
}

function expectWord(cursor: TextCursor, keyword: string): void {
  const word = nextWord(cursor);
  if (word.replace(/:$/, '').toLowerCase() !== keyword.toLowerCase()) {
    throw fail(cursor, `expected ${keyword}, got ${found(word)}`);
  }
}

function nextNumber(cursor: TextCursor, what: string): number {
  const isColon = nextToken(cursor) && cursor.bytes[cursor.at] === COLON;
  if (isColon) cursor.at++;
  const isThere = isColon ? nextToken(cursor) : cursor.at < cursor.lineEnd;
  const value = isThere ? nextNumberOfLine(cursor) : Number.NaN;
  if (Number.isNaN(value)) throw fail(cursor, `expected ${what}, got ${isThere ? shownWord(cursor) : found('')}`);
  return value;
}

/** Moves to the next word, over line ends; false at the end of the text. */
function nextToken(cursor: TextCursor): boolean {
  while (!skipBlanks(cursor)) if (!nextLine(cursor)) return false;
  return true;
}

/** The next word, over line ends; braces are words of their own. Empty at the end of the text. */
function nextWord(cursor: TextCursor): string {
  if (!nextToken(cursor)) return '';
  const { bytes, at: start, lineEnd } = cursor;
  let at = start + 1;
  if (!isBrace(bytes[start])) while (at < lineEnd && bytes[at] > SPACE && !isBrace(bytes[at])) at++;
  cursor.at = at;
  return textOf(bytes.subarray(start, at));
}

/** What is left of this line, or up to a {, without the blanks around it. */
function restOfLine(cursor: TextCursor): string {
  const { bytes, at: start, lineEnd } = cursor;
  let at = start;
  while (at < lineEnd && bytes[at] !== OPEN_BRACE) at++;
  cursor.at = at;
  return nameOf(bytes.subarray(start, at)).trim();
}

/** A name in UTF-8, or as older Japanese programs write it. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

function isBrace(byte: number): boolean {
  return byte === OPEN_BRACE || byte === CLOSE_BRACE;
}

function found(word: string): string {
  return word === '' ? 'the end of the file' : shown(word);
}

function fail(cursor: TextCursor, reason: string): FormatError {
  return new FormatError('BVH', `line ${cursor.line}`, reason);
}

/** Whether text begins as a BVH file does. */
export function looksLikeBvh(bytes: Uint8Array): boolean {
  return /^\s*HIERARCHY\b/i.test(textOf(bytes.subarray(0, 256)));
}
