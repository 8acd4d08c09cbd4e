import type { BodySex } from '@leib/body';

/** Leib's own models. */
export const bodySexes: readonly BodySex[] = ['female', 'male', 'neutral'];

/** Whether a word names a model: one of ours, or an SMPL file by its extension. */
export function isModelName(word: string): boolean {
  return (bodySexes as readonly string[]).includes(word) || /\.(npz|pkl)$/i.test(word);
}
