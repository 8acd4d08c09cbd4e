import type { createActorSolver } from '@leib/mocap';
import { addSample, clearMeter, createMeter, type Meter } from '../../../world/meter.js';

/** How well the skeleton fits the bodies, and what a frame takes. */
export interface FitMeters {
  /** Milliseconds. */
  readonly solve: Meter;
  /** Means over the bodies that are seen. */
  readonly residualMm: Meter;
  readonly residualDeg: Meter;
}

export function createFitMeters(): FitMeters {
  return { solve: createMeter(), residualMm: createMeter(), residualDeg: createMeter() };
}

/** What was measured belongs to another source or method. */
export function clearFitMeters({ solve, residualMm, residualDeg }: FitMeters): void {
  for (const meter of [solve, residualMm, residualDeg]) clearMeter(meter);
}

export function measureFit(
  meters: FitMeters,
  { residuals }: Pick<ReturnType<typeof createActorSolver>, 'residuals'>,
): void {
  let [sumMm, sumDeg, count] = [0, 0, 0];
  for (let body = 0; body < residuals.positions.length; body++) {
    if (!Number.isFinite(residuals.positions[body])) continue;
    sumMm += residuals.positions[body] * 1000;
    sumDeg += (residuals.rotations[body] * 180) / Math.PI;
    count++;
  }
  if (count === 0) return;
  addSample(meters.residualMm, sumMm / count);
  addSample(meters.residualDeg, sumDeg / count);
}
