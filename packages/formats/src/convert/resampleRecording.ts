import { channelSize, type Recording, resampleTrack, type Track, trackDuration } from '@leib/core';
import { countFrames } from '../limits/fileLimits.js';

/** The same tracks at another rate, over the same time; documents, events and sounds stay. */
export function resampleRecording(recording: Recording, hz: number): Recording {
  return { ...recording, tracks: recording.tracks.map((track) => resampled(track, hz)) };
}

function resampled(track: Track, hz: number): Track {
  const numbersPerFrame = Object.values(track.channels).reduce((sum, channel) => sum + channelSize(channel), 0);
  const sourceNumbers = numbersPerFrame * track.momentCount;
  if (track.kind === 'sound' || track.momentCount === 0) return track;
  return resampleTrack(track, hz, countFrames({ seconds: trackDuration(track), hz, sourceNumbers, numbersPerFrame }));
}
