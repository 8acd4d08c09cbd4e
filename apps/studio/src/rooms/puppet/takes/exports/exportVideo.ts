import { type PuppetModel, stepTake, takeDuration } from '@leib/puppet';
import { recordVideo, type VideoRecording } from '../../../../files/recordVideo.js';
import { saveFile } from '../../../../files/saveFile.js';
import type { ExportJob } from '../../../../ui/exportDesk.js';
import type { SoundPlayer } from '../soundPlayer.js';
import type { TakeEntry } from '../takeEntry.js';
import { type PictureOptions, TakePicture } from './takePicture.js';

/** The simulation's steps; a slow machine draws fewer of them. */
const STEP_HZ = 60;

/** A shorter take is held at its last picture: recorders write no sound into a shorter video. */
const MIN_SECONDS = 0.6;

/** Records a take as video in real time, with its sound; returns what was written, in a sentence. */
export async function exportVideo(
  model: PuppetModel,
  entry: TakeEntry,
  picture: PictureOptions,
  target: { readonly fileName: string; readonly sound: SoundPlayer },
  job: ExportJob,
): Promise<string> {
  const { fileName, sound } = target;
  const drawn = await TakePicture.create(model, picture);
  const heard = entry.sound ? sound.context.createMediaStreamDestination() : null;
  try {
    const { blob, ending } = await recordVideo(drawn.canvas, heard?.stream.getAudioTracks() ?? [], (recording) =>
      playInto(model, entry, drawn, {
        job,
        recording,
        async begin() {
          recording.start();
          await sound.play(entry.sound, 0, 1, heard);
        },
      }),
    );
    const name = `${fileName}.${ending}`;
    saveFile(name, blob, blob.type);
    return `Saved as ${name}: ${takeDuration(entry.take).toFixed(1)} s, ${(blob.size / 1e6).toFixed(1)} MB.`;
  } finally {
    sound.stop();
    drawn.dispose();
  }
}

interface Playing {
  readonly job: ExportJob;
  readonly recording: VideoRecording;
  begin(): Promise<void>;
}

/** Plays the take by the machine's own time, which is the recorder's. */
async function playInto(model: PuppetModel, { take }: TakeEntry, drawn: TakePicture, playing: Playing) {
  const { job, recording, begin } = playing;
  const frames = stepTake(model, take, STEP_HZ);
  let frame = frames.next();
  if (frame.done) return;
  let { state } = frame.value;
  drawn.draw(state.skin);
  await begin();
  const startMs = performance.now();
  let elapsed = 0;
  while (!frame.done || elapsed < MIN_SECONDS || recording.isHeld(elapsed - takeDuration(take))) {
    elapsed = (performance.now() - startMs) / 1000;
    if (!frame.done) state = frame.value.state;
    while (!frame.done && frame.value.timeSeconds < elapsed) frame = frames.next();
    drawn.draw(state.skin);
    await job.report(Math.min(1, elapsed / Math.max(takeDuration(take), 1e-6)));
    await new Promise((resolve) => setTimeout(resolve, 1000 / STEP_HZ / 2));
  }
}
