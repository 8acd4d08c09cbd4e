import {
  alignToScan,
  type BodyModel,
  type BodySex,
  type BodySurface,
  type FittedBody,
  fitBody,
  turnToRest,
} from '@leib/body';
import { readScan } from './readScan.js';

/** A body fitted to a mesh or scan. */
export interface FittedFile {
  readonly sex: BodySex;
  readonly betas: readonly number[];
  readonly method: FittedBody['method'];
  readonly residual: FittedBody['residual'];
  /** The scan, upright on the floor, and the fitted body with every vertex moved onto it ("alignment"). Metres. */
  readonly scan: BodySurface;
  readonly alignment: BodySurface;
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
  return {
    sex: model.sex,
    betas: [...betas],
    method,
    residual,
    scan: turnToRest(fit, surface),
    alignment: turnToRest(fit, alignToScan(posed, surface)),
    notes,
  };
}
