import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fitGaitCurves } from './fitGaitCurves.ts';
import { collectGaitTake } from './gaitSamples.ts';
import { buildObserver, type ObserverWeights } from './internals.ts';
import { readTrainSet } from './readTrainSet.ts';
import { defaultObserverTraining, lossOf, trainObserver } from './trainObserver.ts';

/**
 * Derives the gait's curves from real steps, fits the observer that hears the feet's rhythm in head and hands, and
 * writes src/gait/fittedGait.generated.ts:
 *
 *   node lab/embody/fitGait.ts --train <mocap-train folder> [--steps 9000] [--seed 2] [--out file]
 *   node lab/embody/fitGait.ts --train <mocap-train folder> --observer <weights.json> --by <how it was fitted>
 *
 * A core does about 300 steps of 48 sequences in half a minute. The observer gets better for a hundred times as many as
 * the default, so the committed one was fitted elsewhere, by the same loss and variations, and is only checked here.
 *
 * People are kept apart: the set's validation subjects are never fitted to, and choose when to stop. The same data and
 * seed give the same numbers.
 */
const { values: options } = parseArgs({
  options: {
    train: { type: 'string' },
    steps: { type: 'string', default: String(defaultObserverTraining.steps) },
    seed: { type: 'string', default: String(defaultObserverTraining.seed) },
    observer: { type: 'string' },
    by: { type: 'string', default: 'other means' },
    out: { type: 'string' },
  },
});
if (options.train === undefined) {
  console.error('fitGait: --train <folder with train.bin and read_set.py> is missing.');
  process.exit(1);
}
const here = dirname(fileURLToPath(import.meta.url));
const out = options.out ?? resolve(here, '../../packages/embody/src/gait/fittedGait.generated.ts');
const set = readTrainSet(options.train);
const isKept = (subject: string) => set.validationSubjects.includes(subject);
const takes = set.takes.map(collectGaitTake);
const fitted = takes.filter(({ subject }) => !isKept(subject));
const kept = takes.filter(({ subject }) => isKept(subject));
console.error(`${fitted.length} takes to fit to, ${kept.length} to check on`);
const { curves, stepCount } = fitGaitCurves(fitted);
console.error(`curves from ${stepCount} steps`);
const training = { ...defaultObserverTraining, steps: Number(options.steps), seed: Number(options.seed) };
const { weights, validationLoss } = options.observer === undefined ? train() : check(options.observer);

function train(): { weights: ObserverWeights; validationLoss: number } {
  const started = performance.now();
  return trainObserver(fitted, kept, training, (text) =>
    console.error(`${Math.round((performance.now() - started) / 1000)} s, ${text}`),
  );
}

function check(file: string): { weights: ObserverWeights; validationLoss: number } {
  const weights = JSON.parse(readFileSync(file, 'utf8')) as ObserverWeights;
  buildObserver(weights);
  return { weights, validationLoss: lossOf(weights, kept) };
}

const provenance = {
  command: 'node lab/embody/fitGait.ts --train <mocap-train>',
  observer: options.observer === undefined ? `${training.steps} steps, seed ${training.seed}` : options.by,
  data: 'CMU Graphics Lab motion capture database, mocap.cs.cmu.edu (mocap-train); funded by NSF EIA-0196217',
  clipCount: fitted.length,
  stepCount,
  subjects: [...new Set(fitted.map(({ subject }) => subject))].sort().join(' '),
  validationSubjects: set.validationSubjects.join(' '),
  validationLoss: Number(validationLoss.toFixed(4)),
};
writeFileSync(
  out,
  `// Written by lab/embody/fitGait.ts; do not edit.
import type { FittedGait } from './fittedGait.js';

export const fittedGait: FittedGait = ${JSON.stringify({ provenance, curves, observer: weights }, null, 2)};
`,
);
console.error(`${out}: run the formatter over it`);
