import type { GaitCurvesJson } from './gaitCurves.js';
import type { ObserverWeights } from './observer/observerModel.js';

/** What lab/embody/fitGait.ts learns from motion capture, and from whose. */
export interface FittedGait {
  readonly provenance: {
    readonly command: string;
    /** How the observer was fitted. */
    readonly observer: string;
    readonly data: string;
    readonly clipCount: number;
    /** Steps of the fitted people that the curves are medians of. */
    readonly stepCount: number;
    readonly subjects: string;
    readonly validationSubjects: string;
    /** Of the observer, on people it was not fitted to. */
    readonly validationLoss: number;
  };
  readonly curves: GaitCurvesJson;
  readonly observer: ObserverWeights;
}
