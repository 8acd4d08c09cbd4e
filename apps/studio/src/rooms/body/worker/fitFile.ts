import {
  alignmentAtRest,
  alignToScan,
  type BodyModel,
  type BodySex,
  type BodySurface,
  type FittedBody,
  fitBody,
  turnToRest,
} from '@leib/body';
import { readScan } from './comparedFiles.js';

/** A body fitted to a mesh or scan. */
export interface FittedFile {
  readonly sex: BodySex;
  readonly betas: readonly number[];
  readonly method: FittedBody['method'];
  readonly residual: FittedBody['residual'];
  /** Upright on the floor, in the scan's pose, metres: the scan, the fitted body, and that with every vertex on the scan. */
  readonly scan: BodySurface;
  readonly posed: BodySurface;
  readonly alignment: BodySurface;
  /** The alignment in the model's T-pose: what an avatar needs that looks as the scan does. vertexCount x 3. */
  readonly scanned: Float64Array;
  readonly notes: readonly string[];
}

/** Fits the best of the models to a file. Throws where it cannot be read, or holds too few points. */
export async function fitFile(
  models: readonly BodyModel[],
  bytes: Uint8Array,
  onProgress: (share: number) => void,
): Promise<FittedFile> {
  const { surface, notes } = await readScan(bytes);
  const fit = fitBody(models, surface, { onProgress });
  const { model, betas, method, residual, posed } = fit;
  const aligned = alignToScan(posed, surface);
  return {
    sex: model.sex,
    betas: [...betas],
    method,
    residual,
    scan: turnToRest(fit, surface),
    posed: turnToRest(fit, posed),
    alignment: turnToRest(fit, aligned),
    scanned: alignmentAtRest(fit, aligned).positions,
    notes,
  };
}
