import { InputError } from '@leib/core';
import { type HandRecording, handRecordingDuration, MAX_HAND_FRAMES } from '@leib/tracking/hands';

export interface PlayedHands {
  /** The puppet, and how many hands it has. */
  readonly source: string;
  readonly handCount: number;
  /** Path of the first recording. */
  readonly handPath: string;
}

/** Refuses more hands than the puppet has, and times that are wrong by hours and would be played for days. */
export function checkPlayedHands(
  { source, handCount, handPath }: PlayedHands,
  recordings: readonly HandRecording[],
  hz: number,
  restSeconds: number,
): void {
  const given = recordings.length;
  if (handCount < given) {
    const expected = `expected a puppet for ${given === 1 ? 'a hand' : 'two hands'}`;
    throw new InputError(source, `${expected}, got one with ${handCount} in "hands"`);
  }
  const duration = Math.max(...recordings.map(handRecordingDuration));
  const frames = Math.ceil((duration + restSeconds) * hz);
  if (frames <= MAX_HAND_FRAMES) return;
  const reason = `expected at most ${MAX_HAND_FRAMES} frames at ${hz} Hz, got ${frames}`;
  throw new InputError(handPath, `${reason}, because the hand's times are ${duration} s apart`);
}
