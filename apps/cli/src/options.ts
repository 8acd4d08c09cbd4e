import { fileLimits, type MeshUnit, meshUnits } from '@leib/formats';
import { type TrackedPoint, trackedPoints } from '@leib/tracking';
import { UsageError } from './command.js';

/** The value of an option that the command needs. */
export function requiredOption(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new UsageError(`--${name}`, 'expected a value, got nothing; add --help to see what it takes');
}

/** The word of an option that takes one of a few. */
export function readWordOption<const Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  const expected = words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ');
  throw new UsageError(`--${name}`, `expected ${expected}, got "${text}"`);
}

export interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly isWhole?: boolean;
  /** What is expected, for the message: "metres". */
  readonly what?: string;
  readonly unit?: string;
}

/** A number within a range, or undefined where the option is absent. */
export function readNumberOption(name: string, text: string | undefined, range: NumberRange): number | undefined {
  if (text === undefined) return undefined;
  const { low, high, isWhole = false, what = isWhole ? 'a whole number' : 'a number', unit = '' } = range;
  const value = Number(text);
  const isNumber = isWhole ? /^\d+$/.test(text) : text.trim() !== '';
  if (isNumber && value >= low && value <= high) return value;
  throw new UsageError(`--${name}`, `expected ${what} from ${low} to ${high}${unit}, got "${text}"`);
}

/** Frames per second of an option, or undefined where it is absent. */
export function readRateOption(name: string, text: string | undefined): number | undefined {
  const { leastHz, mostHz } = fileLimits;
  return readNumberOption(name, text, { low: leastHz, high: mostHz, what: 'a rate', unit: ' Hz' });
}

/** What stands between commas; nothing where the option is absent. */
export function readList(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

/** A number above zero, or undefined where the option is absent. */
export function readPositiveOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value < Infinity) return value;
  throw new UsageError(`--${name}`, `expected a number above zero, got "${text}"`);
}

/** The points of `--trackers head,leftHand,...`; undefined where the option is absent. */
export function readTrackers(text: string | undefined): readonly TrackedPoint[] | undefined {
  return text?.split(',').map((word) => {
    const point = trackedPoints.find((candidate) => candidate === word.trim());
    if (point) return point;
    throw new UsageError('--trackers', `expected some of ${trackedPoints.join(', ')}, got "${word}"`);
  });
}

/** The same where a body is worked out from them: it hangs on the head. */
export function readTrackersWithHead(text: string | undefined): readonly TrackedPoint[] | undefined {
  const points = readTrackers(text);
  if (points && !points.includes('head'))
    throw new UsageError('--trackers', `expected the head among them, got ${text}; add head`);
  return points;
}

/** The unit of --unit; undefined where it is to be guessed. */
export function readMeshUnit(text: string | undefined): MeshUnit | undefined {
  if (text === undefined || text === 'auto') return undefined;
  if (Object.hasOwn(meshUnits, text)) return text as MeshUnit;
  throw new UsageError('--unit', `expected auto, ${Object.keys(meshUnits).join(', ')}, got "${text}"`);
}
