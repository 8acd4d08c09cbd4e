import type { DeviceFrame } from '../frame/deviceFrame.js';
import type { TrackerOffsets } from '../frame/trackerOffsets.js';
import type { Timeline } from './timeline.js';

/** Where DeviceFrames come from: a headset, an emulated one, a recording, a clip. One interface, switched live. */
export interface TrackedSource {
  /** For people: "Headset", "Recording: walk.mcap". */
  readonly label: string;
  /** How each tracked thing sits on its joint. */
  readonly offsets: TrackerOffsets;
  /** Where in time the source is, for sources that can be paused and scrubbed; null for live ones. */
  readonly timeline: Timeline | null;
  /** False where no person wears what is tracked, though it is live: keys and mouse. */
  readonly isWorn?: boolean;
  /** Advances by dt and writes what is tracked now. Allocates nothing. */
  step(dtSeconds: number, out: DeviceFrame): void;
  dispose(): void;
}
