/** A take that goes on. */
export interface RunningTake {
  readonly timeSeconds: number;
  /** Where it ends, or begins again. */
  readonly endSeconds: number;
  readonly isLooped: boolean;
}

export interface NextTime {
  readonly timeSeconds: number;
  /** The time has jumped to the beginning: the sound must be sought. */
  readonly isNewRound: boolean;
  readonly isOver: boolean;
}

/** Time of a take one frame later. The sound's own clock leads where it is heard, so that lips stay with the voice. */
export function nextTakeTime(take: RunningTake, dtSeconds: number, heardSeconds: number | null): NextTime {
  const { endSeconds, isLooped } = take;
  const timeSeconds = heardSeconds ?? take.timeSeconds + dtSeconds;
  if (timeSeconds < endSeconds) return { timeSeconds, isNewRound: false, isOver: false };
  if (!isLooped || endSeconds <= 0) return { timeSeconds: endSeconds, isNewRound: false, isOver: true };
  return { timeSeconds: timeSeconds % endSeconds, isNewRound: true, isOver: false };
}

/** Where in its sound a take is, seconds; null where the sound has not begun or is over. */
export function placeInSound(takeSeconds: number, startSeconds: number, soundSeconds: number): number | null {
  const place = takeSeconds + startSeconds;
  return place >= 0 && place < soundSeconds ? place : null;
}

/** A sound that was begun at a time of the take. */
export interface BegunSound {
  readonly takeSeconds: number;
  /** Clock of the loudspeakers at the beginning, seconds. */
  readonly clockSeconds: number;
  /** Seconds of the take in one second of that clock. */
  readonly rate: number;
}

/** Time of the take that is heard now. */
export function heardTakeTime({ takeSeconds, clockSeconds, rate }: BegunSound, nowSeconds: number): number {
  return takeSeconds + (nowSeconds - clockSeconds) * rate;
}
