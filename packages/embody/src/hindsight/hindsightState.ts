import { trackedPoints } from '@leib/tracking';
import type { SolvedBody } from '../solvedBody.js';
import type { FrameRecord } from './frameRecord.js';
import { createHomecoming, type Homecoming, resetHomecoming } from './homecoming.js';
import { type Anchors, createAnchors } from './mendFrames.js';
import { createPointWatch, type PointWatch, resetPointWatch } from './pointWatch.js';

/** A second body, and the frames that it is still to take. Made at the first fault. */
export interface SecondBody {
  /** As the body was before the fault. */
  readonly state: SolvedBody;
  readonly record: FrameRecord;
}

/** What stepHindsight() remembers. One per avatar. */
export interface HindsightState {
  readonly watch: PointWatch;
  /** Nothing is wrong; something is; or the second body catches up with the first. */
  phase: 'fine' | 'fault' | 'catchUp';
  second: SecondBody | null;
  /** For how long nothing has been wrong, seconds. */
  calmSeconds: number;
  readonly homecoming: Homecoming;
  readonly anchors: Anchors;
  /** 1 for points that were there before the fault; for those that came and went meanwhile. 11. */
  readonly wasThere: Uint8Array;
  readonly isStray: Uint8Array;
  /** How often the person was put elsewhere by the last frame. */
  teleportCount: number;
}

export function createHindsightState(): HindsightState {
  return {
    watch: createPointWatch(),
    phase: 'fine',
    second: null,
    calmSeconds: 0,
    homecoming: createHomecoming(),
    anchors: createAnchors(),
    wasThere: new Uint8Array(trackedPoints.length),
    isStray: new Uint8Array(trackedPoints.length),
    teleportCount: 0,
  };
}

export function resetHindsightState(state: HindsightState): void {
  resetPointWatch(state.watch);
  endFault(state);
}

/** The body has become another one: a second one of the old kind is of no use. */
export function dropSecondBody(state: HindsightState): void {
  endFault(state);
  state.second = null;
}

/** What has been is as it was. */
export function endFault(state: HindsightState): void {
  state.phase = 'fine';
  state.calmSeconds = 0;
  resetHomecoming(state.homecoming);
}
