import { type MarkerFit, MotionPlayer, markerFitFrame } from '@leib/mocap';
import type { JointPoints } from '@leib/three';

/** Fitted markers as they are played: the motion, and each marker beside where the body has it. */
export class FittedMarkers extends MotionPlayer {
  readonly fit: MarkerFit;
  readonly points: JointPoints & { count: number };

  constructor(fit: MarkerFit, label?: string) {
    super(fit.motion, label);
    this.fit = fit;
    const count = fit.markers.length;
    this.points = { count, ends: new Float64Array(count * 6), isGuessed: new Uint8Array(count) };
  }

  /** Where the markers are in the frame that is shown, and the residuals of all. */
  get shown(): ReturnType<typeof markerFitFrame> {
    return markerFitFrame(this.fit, this.frame);
  }

  override step(dtSeconds: number): void {
    super.step(dtSeconds);
    const { measured, modelled } = this.shown;
    const { ends, isGuessed, count } = this.points;
    for (let marker = 0; marker < count; marker++) {
      const isSeen = Number.isFinite(measured[marker * 3]);
      isGuessed[marker] = isSeen ? 0 : 1;
      // From where the body has it to where it was measured: the rod is the residual.
      for (let k = 0; k < 3; k++) {
        const at = marker * 3 + k;
        ends[marker * 6 + k] = modelled[at];
        ends[marker * 6 + 3 + k] = isSeen ? measured[at] : modelled[at];
      }
    }
  }

  /** Distances in the frame that is shown, metres; NaN where a marker was not seen. */
  residuals(): Float32Array {
    return this.shown.residuals;
  }
}
