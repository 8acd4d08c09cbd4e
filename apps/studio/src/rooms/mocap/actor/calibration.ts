import {
  type BodyFrame,
  type BodySource,
  copyBodyFrame,
  createBodyFrame,
  defaultDhSkeleton,
  findOffsets,
} from '@leib/mocap';
import type { OffsetsEdits } from '../settings/offsetsEdits.js';
import { fileOfOffsets } from '../settings/offsetsFile.js';
import type { SimulatedSource } from '../sources/simulatedSource.js';

/** Time between two frames that are kept, seconds. */
const FRAME_SECONDS = 1 / 60;

/** What the person is asked to do, and for how long, seconds. */
const phases = {
  ready: { seconds: 3, words: 'Stand upright, arms out to the sides, palms down …' },
  hold: { seconds: 2, words: 'Hold still …' },
  move: { seconds: 20, words: 'Now circle wrists and ankles, turn the head …' },
} as const;

type Phase = keyof typeof phases;

/** Leads through finding offsets: a T-pose, and movement after it where that is wanted. Frames are collected, then solved at once. */
export class Calibration {
  /** What is asked for now; null while nothing is looked for. */
  phase: Phase | null = null;
  /** What came out of the last try, for people; empty before the first. */
  result = '';
  readonly #offsets: Pick<OffsetsEdits, 'set'>;
  #isMoving = false;
  #seconds = 0;
  #frames: BodyFrame[] = [];
  #tPose: BodySource | null = null;

  constructor(offsets: Pick<OffsetsEdits, 'set'>) {
    this.#offsets = offsets;
  }

  get words(): string {
    return this.phase ? phases[this.phase].words : '';
  }

  /** Of the present phase, 0 to 1. */
  get progress(): number {
    return this.phase ? Math.min(1, this.#seconds / phases[this.phase].seconds) : 0;
  }

  /** @param isMoving whether wrists, ankles and head are found by moving them after the T-pose */
  start(isMoving: boolean): void {
    this.cancel();
    this.#isMoving = isMoving;
    this.#enter('ready');
  }

  cancel(): void {
    this.#frames = [];
    this.#tPose = null;
    this.#enter(null);
  }

  /** The bodies while a simulated person stands in the T-pose; null where they come from elsewhere. */
  tPoseOf(simulated: SimulatedSource): BodySource | null {
    if (this.phase !== 'ready' && this.phase !== 'hold') return null;
    this.#tPose ??= simulated.standInTPose();
    return this.#tPose;
  }

  /** Takes a frame of the bodies. */
  step(frame: BodyFrame, dtSeconds: number): void {
    const { phase } = this;
    if (phase === null) return;
    this.#seconds += dtSeconds;
    const isDue =
      frame.timeSeconds - (this.#frames.at(-1)?.timeSeconds ?? Number.NEGATIVE_INFINITY) >= FRAME_SECONDS / 2;
    if (phase !== 'ready' && (isDue || this.#frames.length === 0)) {
      const copy = createBodyFrame(frame.names);
      copyBodyFrame(copy, frame);
      this.#frames.push(copy);
    }
    if (this.#seconds < phases[phase].seconds) return;
    if (phase === 'ready') this.#enter('hold');
    else if (phase === 'hold' && this.#isMoving) this.#enter('move');
    else this.#finish();
  }

  #enter(phase: Phase | null): void {
    this.phase = phase;
    this.#seconds = 0;
  }

  #finish(): void {
    try {
      const found = findOffsets({ frames: this.#frames, skeleton: defaultDhSkeleton.skeleton, floorY: 0 });
      const moved = found.joints.filter(({ from }) => from === 'movement').map(({ joint }) => joint);
      this.#offsets.set(fileOfOffsets(found.offsets));
      const how =
        moved.length === 0 ? 'all by proportions' : `${moved.join(', ')} by movement, the others by proportions`;
      this.result = `Found for a person of ${found.stature.toFixed(2)} m: ${how}.`;
    } catch (error) {
      this.result = (error as Error).message;
    }
    this.cancel();
  }
}
