import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJson, InputError, requireDecoded } from '@leib/core';
import * as v from 'valibot';
import { describeFileError } from './fileErrors.js';
import { readText } from './files.js';

/** What is known of a clip besides its movement. */
export interface EvalClipInfo {
  readonly name: string;
  /** Action the clip is counted under: "walk". */
  readonly category: string;
  readonly subject: string;
}

/** A clip that a manifest lists, and its file, from the manifest's folder. */
export interface EvalManifestClip extends EvalClipInfo {
  readonly file: string;
}

/** Known to be broken: in CMU's 127_32 the head sits turned by 154 degrees on its chest. */
export const brokenClips: ReadonlySet<string> = new Set(['127_32']);

/** An entry of another type than text counts as left out: manifests of other tools number their subjects. */
const optionalText = v.fallback(v.optional(v.string(), ''), '');
const manifestSchema = v.object({
  clips: v.array(
    v.object({
      file: v.string(),
      clip: optionalText,
      category: optionalText,
      subject: optionalText,
      person_group: optionalText,
    }),
  ),
});

/**
 * Clips of a manifest.json: {clips: [{file, clip?, category?, subject?, person_group?}]}. Only `file` must be there. A
 * person who was recorded under several subject numbers counts as one.
 */
export function parseEvalManifest(text: string): readonly EvalManifestClip[] {
  const { clips } = requireDecoded(decodeJson(text, manifestSchema), 'manifest.json');
  return clips.map(({ file, clip, category, subject, person_group }) => ({
    file,
    name: clip || clipNameOf(file),
    category: category || 'other',
    subject: person_group || subject || 'unknown',
  }));
}

/** Clips of a folder that has no manifest: all its BVH files. CMU's names begin with the subject. */
export function evalClipsOfFiles(files: readonly string[]): readonly EvalManifestClip[] {
  return files
    .filter((file) => /\.bvh(\.gz)?$/i.test(file))
    .sort()
    .map((file) => {
      const name = clipNameOf(file);
      return { file, name, category: 'other', subject: /^(\d+)_\d+$/.exec(name)?.[1] ?? 'unknown' };
    });
}

/** File name without folder and endings. */
function clipNameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.bvh(\.gz)?$/i, '');
}

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
  if (existsSync(manifest)) return parseEvalManifest(await readText(manifest));
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
