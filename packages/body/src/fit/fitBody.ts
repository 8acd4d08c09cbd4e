import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { type BodyFit, type FitScanOptions, fitScan } from './fitScan.js';
import { fitTopology, fitVertices, hasTopologyOf } from './fitTopology.js';
import { matchTopology } from './matchTopology.js';

/** A fit, of what, and by which of the two ways. */
export interface FittedBody extends BodyFit {
  readonly model: BodyModel;
  /** `vertices` where the mesh has the model's own, all or some of them; `scan` where it has not. */
  readonly method: 'vertices' | 'scan';
}

/**
 * Betas of any mesh of a body, metres: by its vertices where they are the model's or turn out to be, by registration
 * where not. Of several models (female and male) the one that fits best is taken.
 */
export function fitBody(models: readonly BodyModel[], mesh: BodySurface, options: FitScanOptions = {}): FittedBody {
  const { onProgress = () => {} } = options;
  const fits = models.map((model, i): FittedBody => {
    const part = (share: number) => onProgress((i + share) / models.length);
    if (hasTopologyOf(model, mesh)) return { model, method: 'vertices', ...fitTopology(model, mesh, options) };
    const scanned = fitScan(model, mesh, { ...options, onProgress: part });
    const numbers = matchTopology(scanned.posed, mesh);
    if (numbers === null) return { model, method: 'scan', ...scanned };
    const target = new Float64Array(model.vertexCount * 3);
    numbers.forEach((number, vertex) => {
      if (number >= 0) target.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), number * 3);
    });
    const used = Uint32Array.from(new Set(numbers.filter((number) => number >= 0)));
    return { model, method: 'vertices', ...fitVertices(model, target, used, options) };
  });
  return fits.reduce((best, fit) => (fit.residual.mean < best.residual.mean ? fit : best));
}
