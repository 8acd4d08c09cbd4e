import type { BodyFrame, MocapOffsets } from '@leib/mocap';

export interface FoundOffsets {
  readonly offsets: MocapOffsets | null;
  readonly words: string;
}
export function findInTPose(_frames: readonly BodyFrame[]): FoundOffsets {
  return { offsets: null, words: '' };
}
export function findByMoving(_frames: readonly BodyFrame[], _before: MocapOffsets | null): FoundOffsets {
  return { offsets: null, words: '' };
}
