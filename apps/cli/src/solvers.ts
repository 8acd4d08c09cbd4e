import {
  baselineSolver,
  defaultBaselineParams,
  defaultEmbodySettings,
  embodySolver,
  type Solver,
  thesisEmbodySettings,
} from '@leib/embody';
import { UsageError } from './command.js';
import { mergeSettings } from './mergeSettings.js';

/** A way to work out the body, and how it is made from a settings file. */
interface SolverKind {
  readonly name: string;
  /** `settings`: what the file holds, or undefined; what it leaves out is as by default. */
  create(settings: unknown): Solver;
}

/** Every solver there is, ours first: it is meant where none is named. */
const solverKinds: readonly SolverKind[] = [
  { name: 'embody', create: (settings) => embodySolver(mergeSettings(defaultEmbodySettings, settings)) },
  { name: 'thesis', create: (settings) => embodySolver(mergeSettings(thesisEmbodySettings, settings), 'thesis') },
  { name: 'baseline', create: (settings) => baselineSolver(mergeSettings(defaultBaselineParams, settings)) },
];

export const solverNames: readonly string[] = solverKinds.map(({ name }) => name);

/** The solver of `--solver`, ours where it is absent. */
export function createSolver(name: string | undefined, settings: unknown): Solver {
  const kind = name === undefined ? solverKinds[0] : solverKinds.find((candidate) => candidate.name === name);
  if (!kind) throw new UsageError(`--solver "${name}" is not known; there are ${solverNames.join(', ')}.`);
  return kind.create(settings);
}

/** All of them, the plainest first. Settings are ours; the others are what they are compared with, as by default. */
export function createAllSolvers(settings: unknown): readonly Solver[] {
  return solverKinds.map(({ create }, i) => create(i === 0 ? settings : undefined)).reverse();
}
