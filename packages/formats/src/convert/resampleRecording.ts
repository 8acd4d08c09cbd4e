import {
  channelSize,
  type Motion,
  motionDuration,
  motionOfTrack,
  type Recording,
  resampleTrack,
  type Track,
  trackDuration,
  trackOfMotion,
} from '@leib/core';
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

/**
 * The same movement at another rate, over the same time. Frames whose time both rates share are copied bit for bit;
 * a motion that has the rate already comes back itself.
 */
export function resampleMotion(motion: Motion, hz: number): Motion {
  if (hz === motion.hz) return motion;
  const { skeleton, name, frameCount } = motion;
  const numbersPerFrame = skeleton.jointCount * 4 + 3;
  const sourceNumbers = frameCount * numbersPerFrame;
  const count = countFrames({ seconds: motionDuration(motion), hz, sourceNumbers, numbersPerFrame });
  return motionOfTrack(resampleTrack(trackOfMotion(motion), hz, count), name, skeleton);
}
