import type { BodySex } from '@leib/body';

/** Models of our own. */
export const bodySexes: readonly BodySex[] = ['female', 'male', 'neutral'];

/** Whether a word names a model: one of ours, or a file as SMPL's come. */
export function isModelName(word: string): boolean {
  return (bodySexes as readonly string[]).includes(word) || /\.(npz|pkl)$/i.test(word);
}
