import { type PuppetModel, stepTake, takeDuration } from '@leib/puppet';
import { saveFile } from '../../../../files/saveFile.js';
import type { SoundPlayer } from '../soundPlayer.js';
import type { TakeEntry } from '../takeEntry.js';
import type { ExportJob } from './exportDesk.js';
import { type PictureOptions, TakePicture } from './takePicture.js';

/** The simulation's steps; a slow machine draws fewer of them. */
const STEP_HZ = 60;

/** A shorter take is held at its last picture: recorders write no sound into a shorter video. */
const MIN_SECONDS = 0.6;

/** VP9 and VP8 keep a transparent background; MP4 is for browsers that write nothing else. */
const types = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

/** Records a take as video in real time, with its sound; returns what was written, in a sentence. */
export async function exportVideo(
  model: PuppetModel,
  entry: TakeEntry,
  picture: PictureOptions,
  target: { readonly fileName: string; readonly sound: SoundPlayer },
  job: ExportJob,
): Promise<string> {
  const { fileName, sound } = target;
  const mimeType = types.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (!mimeType) throw new Error('this browser records no video; export the frames instead');
  const drawn = await TakePicture.create(model, picture);
  const stream = drawn.canvas.captureStream();
  const heard = entry.sound ? sound.context.createMediaStreamDestination() : null;
  for (const track of heard?.stream.getAudioTracks() ?? []) stream.addTrack(track);
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: 12_000_000 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  try {
    await playInto(model, entry, drawn, {
      job,
      async begin() {
        recorder.start();
        await sound.play(entry.sound, 0, 1, heard);
      },
    });
  } finally {
    sound.stop();
    if (recorder.state !== 'inactive') recorder.stop();
    drawn.dispose();
  }
  await stopped;
  const name = `${fileName}.${mimeType.startsWith('video/mp4') ? 'mp4' : 'webm'}`;
  const blob = new Blob(pieces, { type: mimeType });
  saveFile(name, blob, mimeType);
  return `Saved as ${name}: ${takeDuration(entry.take).toFixed(1)} s, ${(blob.size / 1e6).toFixed(1)} MB.`;
}

interface Playing {
  readonly job: ExportJob;
  begin(): Promise<void>;
}

/** Plays the take by the machine's own time, which is the recorder's. */
async function playInto(model: PuppetModel, { take }: TakeEntry, drawn: TakePicture, { job, begin }: Playing) {
  const frames = stepTake(model, take, STEP_HZ);
  let frame = frames.next();
  if (frame.done) return;
  let { state } = frame.value;
  drawn.draw(state.skin);
  await begin();
  const startMs = performance.now();
  let elapsed = 0;
  while (!frame.done || elapsed < MIN_SECONDS) {
    elapsed = (performance.now() - startMs) / 1000;
    if (!frame.done) state = frame.value.state;
    while (!frame.done && frame.value.timeSeconds < elapsed) frame = frames.next();
    drawn.draw(state.skin);
    await job.report(Math.min(1, elapsed / Math.max(takeDuration(take), 1e-6)));
    await new Promise((resolve) => setTimeout(resolve, 1000 / STEP_HZ / 2));
  }
}
