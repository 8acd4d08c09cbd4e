import {
  addTrack,
  appendMoment,
  createRecorder,
  doublesOf,
  finishTrack,
  type GrowingTrack,
  gradesOf,
  InputError,
  type Track,
  type TrackSpec,
} from '@leib/core';
import { quality } from '@leib/tracking';
import type { C3dMarkers } from '../c3d/writeC3d.js';

type Markers = Pick<C3dMarkers, 'rate' | 'labels' | 'frameCount' | 'positions'>;

/** A track for labelled markers in the world, of which any may be out of sight. */
export function markersTrackSpec(labels: readonly string[], hz: number): TrackSpec {
  const places = { kind: 'line', count: labels.length * 3, grade: 'seen' } as const;
  const seen = { kind: 'step', count: labels.length, store: 'bytes' } as const;
  return { name: 'markers', kind: 'markers', hz, about: { labels: [...labels] }, channels: { places, seen } };
}

/** Adds one moment: x y z of each marker; one that is NaN is out of sight and keeps its last known place. */
export function appendMarkers(track: GrowingTrack, seconds: number, positions: ArrayLike<number>): boolean {
  const { places } = track.channels;
  const before = places.values.subarray((track.momentCount - 1) * places.count);
  const values = Float64Array.from(positions, (value, i) => (Number.isNaN(value) ? (before[i] ?? 0) : value));
  const seen = Uint8Array.from({ length: positions.length / 3 }, (_, marker) =>
    Number.isNaN(positions[marker * 3]) ? quality.lost : quality.tracked,
  );
  return appendMoment(track, seconds, { places: values, seen });
}

/** Markers in the world as a track from second 0. */
export function trackOfMarkers({ rate, labels, frameCount, positions }: Markers): Track {
  const track = addTrack(createRecorder(), markersTrackSpec(labels, rate));
  const size = labels.length * 3;
  const at = Float64Array.from(positions);
  for (let frame = 0; frame < frameCount; frame++)
    appendMarkers(track, frame / rate, at.subarray(frame * size, (frame + 1) * size));
  return finishTrack(track);
}

/** A track of markers as what a C3D file takes. Throws InputError where it says something else. */
export function markersOfTrack(track: Track): Markers {
  const { labels } = track.about;
  if (!Array.isArray(labels) || labels.some((label) => typeof label !== 'string'))
    throw new InputError(`track "${track.name}", labels`, 'expected a list of names');
  const places = doublesOf(track, 'places', labels.length * 3);
  const seen = gradesOf(track, 'seen', labels.length);
  const positions = places.map((value, i) => (seen[Math.floor(i / 3)] === quality.lost ? Number.NaN : value));
  return { rate: track.hz, labels, frameCount: track.momentCount, positions };
}
