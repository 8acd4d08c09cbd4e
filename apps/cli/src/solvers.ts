import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isRecord } from '@leib/core';
import {
  buildBaseline,
  createBaselineState,
  defaultEmbodySettings,
  loadPrior,
  type OtherSolver,
  type PersonSettings,
  type PriorModel,
  parseBaselineParams,
  parseEmbodySettings,
  stepBaseline,
  thesisEmbodySettings,
} from '@leib/embody';
import { UsageError } from './command.js';
import { priorChoices, type SolverName, solverNames } from './words.js';

/** A way to work out the body, with a name: `prior` and `settings.solver` of createPerson(). */
export interface Solver {
  readonly name: string;
  readonly choice: PersonSettings['solver'];
  readonly prior: PriorModel | null;
}

/** What a settings file, or undefined, chooses; what that leaves out is as by default. */
type ReadChoice = (settings: unknown) => Solver['choice'];

const rules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };

const choices: Readonly<Record<SolverName, ReadChoice>> = {
  embody: (settings) => parseEmbodySettings(settings),
  rules: (settings) => parseEmbodySettings(settings, rules),
  thesis: (settings) => parseEmbodySettings(settings, thesisEmbodySettings),
  baseline: (settings) => baselineSolver(parseBaselineParams(settings)),
};

/**
 * The solver of `--solver`, ours where it is absent. `prior`: on or off, from `--prior`; as the settings
 * have it where it is absent.
 */
export function createSolver(name: string | undefined, settings: unknown, prior?: string): Solver {
  const known = name === undefined ? solverNames[0] : solverNames.find((candidate) => candidate === name);
  if (!known) throw new UsageError('--solver', `expected ${solverNames.join(', ')}, got "${name}"`);
  const solverOf = (given: unknown) => ({ name: known, choice: choices[known](given), prior: readPrior() });
  if (prior === undefined) return solverOf(settings);
  if (!priorChoices.includes(prior)) throw new UsageError('--prior', `expected on or off, got "${prior}"`);
  if (known === 'baseline')
    throw new UsageError('--prior', 'expected a solver with a prior, got the baseline; leave it out');
  return solverOf(withPrior(settings, prior === 'on'));
}

/** Settings as in a file, with the prior switched. A value of another type is left for the parser to refuse. */
function withPrior(settings: unknown = {}, isOn: boolean): unknown {
  if (!isRecord(settings)) return settings;
  const { prior = {} } = settings;
  return isRecord(prior) ? { ...settings, prior: { ...prior, isOn } } : settings;
}

/** All of them, the plainest first. Settings are ours; the others are what they are compared with, as by default. */
export function createAllSolvers(settings: unknown): readonly Solver[] {
  const prior = readPrior();
  return solverNames
    .map((name, i) => ({ name, choice: choices[name](i === 0 ? settings : undefined), prior }))
    .reverse();
}

/** The plain way, which everything else has to beat. */
export function baselineSolver(params?: Partial<ReturnType<typeof parseBaselineParams>>): OtherSolver {
  return {
    name: 'baseline',
    create(skeleton) {
      const model = buildBaseline(skeleton, params);
      const state = createBaselineState(model);
      return { pose: state.pose, step: (frame, dtSeconds) => stepBaseline(model, state, frame, dtSeconds) };
    },
  };
}

/** The weights that come with @leib/embody. */
export function readPrior(): PriorModel {
  return loadPrior(readFileSync(createRequire(import.meta.url).resolve('@leib/embody/prior.bin')));
}
