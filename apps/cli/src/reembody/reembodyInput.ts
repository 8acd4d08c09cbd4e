import { defaultSkeleton } from '@leib/body';
import { findTrack, InputError, type Motion, type Skeleton } from '@leib/core';
import { motionOfRecording, recordingOfFile } from '@leib/formats';
import { parseRemoteBodySettings, type RemoteBodySettings } from '@leib/reembody';
import { withPath } from '../fileErrors.js';
import { readInput, readJson } from '../files.js';

/** A motion file of any kind that has a skeleton of its own. */
export async function readMotion(path: string): Promise<Motion> {
  const bytes = await readInput(path);
  try {
    const { from, recording } = await recordingOfFile(bytes, path);
    // Joints alone have no skeleton to simulate: only a pose track does.
    const motion = findTrack(recording, 'pose') && motionOfRecording(recording);
    if (motion) return motion;
    throw new InputError(path, `expected a motion with a skeleton, got ${from}; convert it to BVH first`);
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

/** "a.bvh,b.bvh" -> its names. */
export function readList(words: string | undefined): string[] {
  return (words ?? '').split(',').filter((word) => word !== '');
}
