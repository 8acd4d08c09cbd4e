import {
  addTrack,
  appendEvenly,
  createEvenTrack,
  createRecorder,
  finishTrack,
  type Motion,
  motionOfTrack,
  type Pose,
  poseTrackSpec,
  type Skeleton,
  valuesOfPose,
} from '@leib/core';
import { buildTransfer, measureTransfer, type TransferFigures, type TransferMethod, transferMotion } from '@leib/mocap';

/** Length of the movement that is compared, seconds, and its rate. */
const WINDOW_SECONDS = 4;
const HZ = 30;

/** What both ways of transfer keep of the last seconds. */
export class TransferMeter {
  /** Of the last full stretch; null before the first. */
  figures: Readonly<Record<TransferMethod, TransferFigures>> | null = null;
  #last: { readonly skeleton: Skeleton; readonly even: ReturnType<typeof createEvenTrack> } | null = null;
  #stretch: Motion | null = null;
  #measured: { readonly stretch: Motion; readonly agent: Skeleton } | null = null;

  append({ skeleton, pose }: { readonly skeleton: Skeleton; readonly pose: Pose }, dtSeconds: number): void {
    if (this.#last?.skeleton !== skeleton) {
      const track = addTrack(createRecorder(), poseTrackSpec('last seconds', skeleton, HZ));
      this.#last = { skeleton, even: createEvenTrack(track) };
    }
    const { even } = this.#last;
    appendEvenly(even, valuesOfPose(pose), dtSeconds);
    if (even.track.momentCount < WINDOW_SECONDS * HZ) return;
    this.#stretch = motionOfTrack(finishTrack(even.track), 'last seconds', skeleton);
    this.#last = null;
  }

  /** Measures the last stretch on an agent, unless that was done. Ten milliseconds: for frames in which somebody looks. */
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
