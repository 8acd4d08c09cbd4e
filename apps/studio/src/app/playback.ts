import { seekTimeline, type Timeline } from '@leib/core';
/** Play, pause and seek, for sources that have a timeline; nothing happens for live ones (null). */

export function togglePlaying(timeline: Timeline | null): void {
  if (!timeline) return;
  // At the end of a recording that does not loop, play restarts it.
  if (!timeline.isPlaying && !timeline.isLooping && timeline.timeSeconds >= timeline.durationSeconds) {
    seekTimeline(timeline, 0);
  }
  timeline.isPlaying = !timeline.isPlaying;
}

export function seekBy(timeline: Timeline | null, seconds: number): void {
  if (timeline) seekTimeline(timeline, timeline.timeSeconds + seconds);
}

export function toggleLooping(timeline: Timeline | null): void {
  if (timeline) timeline.isLooping = !timeline.isLooping;
}
