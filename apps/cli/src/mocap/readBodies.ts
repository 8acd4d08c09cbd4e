import { InputError } from '@leib/core';
import { loadMotionOrRecording } from '@leib/formats';
import type { TrackingRecording } from '@leib/tracking';
import { readInput } from '../files.js';
import { named } from '../named.js';

/** Reads rigid bodies from a recording of any kind that has trackers in it. */
export async function readBodies(path: string): Promise<TrackingRecording> {
  const bytes = await readInput(path);
  return named(path, async () => {
    const loaded = await loadMotionOrRecording(bytes, path);
    if (loaded.kind === 'tracking') return loaded.tracking;
    if (loaded.kind === 'session' && loaded.session.tracking) return loaded.session.tracking;
    throw new InputError('', `expected rigid bodies (leib-tracking/1), got ${loaded.kind}`);
  });
}
