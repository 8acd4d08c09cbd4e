import type { WornAvatar } from '@leib/embody';
import type { Actor, ActorDoc } from '@leib/stage';

/** Somebody else on the stage: their source is the network, or a recording. */
export interface RemoteActor extends Actor {
  /** What it was made with. */
  readonly avatar: WornAvatar;
  /** False before anything has come of them. */
  readonly isThere: boolean;
  /** The world's metres per one of the body's own: what it is drawn in. */
  readonly scale: number;
  /** Weights of the face as they came, in the order of faceParameterNames; null where none did. */
  readonly face: Float64Array | null;
  /** How long no face has come, milliseconds; infinite before one has. */
  readonly faceAgeMs: number;
}

/** The world's metres per one of the body's own, as somebody's entry has it. */
export function scaleOf({ settings: { scale } }: ActorDoc): number {
  return typeof scale === 'number' && scale > 0.01 && scale < 100 ? scale : 1;
}
