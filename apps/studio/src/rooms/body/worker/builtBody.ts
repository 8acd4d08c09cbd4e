import type { BodyModel, ShapedBody } from '@leib/body';

/** A body built from measures or from betas. */
export interface BuiltBody {
  readonly model: BodyModel;
  readonly betas: Float64Array;
  readonly shaped: ShapedBody;
  /** In the order of measureNames, metres and kilograms; NaN for what a model of the user's does not show. */
  readonly measured: Float64Array;
  /** What could not be done as asked. */
  readonly notes: readonly string[];
}
