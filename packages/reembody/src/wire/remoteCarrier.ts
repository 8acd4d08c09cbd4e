import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { WorldObject } from '../world/worldObject.js';
import type { RemoteBuilt } from './built.js';

/**
 * Connection to a simulation that runs elsewhere: in a worker, or on a server. Frames go one at a time: the next is sent when
 * the one before was answered. It has a lifetime: call dispose().
 */
export interface RemoteCarrier {
  /** The next frame's numbers, to be filled before send(); null while one is on its way, and before anything is built. */
  readonly input: Float64Array | null;
  /** Sends `input`. */
  send(): void;
  /** New settings of all own bodies; answered by built() or failed(). */
  setSettings(settings: RemoteBodySettings): void;
  /** Number of own bodies, copies of the first; answered by built() or failed(). */
  setCount(count: number): void;
  resetObjects(): void;
  /** Other things in the room; answered by built() or failed(). False where it cannot: then open another carrier. */
  setObjects(objects: readonly WorldObject[]): boolean;
  dispose(): void;
}

/** What comes back. */
export interface RemoteCarrierEvents {
  built(built: RemoteBuilt): void;
  /**
   * A frame's numbers, the listener's until the next ones come. `isAnswer`: to the frame that was sent last; a world that
   * is shared goes on by itself, too. `simulationSeconds` of the time since then went by where it runs.
   */
  frame(output: Float64Array, isAnswer: boolean, simulationSeconds: number): void;
  /** `isOver`: nothing more will come. */
  failed(reason: string, isOver: boolean): void;
}
