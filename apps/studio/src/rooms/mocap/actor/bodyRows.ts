import { type BodyFrame, type BodySource, describeSetup, describeWarnings } from '@leib/mocap';
import { type BodyState, describeBody, describeUnsolved } from '../bodyWords.js';
import type { ActorSolver } from './actorSolver.js';

/** A line of the list of bodies. */
export interface BodyRow {
  readonly name: string;
  readonly state: BodyState;
  /** Distance and turn from where the skeleton has it; null where it is not seen or nothing is solved. */
  readonly residualMm: number | null;
  readonly residualDeg: number | null;
}

export function bodyRowsOf({ names, quality }: BodyFrame, solver: ActorSolver | null): BodyRow[] {
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

/** Sentences of faulty packets, and of refused and exchanged bodies, that are shown: the latest. */
const MOST_WARNINGS = 4;

/** Sentences about what could not be read, then about bodies that are missing, refused or exchanged; the latest last. */
export function remarksOn(
  source: BodySource | null,
  { names, quality }: BodyFrame,
  solver: ActorSolver | null,
): readonly string[] {
  const isLost = names.length > 0 && quality.every((grade) => grade === 0);
  const missing = isLost ? ['No body is seen now: the actor stands still until one comes back.'] : [];
  const read = source?.remarks().slice(-MOST_WARNINGS) ?? [];
  if (!solver) return [...read, ...missing];
  const { model, state } = solver;
  return [
    ...read,
    ...describeSetup(model.bodyNames, model.offsets),
    ...(state.isPlaced ? [] : ['No body on the trunk has been seen yet, so there is no skeleton.']),
    ...missing,
    ...describeWarnings(state.bodies.warnings).slice(-MOST_WARNINGS),
  ];
}
