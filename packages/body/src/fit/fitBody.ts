import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { type BodyFit, type FitScanOptions, fitScan } from './fitScan.js';
import { fitTopology, fitVertices, hasTopologyOf } from './fitTopology.js';
import { matchTopology } from './matchTopology.js';

/** A fit, its model and the method. */
export interface FittedBody extends BodyFit {
  readonly model: BodyModel;
  /** `vertices`: the mesh has all or some of the model's vertices. `scan`: any other surface. */
  readonly method: 'vertices' | 'scan';
}

/**
 * Fits betas to any mesh of a body, metres: by its vertices where they are those of the model, even in another order, else
 * as a scan. Returns the best fit of several models (female and male).
 */
export function fitBody(models: readonly BodyModel[], mesh: BodySurface, options: FitScanOptions = {}): FittedBody {
  const { onProgress = () => {} } = options;
  const fits = models.map((model, i): FittedBody => {
    const part = (share: number) => onProgress((i + share) / models.length);
    if (hasTopologyOf(model, mesh)) return { model, method: 'vertices', ...fitTopology(model, mesh, options) };
    const scanned = fitScan(model, mesh, { ...options, onProgress: part });
    const renumbered = fitRenumbered(model, mesh, scanned, options);
    return renumbered ? { model, method: 'vertices', ...renumbered } : { model, method: 'scan', ...scanned };
  });
  return fits.reduce((best, fit) => (fit.residual.mean < best.residual.mean ? fit : best));
}

/**
 * Fits by vertices where the mesh has those of the model in another order; null where it has not.
 * @param scanned the mesh fitted as a scan
 */
export function fitRenumbered(
  model: BodyModel,
  mesh: BodySurface,
  scanned: BodyFit,
  options: FitScanOptions = {},
): BodyFit | null {
  const numbers = matchTopology(scanned.posed, mesh);
  if (numbers === null) return null;
  const target = new Float64Array(model.vertexCount * 3);
  numbers.forEach((number, vertex) => {
    if (number >= 0) target.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), number * 3);
  });
  const used = Uint32Array.from(new Set(numbers.filter((number) => number >= 0)));
  return fitVertices(model, target, used, options);
}
