import { type FileSet, filesWithExtension, findFile, packGltf, type SetFile } from '@leib/formats';
import { avatarCandidates } from '@leib/three';
import { fileOfSet, singleExtensions } from '../files/droppedSet.js';
import { askForFile } from '../ui/pageStore.js';
import type { RoomActs } from '../world/roomScene.js';
import type { Wardrobe } from './wardrobe.js';

export interface FileOpener {
  readonly wardrobe: Pick<Wardrobe, 'openFiles'>;
  openFile(file: File): Promise<void>;
  /** What the open room takes. */
  readonly acts: Pick<RoomActs, 'openFile' | 'openFiles'> | undefined;
}

/** Models that a room may take by itself. */
const roomModels = ['glb', 'gltf', 'vrm', 'obj', 'ply'] as const;

/** Whether the room takes these files: all of them, or the one model among them. */
export async function openInRoom(set: FileSet, { acts }: FileOpener): Promise<boolean> {
  if (await acts?.openFiles?.(set)) return true;
  const models = filesWithExtension(set, roomModels);
  if (!acts?.openFile || models.length !== 1) return false;
  return acts.openFile(await wholeModel(models[0], set));
}

/** A model as one file: a glTF with its data and pictures inside. */
async function wholeModel(model: SetFile, set: FileSet): Promise<File> {
  if (!/\.gltf$/i.test(model.path)) return fileOfSet(model);
  const { bytes } = await packGltf(model, set);
  return fileOfSet({ ...model, path: model.path.replace(/gltf$/i, 'glb'), read: async () => bytes });
}

/** Opens a folder, a zip or files that belong together: an avatar with its files, else a motion; which one, is asked. */
export async function openTogether(set: FileSet, { wardrobe, openFile }: FileOpener): Promise<void> {
  const motions = filesWithExtension(set, singleExtensions).map(({ path }) => path);
  if (motions.length === 0 || avatarCandidates(set).length > 0) return wardrobe.openFiles(set);
  const path = await askForFile('Which file?', motions);
  const file = path === null ? null : findFile(set, path);
  if (file) await openFile(await fileOfSet(file));
}
