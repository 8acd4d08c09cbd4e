import type { BodyFrame, createActorSolver } from '@leib/mocap';
import { type BodyState, describeBody, describeUnsolved } from '../bodyWords.js';

/** A line of the list of bodies. */
export interface BodyRow {
  readonly name: string;
  readonly state: BodyState;
  /** Distance and turn from where the skeleton has it; null where it is not seen or nothing is solved. */
  readonly residualMm: number | null;
  readonly residualDeg: number | null;
}

export function bodyRowsOf(
  { names, quality }: BodyFrame,
  solver: ReturnType<typeof createActorSolver> | null,
): BodyRow[] {
  if (!solver) {
    return names.map((name, body) => ({
      name,
      state: describeUnsolved(quality[body] !== 0),
      residualMm: null,
      residualDeg: null,
    }));
  }
  const { flags, lostSeconds, swaps } = solver.bodies;
  const { positions, rotations } = solver.residuals;
  return names.map((name, body) => {
    const isKnown = Number.isFinite(positions[body]);
    return {
      name,
      state: describeBody(flags[body], lostSeconds[body], names[swaps.swappedWith[body]] ?? null),
      residualMm: isKnown ? positions[body] * 1000 : null,
      residualDeg: isKnown ? (rotations[body] * 180) / Math.PI : null,
    };
  });
}
