import { type BodyFrame, type BodySource, copyBodyFrame, createBodyFrame } from '@leib/mocap';
import type { OffsetsEdits } from '../settings/offsetsEdits.js';
import { fileOfOffsets } from '../settings/offsetsFile.js';
import type { SimulatedSource } from '../sources/simulatedSource.js';
import { type FoundOffsets, findByMoving, findInTPose } from './findOffsets.js';

/** Time between two frames that are kept, seconds. */
const FRAME_SECONDS = 1 / 60;

/** A step of the guide: what it asks for, and for how long, seconds. */
const phases = {
  ready: { seconds: 3, words: 'Stand upright facing +Z, arms out to the sides, palms down …' },
  hold: { seconds: 2, words: 'Hold still …' },
  move: { seconds: 20, words: 'Circle arms and legs, bend elbows and knees, turn wrists and ankles …' },
} as const;

type Phase = keyof typeof phases;

/** Leads through finding offsets: a T-pose, or moving about. Frames are collected, then solved at once. */
export class Calibration {
  /** What the person is asked to do now; null while nothing is looked for. */
  phase: Phase | null = null;
  /** What came out of the last try, for people; empty before the first. */
  result = '';
  readonly #offsets: OffsetsEdits;
  #seconds = 0;
  #frames: BodyFrame[] = [];
  #tPose: BodySource | null = null;

  constructor(offsets: OffsetsEdits) {
    this.#offsets = offsets;
  }

  get words(): string {
    return this.phase ? phases[this.phase].words : '';
  }

  /** Of the present phase, 0 to 1. */
  get progress(): number {
    return this.phase ? Math.min(1, this.#seconds / phases[this.phase].seconds) : 0;
  }

  startTPose(): void {
    this.#begin('ready');
  }

  startMoving(): void {
    this.#begin('move');
  }

  cancel(): void {
    this.#begin(null);
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
    if (phase !== 'ready' && this.#seconds >= this.#frames.length * FRAME_SECONDS) {
      const copy = createBodyFrame(frame.names);
      copyBodyFrame(copy, frame);
      copy.timeSeconds = this.#seconds;
      this.#frames.push(copy);
    }
    if (this.#seconds < phases[phase].seconds) return;
    if (phase === 'ready') this.#begin('hold');
    else this.#finish(phase);
  }

  #begin(phase: Phase | null): void {
    if (phase !== 'hold') this.#tPose = null;
    this.phase = phase;
    this.#seconds = 0;
    this.#frames = [];
  }

  #finish(phase: Phase): void {
    const found: FoundOffsets =
      phase === 'move' ? findByMoving(this.#frames, this.#offsets.offsets) : findInTPose(this.#frames);
    if (found.offsets) this.#offsets.set(fileOfOffsets(found.offsets));
    this.result = found.words;
    this.#begin(null);
  }
}
