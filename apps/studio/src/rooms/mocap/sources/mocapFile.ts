import { findTrack, InputError } from '@leib/core';
import { type FeedRecording, feedOfTrack } from '@leib/feeds';
import { gunzipIfNeeded, loadMotionOrRecording, readFeedLines, sniffFormat } from '@leib/formats';
import { looksLikeDTrackLog } from '@leib/mocap';
import { devicesOfTrack, type TrackingRecording } from '@leib/tracking';

/** What a file is to this room. */
export type MocapFile =
  | { readonly kind: 'bodies'; readonly recording: TrackingRecording }
  | { readonly kind: 'markers'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Devices by their own ids. */
  | { readonly kind: 'feed'; readonly recording: FeedRecording }
  /** `bodies`: what it was solved from, where that is in it. */
  | { readonly kind: 'take'; readonly bytes: Uint8Array; readonly bodies: TrackingRecording | null }
  | {
      readonly kind: 'offsets' | 'bodyIds' | 'skeleton' | 'markerMap' | 'combination';
      readonly text: string;
    }
  | { readonly kind: 'dtrack'; readonly bytes: Uint8Array }
  | { readonly kind: 'agent' }
  | { readonly kind: 'mesh' }
  | { readonly kind: 'other' };

/** Files of JSON by their format. */
const textFiles = [
  ['leib-offsets', 'offsets'],
  ['leib-bodies', 'bodyIds'],
  ['leib-dh', 'skeleton'],
  ['leib-markers', 'markerMap'],
  ['leib-combination', 'combination'],
] as const;

/** Looks at a dropped or chosen file. Errors do not contain its name; the caller adds it. */
export async function readMocapFile(file: File): Promise<MocapFile> {
  if (file.size === 0) throw new InputError('', 'is empty; expected bodies, markers, a take, offsets or an agent');
  const bytes = await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer()));
  const format = sniffFormat(bytes, file.name);
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  const text = () => new TextDecoder().decode(bytes);
  for (const [name, kind] of textFiles) {
    if (new RegExp(`"format"\\s*:\\s*"${name}/`).test(head)) return { kind, text: text() };
  }
  if (/"format"\s*:\s*"leib-rig-points\//.test(head) || /\.(obj|ply)(\.gz)?$/i.test(file.name)) return { kind: 'mesh' };
  if (looksLikeDTrackLog(bytes)) return { kind: 'dtrack', bytes };
  switch (format) {
    case 'c3d':
      return { kind: 'markers', bytes: new Uint8Array(bytes) };
    case 'tracking':
      return { kind: 'bodies', recording: await bodiesOf(bytes, file.name) };
    case 'mcap': {
      const loaded = await loadMotionOrRecording(bytes, file.name);
      const recording = loaded.kind === 'recording' ? loaded.recording : null;
      const track = recording && findTrack(recording, 'devices');
      const tracking = track && devicesOfTrack(track);
      const raw = recording && findTrack(recording, 'bodies');
      const has = (wanted: string) => recording?.tracks.some(({ kind }) => kind === wanted) ?? false;
      if (has('joints') || has('pose'))
        return { kind: 'take', bytes, bodies: tracking && hasBack(tracking) ? tracking : null };
      if (tracking) return { kind: 'bodies', recording: tracking };
      return raw ? { kind: 'feed', recording: feedOfTrack(raw) } : { kind: 'other' };
    }
    case 'feed':
      return { kind: 'feed', recording: readFeedLines(text()) };
    case 'bvh':
    case 'vrma':
    case 'joints':
      return { kind: 'take', bytes, bodies: null };
    case 'vrm':
      return { kind: 'agent' };
    case 'glb':
    case 'gltf':
      return new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 20)).includes('"skins"')
        ? { kind: 'agent' }
        : hasMotion(bytes)
          ? { kind: 'take', bytes, bodies: null }
          : { kind: 'mesh' };
    default:
      return { kind: 'other' };
  }
}

/** A glTF file without animations is a mesh that can be rigged. */
function hasMotion(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1 << 20)).includes('"animations"');
}

async function bodiesOf(bytes: Uint8Array, name: string): Promise<TrackingRecording> {
  const loaded = await loadMotionOrRecording(bytes, name);
  if (loaded.kind !== 'tracking') throw new InputError('', `expected rigid bodies, got ${loaded.kind}`);
  return loaded.tracking;
}

/** Recordings of rigid bodies have one on the back, which no other tracking has. */
function hasBack({ extras }: TrackingRecording): boolean {
  return extras.has('back');
}
