import type { Timeline } from '@leib/core';
import type { VideoRecording } from '../../files/recordVideo.js';
import type { ExportJob } from '../../ui/exportDesk.js';
import type { World } from '../../world/world.js';

/** Between two looks at the time, milliseconds: two of them in a frame at 60 Hz. */
const PAUSE_MS = 1000 / 60 / 2;

/** How much of a take is in a video, seconds, and what ended it too early; null: nothing. */
export interface PlayedVideo {
  readonly seconds: number;
  readonly endedBy: 'room' | 'source' | null;
}

/** What is played and drawn for a video. */
export interface PlayedWorld extends Pick<World, 'room' | 'timeline'> {
  readonly loop: Pick<World['loop'], 'stepBy'>;
  readonly painter: Pick<World['painter'], 'paint'>;
}

/** The recorder goes by the machine's own time, not by the studio's clock. */
const machineTime = {
  nowSeconds: () => performance.now() / 1000,
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS)),
};

/**
 * Plays a take from its beginning while it is recorded. Ends before the picture shows something else: another room, or
 * another source that moves the body.
 */
export async function playForVideo(
  world: PlayedWorld,
  timeline: Timeline,
  recording: Pick<VideoRecording, 'isHeld'>,
  job: Pick<ExportJob, 'report'>,
  time = machineTime,
): Promise<PlayedVideo> {
  const { durationSeconds } = timeline;
  const { room } = world;
  timeline.isPlaying = true;
  const startSeconds = time.nowSeconds();
  let shownSeconds = 0;
  while (shownSeconds < durationSeconds || recording.isHeld(shownSeconds - durationSeconds)) {
    const seconds = Math.min(shownSeconds, durationSeconds);
    if (world.room !== room) return { seconds, endedBy: 'room' };
    if (world.timeline !== timeline) return { seconds, endedBy: 'source' };
    const elapsed = time.nowSeconds() - startSeconds;
    world.loop.stepBy(elapsed - shownSeconds);
    shownSeconds = elapsed;
    world.painter.paint();
    await job.report(Math.min(1, elapsed / Math.max(durationSeconds, 1e-6)));
    await time.pause();
  }
  return { seconds: durationSeconds, endedBy: null };
}

const endings = {
  room: 'the video ended when another room was entered',
  source: 'the video ended when something else moved the body',
} as const;

/** How long the video is, for the sentence about the file. */
export function describePlayed({ seconds, endedBy }: PlayedVideo, durationSeconds: number): string {
  if (endedBy === null) return `${durationSeconds.toFixed(1)} s`;
  return `${seconds.toFixed(1)} of ${durationSeconds.toFixed(1)} s (${endings[endedBy]})`;
}
