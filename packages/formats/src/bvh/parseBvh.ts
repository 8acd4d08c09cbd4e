import { FormatError, shown } from '../formatError.js';
import { textOf } from '../io/bytes.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { createNameList, ownName } from '../limits/ownName.js';
import { type BvhChannel, type BvhFile, type BvhJoint, bvhChannels } from './bvhFile.js';
import { decimalNumber } from './decimalNumber.js';
import { parseBvhFrames } from './parseBvhFrames.js';
import { createTextScanner, isAtLineEnd, nextWord, restOfLine, type TextScanner } from './textScanner.js';

const channelByLowerName = new Map(bvhChannels.map((channel) => [channel.toLowerCase(), channel]));

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
  const scanner = createTextScanner(bytes);
  const first = nextWord(scanner);
  if (first === '') throw fail(scanner, 'the file is empty');
  if (first.toUpperCase() !== 'HIERARCHY') throw fail(scanner, `expected HIERARCHY, got ${shown(first)}`);
  const { joints, channelCount, renamed } = parseHierarchy(scanner);
  if (channelCount === 0) throw fail(scanner, 'no joint has channels, so nothing can move');

  expectWord(scanner, 'Frames');
  const frameCount = nextNumber(scanner, 'the number of frames');
  if (!Number.isInteger(frameCount) || frameCount < 1) {
    throw fail(scanner, `Frames: expected a whole number of at least 1, got ${frameCount}`);
  }
  expectWord(scanner, 'Frame');
  expectWord(scanner, 'Time');
  const frameTimeSeconds = nextNumber(scanner, 'the frame time');
  const [shortest, longest] = [1 / fileLimits.mostHz, 1 / fileLimits.leastHz];
  if (!(frameTimeSeconds >= shortest && frameTimeSeconds <= longest)) {
    throw fail(scanner, `Frame Time: expected ${shortest} to ${longest} s, got ${frameTimeSeconds}`);
  }
  if (!isAtLineEnd(scanner)) throw fail(scanner, `${shown(restOfLine(scanner))} after the frame time`);
  // Joints without channels take up memory in every frame, too.
  const heldFrames = Math.min(frameCount, (bytes.length - scanner.at) / (2 * channelCount));
  const numberCount = Math.ceil(heldFrames) * (4 * joints.length + channelCount);
  checkCount(numberCount, mostNumbers(bytes.length), 'BVH', `line ${scanner.line}`, 'numbers (frames x joints x 4)');
  const values = parseBvhFrames(scanner, frameCount, channelCount);
  return { joints, channelCount, frameCount, frameTimeSeconds, values, renamed };
}

interface Hierarchy {
  readonly joints: readonly BvhJoint[];
  readonly channelCount: number;
  readonly renamed: readonly string[];
}

function parseHierarchy(scanner: TextScanner): Hierarchy {
  const joints: OpenJoint[] = [];
  const renamed: string[] = [];
  const names = createNameList();
  /** Joints whose { is open, outermost first. */
  const open: number[] = [];
  let channelCount = 0;

  const openJoint = (wanted: string, isEndSite: boolean) => {
    const line = scanner.line;
    checkCount(joints.length + 1, fileLimits.joints, 'BVH', `line ${line}`, 'joints');
    const name = ownName(names, wanted);
    if (name !== wanted) renamed.push(`line ${line}: ${shown(wanted)} is there twice, this one is now ${shown(name)}`);
    const parent = open.length > 0 ? open[open.length - 1] : -1;
    const brace = nextWord(scanner);
    if (brace !== '{') throw fail(scanner, `expected { after joint "${name}", got ${found(brace)}`);
    open.push(joints.length);
    joints.push({ name, parent, offset: null, channels: [], firstChannel: channelCount, isEndSite, line });
  };

  for (;;) {
    const word = nextWord(scanner);
    const current = open.length > 0 ? joints[open[open.length - 1]] : null;
    switch (word.toUpperCase()) {
      case 'ROOT':
        if (joints.length > 0) throw fail(scanner, 'a second ROOT; only files with one skeleton can be read');
        openJoint(nameAfter(scanner, word), false);
        break;
      case 'JOINT':
        if (current === null) throw fail(scanner, 'JOINT outside of ROOT');
        if (current.isEndSite) throw fail(scanner, 'JOINT inside an End Site');
        openJoint(nameAfter(scanner, word), false);
        break;
      case 'END':
        if (current === null) throw fail(scanner, 'End Site outside of ROOT');
        if (current.isEndSite) throw fail(scanner, 'End Site inside an End Site');
        restOfLine(scanner);
        openJoint(`${current.name}End`, true);
        break;
      case 'OFFSET': {
        if (current === null) throw fail(scanner, 'OFFSET outside of a joint');
        const [x, y, z] = [0, 1, 2].map((k) => nextNumber(scanner, `OFFSET value ${k + 1} of "${current.name}"`));
        current.offset = [x, y, z];
        break;
      }
      case 'CHANNELS': {
        if (current === null) throw fail(scanner, 'CHANNELS outside of a joint');
        if (current.isEndSite) throw fail(scanner, 'CHANNELS inside an End Site');
        current.channels = parseChannels(scanner, current.name);
        current.firstChannel = channelCount;
        channelCount += current.channels.length;
        break;
      }
      case '}':
        if (current === null) throw fail(scanner, 'one } too many');
        if (current.offset === null)
          throw fail(scanner, `joint "${current.name}" (line ${current.line}) has no OFFSET`);
        open.pop();
        break;
      case 'MOTION':
        if (current !== null) {
          throw fail(scanner, `MOTION begins while joint "${current.name}" (line ${current.line}) lacks its }`);
        }
        if (joints.length === 0) throw fail(scanner, 'MOTION begins before any ROOT');
        return { joints: joints.map(closed), channelCount, renamed };
      default:
        throw fail(
          scanner,
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

function nameAfter(scanner: TextScanner, keyword: string): string {
  const name = restOfLine(scanner);
  if (name === '') throw fail(scanner, `${keyword} without a name`);
  if (name.length > LONGEST_NAME)
    throw fail(scanner, `expected a name of at most ${LONGEST_NAME} letters, got ${name.length}`);
  return name;
}

function parseChannels(scanner: TextScanner, joint: string): BvhChannel[] {
  const count = nextNumber(scanner, `the number of channels of "${joint}"`);
  if (!Number.isInteger(count) || count < 0 || count > 6) {
    throw fail(scanner, `channels of "${joint}": expected 0 to 6, got ${count}`);
  }
  const channels: BvhChannel[] = [];
  for (let i = 0; i < count; i++) {
    const word = nextWord(scanner);
    const channel = channelByLowerName.get(word.toLowerCase());
    if (channel === undefined) {
      throw fail(scanner, `channel ${i + 1} of ${count} at "${joint}": expected e.g. Zrotation, got ${found(word)}`);
    }
    if (channels.includes(channel)) throw fail(scanner, `${channel} twice at "${joint}"`);
    channels.push(channel);
  }
  return channels;
}

function expectWord(scanner: TextScanner, keyword: string): void {
  const word = nextWord(scanner);
  if (word.replace(/:$/, '').toLowerCase() !== keyword.toLowerCase()) {
    throw fail(scanner, `expected ${keyword}, got ${found(word)}`);
  }
}

function nextNumber(scanner: TextScanner, what: string): number {
  let word = nextWord(scanner);
  if (word === ':') word = nextWord(scanner);
  const value = decimalNumber(word);
  if (Number.isNaN(value)) throw fail(scanner, `expected ${what}, got ${found(word)}`);
  return value;
}

function found(word: string): string {
  return word === '' ? 'the end of the file' : shown(word);
}

function fail(scanner: TextScanner, reason: string): FormatError {
  return new FormatError('BVH', `line ${scanner.line}`, reason);
}

/** Whether text begins as a BVH file does. */
export function looksLikeBvh(bytes: Uint8Array): boolean {
  return /^\s*HIERARCHY\b/i.test(textOf(bytes.subarray(0, 256)));
}
