import { storedZip, type ZippedFile } from '@leib/formats';
import { type PuppetModel, type PuppetTake, stepTake, takeDuration } from '@leib/puppet';
import { saveFile } from '../../../../files/saveFile.js';
import type { ExportJob } from '../../../../ui/exportDesk.js';
import { type PictureOptions, TakePicture } from './takePicture.js';

const FRAMES_HZ = 30;

/** A folder that the visitor has chosen (File System Access API; Chromium only). */
export interface FrameFolder {
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
