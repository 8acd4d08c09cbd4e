import { findTrack, type Recording, type Track, trackOfMotion } from '@leib/core';
import { jointsFromMotion, recordingFormats, trackingFromMotion, trackOfJoints } from '@leib/formats';
import { type TrackedPoint, trackOfDevices } from '@leib/tracking';
import { type Content, isSolved, motionOf } from './content.js';
import type { FileKind } from './fileKind.js';

/** A file's bytes, and its frames for the summary. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly frameCount: number;
  readonly hz: number;
}

export interface EncodeOptions {
  /** Points that tracking lists when it is made from joints; all that the body has when absent. */
  readonly points: readonly TrackedPoint[] | undefined;
  /** Goes into recordings. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The format of recordings that a kind of file is. */
const formatOfKind = {
  bvh: 'bvh',
  glb: 'vrma',
  mcap: 'mcap',
  tracking: 'tracking',
  joints: 'joints',
  feed: 'feed',
  hand: 'hand',
  c3d: 'c3d',
} as const satisfies Record<FileKind, string>;

/** Writes content as one kind of file; throws where the content does not have what that kind needs. */
export async function encodeContent(content: Content, kind: FileKind, options: EncodeOptions): Promise<Encoded> {
  const format = recordingFormats.find(({ id }) => id === formatOfKind[kind]);
  if (format === undefined) throw new Error(`expected a format for ${kind}`);
  const { recording, shown } = completed(content, kind, options);
  const versions = { ...recording.versions, ...options.versions };
  const bytes = await format.write({ ...recording, versions });
  return { bytes, frameCount: shown.momentCount, hz: shown.hz };
}

/** The recording with the track that a kind of file shows, which is worked out where it was not recorded. */
function completed(
  content: Content,
  kind: FileKind,
  { points }: EncodeOptions,
): { readonly recording: Recording; readonly shown: Track } {
  const { recording } = content;
  const withTrack = (track: Track) => ({
    recording: { ...recording, tracks: [...recording.tracks, track] },
    shown: track,
  });
  const pose = findTrack(recording, 'pose');
  const devices = findTrack(recording, 'devices');
  const joints = findTrack(recording, 'joints', 'joints');
  const trackers = () => trackOfDevices(trackingFromMotion(motionOf(content), points ? { points } : {}));
  switch (kind) {
    case 'bvh':
    case 'glb':
      return pose ? { recording, shown: pose } : withTrack(trackOfMotion(motionOf(content)));
    case 'joints':
      return joints ? { recording, shown: joints } : withTrack(trackOfJoints(jointsFromMotion(motionOf(content))));
    case 'tracking':
      return devices ? { recording, shown: devices } : withTrack(trackers());
    case 'mcap': {
      // A recording holds what was measured; a solver can be run on it again at any time. A clip was measured as a body:
      // it gets the trackers and joints that others look for.
      const isClip = pose !== null && devices === null;
      const added = isClip ? [trackers()] : [];
      if (isClip && joints === null && !isSolved(content))
        added.push(trackOfJoints(jointsFromMotion(motionOf(content))));
      const whole = { ...recording, tracks: [...recording.tracks, ...added] };
      return { recording: whole, shown: findTrack(whole, 'devices') ?? whole.tracks[0] };
    }
    case 'feed':
    case 'hand':
    case 'c3d': {
      const track = findTrack(recording, kind === 'feed' ? 'bodies' : kind === 'hand' ? 'hand' : 'markers');
      return { recording, shown: track ?? recording.tracks[0] };
    }
  }
}
