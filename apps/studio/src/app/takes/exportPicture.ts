import { seekTimeline } from '@leib/core';
import { recordVideo } from '../../files/recordVideo.js';
import { saveFile } from '../../files/saveFile.js';
import { describeBytes } from '../../files/takes/take.js';
import type { ExportJob } from '../../ui/exportDesk.js';
import type { World } from '../../world/world.js';
import { describePlayed, type PlayedVideo, playForVideo } from './playForVideo.js';

type Size = readonly [width: number, height: number] | null;

/** The body goes over from where it stands to the take's first moment within this time, seconds. */
const SETTLE_SECONDS = 1;
const STEP_HZ = 60;

/** Records what is played as video, in real time, from where the view looks; returns what was written, in a sentence. */
export async function exportVideo(world: World, size: Size, fileName: string, job: ExportJob): Promise<string> {
  const { timeline, painter } = world;
  if (!timeline) throw new Error('expected something that is played, got a live source; replay the take first');
  const { isLooping, speed } = timeline;
  let played: PlayedVideo = { seconds: 0, endedBy: null };
  world.loop.rest();
  try {
    Object.assign(timeline, { isPlaying: false, isLooping: false, speed: 1 });
    seekTimeline(timeline, 0);
    const { blob, ending } = await painter.atSize(size, () =>
      recordVideo(painter.canvas, [], async (recording) => {
        for (let step = 0; step < SETTLE_SECONDS * STEP_HZ; step++) world.loop.stepBy(1 / STEP_HZ);
        painter.paint();
        recording.start();
        played = await playForVideo(world, timeline, recording, job);
      }),
    );
    if (blob.size === 0) throw new Error('the video ended before its first picture was written; export it again');
    const name = `${fileName}.${ending}`;
    saveFile(name, blob, blob.type);
    return `Saved as ${name}: ${describePlayed(played, timeline.durationSeconds)}, ${describeBytes(blob.size)}.`;
  } finally {
    Object.assign(timeline, { isPlaying: true, isLooping, speed });
    world.onLayout();
    world.loop.start();
  }
}

/** Saves the picture of this moment as PNG; returns what was written, in a sentence. */
export async function exportPicture(world: World, size: Size, fileName: string): Promise<string> {
  try {
    const png = await world.painter.atSize(size, () => world.painter.png());
    const name = `${fileName}.png`;
    saveFile(name, png, png.type);
    return `Saved as ${name}: ${describeBytes(png.size)}.`;
  } finally {
    world.onLayout();
  }
}
