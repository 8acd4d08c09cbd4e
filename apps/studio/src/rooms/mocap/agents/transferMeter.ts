import type { Motion, Pose, Skeleton } from '@leib/core';
import {
  appendTake,
  buildTransfer,
  createTakeRecorder,
  finishTake,
  measureTransfer,
  type TakeRecorder,
  type TransferFigures,
  type TransferMethod,
  transferMotion,
} from '@leib/mocap';

/** Length of the movement that is compared, seconds, and its rate. */
const WINDOW_SECONDS = 4;
const HZ = 30;

/** What both ways of transfer keep of the last seconds. Measured when a stretch is full and someone looks at it. */
export class TransferMeter {
  /** Of the last full stretch; null before the first. */
  figures: Readonly<Record<TransferMethod, TransferFigures>> | null = null;
  #recorder: TakeRecorder | null = null;
  #stretch: Motion | null = null;
  #measured: { readonly stretch: Motion; readonly agent: Skeleton } | null = null;

  append({ skeleton, pose }: { readonly skeleton: Skeleton; readonly pose: Pose }, dtSeconds: number): void {
    if (this.#recorder?.skeleton !== skeleton) this.#recorder = createTakeRecorder(skeleton, HZ);
    appendTake(this.#recorder, skeleton, pose, dtSeconds);
    if (this.#recorder.frameCount < WINDOW_SECONDS * HZ) return;
    this.#stretch = finishTake(this.#recorder, 'last seconds');
    this.#recorder = null;
  }

  /** Measures the last stretch on an agent, unless that was done. Ten milliseconds: called while the figures are shown. */
  measure(agent: Skeleton): void {
    const stretch = this.#stretch;
    if (!stretch || (this.#measured?.stretch === stretch && this.#measured.agent === agent)) return;
    this.#measured = { stretch, agent };
    const figuresOf = (method: TransferMethod) => {
      const model = buildTransfer(stretch.skeleton, agent, { method });
      return measureTransfer(model, stretch, transferMotion(model, stretch));
    };
    this.figures = { angles: figuresOf('angles'), contacts: figuresOf('contacts') };
  }
}
