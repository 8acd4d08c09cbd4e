import {
  baselineSolver,
  defaultBaselineParams,
  defaultEmbodySettings,
  embodySolver,
  type PriorModel,
  type Solver,
  thesisEmbodySettings,
} from '@leib/embody';
import { UsageError } from './command.js';
import { mergeSettings } from './mergeSettings.js';
import { readPrior } from './readPrior.js';

/** A way to work out the body, and how it is made from a settings file. */
interface SolverKind {
  readonly name: string;
  /** `settings`: what the file holds, or undefined; what it leaves out is as by default. */
  create(settings: unknown, prior: PriorModel): Solver;
}

const rules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };

/** Every solver there is, ours first: it is meant where none is named. */
const solverKinds: readonly SolverKind[] = [
  {
    name: 'embody',
    create: (settings, prior) => embodySolver(mergeSettings(defaultEmbodySettings, settings), 'embody', prior),
  },
  { name: 'rules', create: (settings, prior) => embodySolver(mergeSettings(rules, settings), 'rules', prior) },
  {
    name: 'thesis',
    create: (settings, prior) => embodySolver(mergeSettings(thesisEmbodySettings, settings), 'thesis', prior),
  },
  { name: 'baseline', create: (settings) => baselineSolver(mergeSettings(defaultBaselineParams, settings)) },
];

export const solverNames: readonly string[] = solverKinds.map(({ name }) => name);

/** What `--prior` may be. */
export const priorChoices: readonly string[] = ['on', 'off'];

/**
 * The solver of `--solver`, ours where it is absent. `prior`: what `--prior` says of the learned prior; as the settings
 * have it where it is absent.
 */
export function createSolver(name: string | undefined, settings: unknown, prior?: string): Solver {
  const kind = name === undefined ? solverKinds[0] : solverKinds.find((candidate) => candidate.name === name);
  if (!kind) throw new UsageError(`--solver "${name}" is not known; there are ${solverNames.join(', ')}.`);
  if (prior === undefined) return kind.create(settings, readPrior());
  if (!priorChoices.includes(prior)) throw new UsageError(`--prior "${prior}" must be on or off.`);
  if (kind.name === 'baseline') throw new UsageError('--prior says nothing to the baseline, which has none.');
  return kind.create(withPrior(settings, prior === 'on'), readPrior());
}

/** Settings as in a file, with the prior switched. What is no object is left for mergeSettings() to complain about. */
function withPrior(settings: unknown, isOn: boolean): unknown {
  if (settings === undefined) return { prior: { isOn } };
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  const given = 'prior' in settings ? settings.prior : {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return settings;
  return { ...settings, prior: { ...given, isOn } };
}

/** All of them, the plainest first. Settings are ours; the others are what they are compared with, as by default. */
export function createAllSolvers(settings: unknown): readonly Solver[] {
  const prior = readPrior();
  return solverKinds.map(({ create }, i) => create(i === 0 ? settings : undefined, prior)).reverse();
}
