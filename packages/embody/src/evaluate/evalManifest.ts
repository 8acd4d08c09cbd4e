import { isRecord } from '@leib/core';
import { FormatError } from '@leib/formats';
import type { EvalClipInfo } from './evalClip.js';

/** A clip that a manifest lists, and its file, from the manifest's folder. */
export interface EvalManifestClip extends EvalClipInfo {
  readonly file: string;
}

/** Known to be broken: in CMU's 127_32 the head sits turned by 154 degrees on its chest. */
export const brokenClips: ReadonlySet<string> = new Set(['127_32']);

/**
 * Clips of a manifest.json: {clips: [{file, clip?, category?, subject?, person_group?}]}. Only `file` must be there. A
 * person who was recorded under several subject numbers counts as one.
 */
export function parseEvalManifest(text: string): readonly EvalManifestClip[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new FormatError('file', 'manifest.json', (error as Error).message);
  }
  const clips = isRecord(manifest) ? manifest.clips : undefined;
  if (!Array.isArray(clips)) throw new FormatError('file', 'manifest.json', 'it has no list "clips"');
  return clips.map((clip: unknown, index) => {
    if (!isRecord(clip) || typeof clip.file !== 'string') {
      throw new FormatError('file', `manifest.json clips[${index}]`, 'it names no "file"');
    }
    return {
      file: clip.file,
      name: textOr(clip.clip, clipNameOf(clip.file)),
      category: textOr(clip.category, 'other'),
      subject: textOr(clip.person_group, textOr(clip.subject, 'unknown')),
    };
  });
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

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
