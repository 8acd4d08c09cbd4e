import { defaultSkeleton } from '@leib/body';
import { InputError, type Motion, type Skeleton } from '@leib/core';
import { loadMotionOrRecording } from '@leib/formats';
import { parseRemoteBodySettings, type RemoteBodySettings } from '@leib/reembody';
import { UsageError } from '../command.js';
import { readInput, readJson } from '../files.js';
import { withPath } from '../named.js';

/** A motion file of any kind that has a skeleton of its own. */
export async function readMotion(path: string): Promise<Motion> {
  const bytes = await readInput(path);
  try {
    const loaded = await loadMotionOrRecording(bytes, path);
    if (loaded.kind === 'motion') return loaded.motion;
    throw new InputError(path, `expected a motion with a skeleton, got ${loaded.kind}; convert it to BVH first`);
  } catch (error) {
    throw withPath(path, error);
  }
}

/** The skeleton that a body is built on: a motion file's own, or the default body's. */
export async function readSkeleton(path: string | undefined): Promise<Skeleton> {
  return path === undefined ? defaultSkeleton : (await readMotion(path)).skeleton;
}

/** Settings from a file, else the defaults; fingers where they are asked for. */
export async function readSettings(path: string | undefined, hasFingers: boolean): Promise<RemoteBodySettings> {
  try {
    const settings = parseRemoteBodySettings(path === undefined ? {} : await readJson(path));
    return hasFingers ? { ...settings, hasFingers } : settings;
  } catch (error) {
    throw path === undefined ? error : withPath(path, error);
  }
}

/** A number option of the command line. */
export function readNumber(
  option: string,
  word: string | undefined,
  standard: number,
  low: number,
  high: number,
): number {
  if (word === undefined) return standard;
  const value = Number(word);
  if (word.trim() === '' || !(value >= low && value <= high)) {
    throw new UsageError(`--${option}`, `expected a number from ${low} to ${high}, got "${word}"`);
  }
  return value;
}

/** The same for whole numbers, such as a seed. */
export function readWhole(
  option: string,
  word: string | undefined,
  standard: number,
  low: number,
  high: number,
): number {
  const value = readNumber(option, word, standard, low, high);
  if (!Number.isInteger(value)) throw new UsageError(`--${option}`, `expected a whole number, got "${word}"`);
  return value;
}

/** "a.bvh,b.bvh" -> its names. */
export function readList(words: string | undefined): string[] {
  return (words ?? '').split(',').filter((word) => word !== '');
}
