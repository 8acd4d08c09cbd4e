import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isRecord } from '@leib/core';
import {
  buildBaseline,
  buildEmbody,
  createBaselineState,
  createEmbodyState,
  defaultEmbodySettings,
  type EmbodySettings,
  loadPrior,
  type OtherSolver,
  parseBaselineParams,
  parseEmbodySettings,
  stepBaseline,
  stepEmbody,
  thesisEmbodySettings,
} from '@leib/embody';
import { UsageError } from './command.js';
import { priorChoices, type SolverName, solverNames } from './words.js';

type PriorModel = ReturnType<typeof loadPrior>;

/** How a solver is made from what a settings file holds, or undefined; what that leaves out is as by default. */
type CreateSolver = (settings: unknown, prior: PriorModel) => Solver;

const rules = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };

const creators: Readonly<Record<SolverName, CreateSolver>> = {
  embody: (settings, prior) => embodySolver(parseEmbodySettings(settings), 'embody', prior),
  rules: (settings, prior) => embodySolver(parseEmbodySettings(settings, rules), 'rules', prior),
  thesis: (settings, prior) => embodySolver(parseEmbodySettings(settings, thesisEmbodySettings), 'thesis', prior),
  baseline: (settings) => baselineSolver(parseBaselineParams(settings)),
};

/**
 * The solver of `--solver`, ours where it is absent. `prior`: on or off, from `--prior`; as the settings
 * have it where it is absent.
 */
export function createSolver(name: string | undefined, settings: unknown, prior?: string): Solver {
  const known = name === undefined ? solverNames[0] : solverNames.find((candidate) => candidate === name);
  if (!known) throw new UsageError('--solver', `expected ${solverNames.join(', ')}, got "${name}"`);
  const create = creators[known];
  if (prior === undefined) return create(settings, readPrior());
  if (!priorChoices.includes(prior)) throw new UsageError('--prior', `expected on or off, got "${prior}"`);
  if (known === 'baseline')
    throw new UsageError('--prior', 'expected a solver with a prior, got the baseline; leave it out');
  return create(withPrior(settings, prior === 'on'), readPrior());
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
  return solverNames.map((name, i) => creators[name](i === 0 ? settings : undefined, prior)).reverse();
}

/** A way to work out the body, for comparison with others. */
export type Solver = OtherSolver;

/** The plain way, which everything else has to beat. */
export function baselineSolver(params?: Partial<ReturnType<typeof parseBaselineParams>>): Solver {
  return {
    name: 'baseline',
    create(skeleton) {
      const model = buildBaseline(skeleton, params);
      const state = createBaselineState(model);
      return { pose: state.pose, step: (frame, dtSeconds) => stepBaseline(model, state, frame, dtSeconds) };
    },
  };
}

/** The full solve, with settings of one's own and, where its weights are given, with the learned prior. */
export function embodySolver(
  settings: EmbodySettings = defaultEmbodySettings,
  name = 'embody',
  prior: PriorModel | null = null,
): Solver {
  return {
    name,
    create(skeleton) {
      const model = buildEmbody(skeleton, settings, prior);
      const state = createEmbodyState(model);
      return { pose: state.pose, step: (frame, dtSeconds) => stepEmbody(model, state, frame, dtSeconds) };
    },
  };
}

/** The weights that come with @leib/embody. */
export function readPrior(): PriorModel {
  return loadPrior(readFileSync(createRequire(import.meta.url).resolve('@leib/embody/prior.bin')));
}
