/** Play head of anything recorded. Plain data: the studio's scrub bar writes it, sources read it. */
export interface Timeline {
  readonly durationSeconds: number;
  timeSeconds: number;
  isPlaying: boolean;
  isLooping: boolean;
  /** 1 is real time; negative plays backwards. */
  speed: number;
}

export function createTimeline(durationSeconds: number): Timeline {
  return { durationSeconds, timeSeconds: 0, isPlaying: true, isLooping: true, speed: 1 };
}

/** Moves the play head by dt * speed: wraps when looping, else stops at the end it ran into. */
export function stepTimeline(timeline: Timeline, dtSeconds: number): void {
  if (timeline.isPlaying) seekTimeline(timeline, timeline.timeSeconds + dtSeconds * timeline.speed);
}

export function seekTimeline(timeline: Timeline, timeSeconds: number): void {
  const { durationSeconds, isLooping } = timeline;
  if (timeSeconds >= 0 && timeSeconds <= durationSeconds) {
    timeline.timeSeconds = timeSeconds;
  } else if (isLooping && durationSeconds > 0) {
    timeline.timeSeconds = timeSeconds - Math.floor(timeSeconds / durationSeconds) * durationSeconds;
  } else {
    timeline.timeSeconds = timeSeconds < 0 ? 0 : durationSeconds;
    timeline.isPlaying = false;
  }
}

/**
 * Where frames come from: a device, a recording, a simulation, the network. `Frame` is what it measures: devices, rigid
 * bodies, a hand. Sources are switched live.
 */
export interface Source<Frame> {
  /** For people: "Headset", "Recording: walk.mcap". */
  readonly label: string;
  /** Where in time the source is, for sources that can be paused and scrubbed; null or absent for live ones. */
  readonly timeline?: Timeline | null;
  /** Why nothing comes, and what to do, in one sentence; null or absent: all is well. */
  readonly problem?: string | null;
  /** Advances by dt and writes what is measured now. Allocates nothing. */
  step(dtSeconds: number, out: Frame): void;
  dispose(): void;
}
