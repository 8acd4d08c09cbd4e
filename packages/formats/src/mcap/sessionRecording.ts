import type { TrackingRecording } from '@leib/tracking';
import type { JointsRecording } from '../recording/jointsRecording.js';

/** Settings as they stood from a moment on. */
export interface RecordedSettings {
  /** Seconds on the recorder's clock. */
  readonly timeSeconds: number;
  /** Plain JSON data, as it was handed in. */
  readonly settings: unknown;
}

/** A second body that followed the first by forces: the pose it reached, and how late its targets were. */
export interface RemoteRecording {
  /** What was wished in the same moments is in the session's joints. */
  readonly reached: JointsRecording;
  /** Longest delay that any part of the body really had in each moment, seconds. */
  readonly delaySeconds: Float64Array;
}

/** A whole session: what went in, what came out, with which settings and which versions. */
export interface SessionRecording {
  readonly tracking: TrackingRecording | null;
  readonly joints: JointsRecording | null;
  /** Only where a second body was simulated. */
  readonly remote: RemoteRecording | null;
  /** In the order of their times. */
  readonly settings: readonly RecordedSettings[];
  /** Versions of whatever took part, by name: "@leib/embody" -> "0.1.0". */
  readonly versions: Readonly<Record<string, string>>;
  /** First and last moment on the recorder's clock. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** What had to be given up, in words; empty for a file that is whole. */
  readonly warnings: readonly string[];
}
