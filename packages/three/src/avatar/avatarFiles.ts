import { createFileSet, type FileSet, findFile, gltfFileNames, readGltfJson, type SetFile } from '@leib/formats';
import { modelKind } from './modelKind.js';
import { type AvatarSource, readSource, type SourceFile } from './readSource.js';

/** The avatar of a set and the files that it refers to, as far as they are there: what to keep of a whole folder or zip. */
export async function avatarFiles(source: AvatarSource, chosen?: string): Promise<FileSet> {
  const read = await readSource(source, chosen);
  const { file, set } = read;
  const bytes = new Uint8Array(read.bytes);
  const named = modelKind(bytes, read.label) === 'fbx' ? fbxPictures(read) : gltfFiles(bytes, file, set);
  return createFileSet(set.name, new Set([file, ...named]));
}

function gltfFiles(bytes: Uint8Array, file: SetFile, set: FileSet): SetFile[] {
  const { dataNames, pictureNames } = gltfFileNames(readGltfJson(bytes));
  return [...dataNames, ...pictureNames].flatMap((name) => findFile(set, name, file.path) ?? []);
}

/** Pictures of the set whose names occur in an FBX. They are plain text in it, in its binary form as well. */
export function fbxPictures({ bytes, set }: SourceFile): SetFile[] {
  const text = new TextDecoder().decode(bytes).toLowerCase();
  const isPicture = (path: string) => /\.(png|jpe?g|webp|avif|bmp|gif|tga)$/i.test(path);
  const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return set.files.filter(({ path }) => isPicture(path) && text.includes(lastPart(path)));
}
