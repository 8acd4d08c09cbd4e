import { storedZip, type ZippedFile } from '@leib/formats';
import { bakePuppet, type PuppetModel, type PuppetTake, stepTake, takeDuration } from '@leib/puppet';
import { createPuppetView, type DrawnSkin, type PuppetView } from '@leib/three/puppet';
import { DirectionalLight, HemisphereLight, type PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { recordVideo, type VideoRecording } from '../../../files/recordVideo.js';
import { saveFile } from '../../../files/saveFile.js';
import type { ExportJob } from '../../../ui/exportDesk.js';
import type { Background } from '../../../world/background.js';
import type { SoundPlayer } from './soundPlayer.js';
import type { TakeEntry } from './takeEntry.js';

interface PictureOptions {
  readonly width: number;
  readonly height: number;
  readonly background: Background;
  /** Where it is seen from: the main view's. */
  readonly camera: PerspectiveCamera;
}

/** Draws a puppet off the page: only itself, as large as wanted, from where the main view looks. */
class TakePicture {
  readonly canvas = document.createElement('canvas');
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera: PerspectiveCamera;
  readonly #view: PuppetView;

  private constructor(view: PuppetView, floor: number, options: PictureOptions) {
    const { width, height, background, camera } = options;
    const { canvas } = this;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.setSize(width, height, false);
    const { colour, opacity } = background;
    this.#renderer.setClearColor(colour, opacity);
    this.#camera = camera.clone();
    camera.matrixWorld.decompose(this.#camera.position, this.#camera.quaternion, this.#camera.scale);
    this.#camera.clearViewOffset();
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    const sun = new DirectionalLight('#fff4e6', 2.2);
    sun.position.set(1.5, 3, 2.5);
    view.root.position.y = -floor;
    this.#view = view;
    this.#scene.add(view.root, sun, new HemisphereLight('#eef4ff', '#6b645c', 1.6));
  }

  static async create(model: PuppetModel, options: PictureOptions): Promise<TakePicture> {
    return new TakePicture(await createPuppetView(model), model.file.stage.floor, options);
  }

  draw(skin: DrawnSkin): void {
    this.#view.update(skin);
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** The drawn picture as PNG. */
  async png(): Promise<Blob> {
    const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('this browser made no picture; choose a smaller size');
    return blob;
  }

  dispose(): void {
    this.#view.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

const FRAMES_HZ = 30;

/** A folder that the visitor has chosen (File System Access API; Chromium only). */
interface FrameFolder {
  readonly name: string;
  getFileHandle(
    name: string,
    options: { create: true },
  ): Promise<{ createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }> }>;
  removeEntry(name: string): Promise<void>;
}

/**
 * Writes every frame of a take as PNG into a folder, or into one ZIP; returns what was written, in a sentence. Where it
 * is cancelled or fails, no picture of it stays in the folder.
 */
export async function exportFrames(
  model: PuppetModel,
  take: PuppetTake,
  picture: PictureOptions,
  target: { readonly fileName: string; readonly folder: FrameFolder | null },
  job: ExportJob,
): Promise<string> {
  const { fileName, folder } = target;
  const drawn = await TakePicture.create(model, picture);
  const zipped: ZippedFile[] = [];
  const written: string[] = [];
  let count = 0;
  try {
    for (const { timeSeconds, state } of stepTake(model, take, FRAMES_HZ)) {
      drawn.draw(state.skin);
      const png = await drawn.png();
      const name = `${fileName}-${String(count++).padStart(5, '0')}.png`;
      if (folder) {
        written.push(name);
        await writeInto(folder, name, png);
      } else zipped.push({ name, bytes: new Uint8Array(await png.arrayBuffer()) });
      await job.report(timeSeconds / Math.max(takeDuration(take), 1e-6));
    }
  } catch (error) {
    // A picture that was not begun is not there to be removed.
    for (const name of written) await folder?.removeEntry(name).catch(() => {});
    throw error;
  } finally {
    drawn.dispose();
  }
  if (folder) return `${count} pictures were written into ${folder.name}, ${FRAMES_HZ} for each second.`;
  saveFile(`${fileName}-frames.zip`, storedZip(zipped), 'application/zip');
  return `Saved as ${fileName}-frames.zip: ${count} pictures, ${FRAMES_HZ} for each second.`;
}

async function writeInto(folder: FrameFolder, name: string, png: Blob): Promise<void> {
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(png);
  await file.close();
}

/** Asks for a folder; null where the browser cannot, or the visitor chose none. */
export async function askForFolder(): Promise<FrameFolder | null> {
  const { showDirectoryPicker } = globalThis as {
    showDirectoryPicker?: (options: { mode: 'readwrite' }) => Promise<FrameFolder>;
  };
  return (await showDirectoryPicker?.({ mode: 'readwrite' }).catch(() => null)) ?? null;
}

export const canWriteFolder = 'showDirectoryPicker' in globalThis;

const HZ = 30;

/** Writes a take as animated GLB; returns what was written, in a sentence. */
export async function exportGltf(
  model: PuppetModel,
  take: PuppetTake,
  form: 'bones' | 'morphs',
  fileName: string,
  job: ExportJob,
): Promise<string> {
  const frameCount = takeDuration(take) * HZ + 1;
  const { bytes, count, rmsError } = await bakePuppet(model, stepTake(model, take, HZ), {
    as: form,
    hz: HZ,
    name: take.name,
    onProgress: (what, done) => job.report(what === 'frames' ? (0.5 * done) / frameCount : 0.5 + 0.5 * done),
  });
  const name = `${fileName}-${form}.glb`;
  saveFile(name, bytes, 'model/gltf-binary');
  const what = form === 'bones' ? `${count} bones` : `${count} morph targets`;
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`;
  return `Saved as ${name}: ${what}, ${size}, ${(rmsError * 1000).toFixed(2)} mm from the played surface in the mean.`;
}

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
