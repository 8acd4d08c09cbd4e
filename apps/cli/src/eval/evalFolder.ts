import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '@leib/core';
import {
  brokenClips,
  buildEvalClip,
  type EvalClip,
  type EvalClipOptions,
  type EvalManifestClip,
  evalClipsOfFiles,
  parseEvalManifest,
} from '@leib/embody/evaluate';
import { readBvh } from '@leib/formats';
import { describeFileError } from '../fileErrors.js';
import { readInput } from '../files.js';
import { named } from '../named.js';

/** The clips of a folder, and what was left out and why. */
export interface EvalFolder {
  readonly clips: readonly EvalManifestClip[];
  readonly notes: readonly string[];
}

/** Lists what there is to evaluate: what the manifest.json names, else every BVH file in the folder and below. */
export async function listEvalFolder(folder: string, only: string | undefined): Promise<EvalFolder> {
  const listed = await listClips(folder);
  const there = listed.filter(({ file }) => existsSync(join(folder, file)));
  const sound = there.filter(({ name }) => !brokenClips.has(name));
  const clips = sound.filter((clip) => isWanted(clip, only));
  if (clips.length === 0) {
    if (sound.length === 0) throw new InputError(folder, 'expected BVH files, got a folder without');
    throw new InputError('--only', `expected names or actions among the ${sound.length} clips, got "${only}"`);
  }
  const notes: string[] = [];
  if (there.length < listed.length) {
    notes.push(`${listed.length - there.length} of the manifest’s ${listed.length} files are not there`);
  }
  if (sound.length < there.length) {
    notes.push(`left out, known to be broken: ${[...brokenClips].join(', ')}`);
  }
  return { clips, notes };
}

async function listClips(folder: string): Promise<readonly EvalManifestClip[]> {
  const manifest = join(folder, 'manifest.json');
  if (existsSync(manifest)) return parseEvalManifest(new TextDecoder().decode(await readInput(manifest)));
  try {
    return evalClipsOfFiles(await readdir(folder, { recursive: true }));
  } catch (error) {
    throw new InputError(folder, `expected a readable folder, got ${describeFileError(error)}`, { cause: error });
  }
}

/** `only`: names of clips or actions, separated by commas; * stands for anything. */
function isWanted({ name, category }: EvalManifestClip, only: string | undefined): boolean {
  if (only === undefined) return true;
  return only.split(',').some((word) => {
    const pattern = word
      .trim()
      .replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
      .replaceAll('*', '.*');
    const matcher = new RegExp(`^${pattern}$`);
    return matcher.test(name) || matcher.test(category);
  });
}

/** Reads one clip. Errors begin with its file's path. */
export async function loadEvalClip(
  folder: string,
  clip: EvalManifestClip,
  options: EvalClipOptions,
): Promise<EvalClip> {
  const path = join(folder, clip.file);
  const bytes = await readInput(path);
  return named(path, async () => buildEvalClip((await readBvh(bytes)).motion, clip, options));
}
