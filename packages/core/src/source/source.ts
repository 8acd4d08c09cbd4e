import type { Timeline } from './timeline.js';

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
