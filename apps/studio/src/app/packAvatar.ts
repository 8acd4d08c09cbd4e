import { type FileSet, storedZip } from '@leib/formats';
import { avatarFiles } from '@leib/three';
import { fileOfSet } from '../files/droppedSet.js';

/**
 * One of a set's avatars as a single file, which is worn, kept and exported like any other: the file itself, or a zip of it
 * and the files that it refers to.
 */
export async function packAvatar(set: FileSet, path: string): Promise<File> {
  const { files } = await avatarFiles(set, path);
  if (files.length === 1) return fileOfSet(files[0]);
  const zipped = await Promise.all(
    files.map(async (file) => ({ name: file.path, bytes: (await file.read()) as Uint8Array<ArrayBuffer> })),
  );
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return new File([storedZip(zipped)], `${name}.zip`);
}
