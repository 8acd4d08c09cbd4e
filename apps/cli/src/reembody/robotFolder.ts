import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { InputError } from '@leib/core';
import { createFileSet, type FileSet, fileSetOfZip, type SetFile } from '@leib/formats';
import { type GatherOptions, gatherRobot, MissingMeshesError, type RobotFiles } from '@leib/reembody/robot';
import { unreadable } from '../fileErrors.js';
import { readInput } from '../files.js';

/** Folders above a description that are looked into for its meshes: robot/urdf/r.urdf has them in robot/meshes. */
const FOLDERS_ABOVE = 2;
/** A folder with more files is not a robot's. */
const MAX_FILES = 20_000;

/** The robot at a path: a folder, a zip, or a description with its files in the folders around it. */
export async function readRobot(path: string, options: GatherOptions): Promise<RobotFiles> {
  const info = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (info.isDirectory()) return gatherRobot(await folderSet(path), options);
  if (/\.zip$/i.test(path)) return gatherRobot(fileSetOfZip(await readInput(path), basename(path)), options);
  let folder = dirname(path);
  for (let above = 0; ; above++) {
    const chosen = relative(folder, path).split(sep).join('/');
    const isLast = above === FOLDERS_ABOVE;
    try {
      return await gatherRobot(await folderSet(folder), { ...options, chosen, isWithoutMissing: false });
    } catch (error) {
      if (!(error instanceof MissingMeshesError)) throw error;
      if (isLast && !options.isWithoutMissing) throw error;
      if (isLast) return gatherRobot(await folderSet(dirname(path)), { ...options, chosen: basename(path) });
    }
    folder = join(folder, '..');
  }
}

async function folderSet(folder: string): Promise<FileSet> {
  const files: SetFile[] = [];
  const visit = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) await visit(path);
      if (!entry.isFile()) continue;
      if (files.length >= MAX_FILES)
        throw new InputError(folder, `expected a robot's folder, got over ${MAX_FILES} files`);
      const { size } = await stat(path);
      files.push({ path: relative(folder, path), sizeBytes: size, read: () => readInput(path) });
    }
  };
  await visit(folder);
  return createFileSet(basename(folder), files);
}
