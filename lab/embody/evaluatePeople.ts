import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Motion } from '@leib/core';
import { defaultEmbodySettings, loadPrior, parseEmbodySettings } from '@leib/embody';
import { buildEvalClip } from '../evaluate/dist/evalClip.js';
import { type EvalMetrics, evaluateSolvers } from '../evaluate/dist/evaluateSolvers.js';
import { readTrainSet } from './readTrainSet.ts';

/**
 * How far the whole body is off on people of the training set, with weights that were made without them:
 *
 *   node lab/embody/evaluatePeople.ts --train <mocap-train folder> --prior <prior.bin> --people 1,21,25
 *
 * At most --seconds of each take, head and wrists tracked, mean over takes, as `leib eval` does it. --settings: JSON of
 * settings that differ from the default. Who is in a fold of the cross-validation: lab/training/folds.py.
 */
const { values: options } = parseArgs({
  options: {
    train: { type: 'string' },
    prior: { type: 'string' },
    people: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    settings: { type: 'string', default: '{}' },
    json: { type: 'boolean', default: false },
  },
});
if (options.train === undefined || options.prior === undefined || options.people === undefined) {
  console.error('evaluatePeople: --train FOLDER, --prior FILE and --people NUMBERS are needed.');
  process.exit(1);
}
const people = new Set(options.people.split(','));
const takes = readTrainSet(options.train).takes.filter(({ subject }) => people.has(subject));
const choice = parseEmbodySettings(JSON.parse(options.settings), defaultEmbodySettings);
const solver = { name: 'embody', choice, prior: loadPrior(readFileSync(options.prior)) };
const [result] = await evaluateSolvers(
  takes.map(({ motion, subject }) => async () => {
    const beginning = cut(motion, Number(options.seconds));
    return buildEvalClip(beginning, { name: motion.name, category: '', subject });
  }),
  [solver],
);
if (options.json) console.log(JSON.stringify(result.clips));
else {
  for (const { name, metrics } of result.subjects) print(`person ${name}`, metrics);
  print(`${takes.length} takes`, result.overall);
}

/** The beginning of a movement. */
function cut(motion: Motion, seconds: number): Motion {
  const frameCount = Math.min(motion.frameCount, Math.round(seconds * motion.hz));
  return {
    ...motion,
    frameCount,
    rootPositions: motion.rootPositions.slice(0, frameCount * 3),
    localRotations: motion.localRotations.slice(0, frameCount * motion.skeleton.jointCount * 4),
  };
}

function print(name: string, metrics: EvalMetrics): void {
  const { mpjpeCm, lowerCm, slideCmPerS, contactF1, jitter, truthJitter } = metrics;
  console.log(
    `${name}: ${mpjpeCm.toFixed(2)} cm, lower body ${lowerCm.toFixed(2)} cm, slide ${slideCmPerS.toFixed(1)} cm/s, ` +
      `F1 ${contactF1.toFixed(3)}, jitter ${(jitter / truthJitter).toFixed(2)}`,
  );
}
