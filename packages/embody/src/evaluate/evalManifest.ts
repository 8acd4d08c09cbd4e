import { decodeJson, requireDecoded } from '@leib/core';
import * as v from 'valibot';
import type { EvalClipInfo } from './evalClip.js';

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
