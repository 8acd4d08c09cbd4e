import { trackedPoints } from '@leib/tracking';
import type { SolvedBody } from '../solvedBody.js';
import type { FrameRecord } from './frameRecord.js';
import { type Anchors, createAnchors } from './mendFrames.js';
import type { Past } from './pastState.js';

/** A second body, and the frames that it is still to take. Made at the first fault. */
export interface SecondBody {
  /** As the body was before the fault. */
  readonly state: SolvedBody;
  readonly record: FrameRecord;
}

/** What stepHindsight() remembers. One per avatar. */
export interface HindsightState {
  /** Nothing is wrong; something is; or the second body catches up with the first. */
  phase: 'fine' | 'fault' | 'catchUp';
  second: SecondBody | null;
  /** The last seconds, from the first judged frame on; nobody keeps them for a whole crowd. */
  past: Past | null;
  keepsPast: boolean;
  /** For how long nothing has been wrong, seconds. */
  calmSeconds: number;
  /** Where each point was last while nothing was wrong, for how long it has been there, seconds, and whether that is known. 11. */
  readonly anchors: Anchors;
  readonly anchorSeconds: Float64Array;
  hasAnchors: boolean;
  /** What is thought of each point in this frame: points that were not there before the fault count for nothing. 11. */
  readonly verdicts: Uint8Array;
  /** 1 for points that were there before the fault; for those that came and went meanwhile. 11. */
  readonly wasThere: Uint8Array;
  readonly isPassing: Uint8Array;
  /** The head has been in trouble since the fault began. */
  isHeadInTrouble: boolean;
  /** How often the person was put elsewhere by the last frame. */
  teleportCount: number;
}

export function createHindsightState(): HindsightState {
  const count = trackedPoints.length;
  return {
    phase: 'fine',
    second: null,
    past: null,
    keepsPast: true,
    calmSeconds: 0,
    anchors: createAnchors(),
    anchorSeconds: new Float64Array(count),
    hasAnchors: false,
    verdicts: new Uint8Array(count),
    wasThere: new Uint8Array(count),
    isPassing: new Uint8Array(count),
    isHeadInTrouble: false,
    teleportCount: 0,
  };
}

/** The body has become another one: a second one of the old kind is of no use. */
export function dropSecondBody(state: HindsightState): void {
  endFault(state);
  state.second = null;
  state.past = null;
}

/** What has been is as it was. */
export function endFault(state: HindsightState): void {
  state.phase = 'fine';
  state.calmSeconds = 0;
  state.hasAnchors = false;
  state.isHeadInTrouble = false;
}
