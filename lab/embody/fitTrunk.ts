import { writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clamp, DEG, wrapAngle } from '@leib/core';
import {
  buildMirrorNet,
  CHEST_LEVEL,
  EVEN_FEATURE_COUNT,
  EVEN_HIPS_COUNT,
  EVEN_OUTPUT_COUNT,
  type FittedTrunk,
  LEVEL_COUNT,
  type MirrorNetData,
  ODD_FEATURE_COUNT,
  ODD_HIPS_COUNT,
  ODD_OUTPUT_COUNT,
  OUT_PELVIS_COS,
  OUT_PELVIS_SIN,
  OUT_X,
  OUT_YZ,
  OUTPUT_COUNT,
  solveMirrorNet,
} from './internals.ts';
import { seededRandom } from './random.ts';
import { readClips } from './readClips.ts';
import { readTrainSet } from './readTrainSet.ts';
import type { Take } from './take.ts';
import { defaultTrainingOptions, trainMirrorNet } from './trainMirrorNet.ts';
import { trunkLossGradient } from './trunkLoss.ts';
import { BONE_COUNT, collectTrunkSamples, FEATURE_COUNT, type TakeVariant, type TrunkSamples } from './trunkSamples.ts';
import { drawVariation } from './variation.ts';

/**
 * Fits the trunk's estimate to motion capture and writes src/trunk/fittedTrunk.generated.ts:
 *
 *   node lab/embody/fitTrunk.ts <mocap folder> [--train <mocap-train folder>]
 *
 * See README.md beside this file. The same data gives the same numbers.
 */
const HZ = 60;
/** People of a folder without a train set that are kept for validation: every fifth. */
const VALIDATION_EVERY = 5;
/** Parts that the people are divided into, each left out once, to see how the fit holds on people it has not seen. */
const FOLD_COUNT = 4;
/** Every n-th frame is a sample: plain, and of each of so many variations of every take. */
const PLAIN_STRIDE = 6;
const VARIED_STRIDE = 12;
const VARIATIONS = 4;
/** A head this part of its standing height lower counts so many times as much. */
const LOW_HEAD = 0.3;
const LOW_WEIGHT = 3;

const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  await main();
} catch (error) {
  say(`fitTrunk: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      train: { type: 'string' },
      seed: { type: 'string' },
      folds: { type: 'boolean', default: true },
      out: { type: 'string' },
    },
    allowNegative: true,
  });
  if (positionals.length !== 1)
    throw new Error(
      'usage: fitTrunk.ts <mocap folder> [--train <mocap-train folder>] [--seed n] [--no-folds] [--out file]',
    );
  const clips = await readClips(positionals[0], HZ);
  const set = values.train === undefined ? null : readTrainSet(values.train);
  const all = set?.takes ?? clips;
  const subjects = [...new Set(all.map((take) => take.subject))].sort();
  const kept = new Set(set?.validationSubjects ?? subjects.filter((_, i) => i % VALIDATION_EVERY === 0));
  const training = all.filter((take) => !kept.has(take.subject));
  const validation = all.filter((take) => kept.has(take.subject));
  const options = { ...defaultTrainingOptions, seed: Number(values.seed ?? defaultTrainingOptions.seed) };
  say(`${training.length} takes to fit, ${validation.length} to validate, ${clips.length} clips to check`);

  const variants = variantsOf(training, options.seed);
  const samples = collectTrunkSamples(variants);
  say(`${samples.count} samples`);
  const net = fitNet(samples, variants, new Set(), options, false);
  const hipsNet = fitNet(samples, variants, new Set(), options, true);
  const seen = measureNet(net, training);
  const errors: Record<string, TrunkError> = {
    seen: meanError(seen),
    validation: meanError(measureNet(net, validation)),
    development: meanError(measureNet(net, clips)),
  };
  if (values.folds) errors.unseen = crossValidate(samples, variants, training, options);
  for (const [name, { hipsCm, yawDeg }] of Object.entries(errors)) say(`${name}: hips ${hipsCm} cm, yaw ${yawDeg} deg`);
  const fitted: FittedTrunk = {
    provenance: {
      command: `node lab/embody/fitTrunk.ts <mocap>${set === null ? '' : ' --train <mocap-train>'}`,
      date: new Date().toISOString().slice(0, 10),
      data: `CMU Graphics Lab motion capture database, mocap.cs.cmu.edu (${basename(resolve(values.train ?? positionals[0]))}); funded by NSF EIA-0196217`,
      clipCount: training.length,
      subjects: subjects.filter((subject) => !kept.has(subject)).join(' '),
      validationSubjects: [...kept].join(' '),
      errors,
    },
    net,
    hipsNet,
    ...describePosture(samples),
  };
  const file =
    values.out ??
    join(dirname(fileURLToPath(import.meta.url)), '../../packages/embody/src/trunk/fittedTrunk.generated.ts');
  writeFileSync(file, moduleText(fitted));
  say(`wrote ${file}`);
}

/** Every take as it is, thinned out, and varied. */
function variantsOf(takes: readonly Take[], seed: number): TakeVariant[] {
  const random = seededRandom(seed);
  const variants: TakeVariant[] = [];
  for (const take of takes) {
    variants.push({ take, variation: null, firstFrame: Math.floor(random() * PLAIN_STRIDE), stride: PLAIN_STRIDE });
    for (let i = 0; i < VARIATIONS; i++) {
      const firstFrame = Math.floor(random() * VARIED_STRIDE);
      variants.push({ take, variation: drawVariation(random), firstFrame, stride: VARIED_STRIDE });
    }
  }
  return variants;
}

function fitNet(
  samples: TrunkSamples,
  variants: readonly TakeVariant[],
  leftOut: ReadonlySet<string>,
  options: typeof defaultTrainingOptions,
  hasHips: boolean,
): MirrorNetData {
  const chosen = Int32Array.from(samples.variants.keys()).filter(
    (i) => !leftOut.has(variants[samples.variants[i]].take.subject),
  );
  const evenCount = EVEN_FEATURE_COUNT + (hasHips ? EVEN_HIPS_COUNT : 0);
  const oddCount = ODD_FEATURE_COUNT + (hasHips ? ODD_HIPS_COUNT : 0);
  const features = new Float32Array(chosen.length * (evenCount + oddCount));
  const meanOutputs = new Array<number>(EVEN_OUTPUT_COUNT).fill(0);
  chosen.forEach((sample, i) => {
    writeInputs(
      samples,
      sample,
      features.subarray(i * (evenCount + oddCount), (i + 1) * (evenCount + oddCount)),
      hasHips,
    );
    for (let k = 0; k < EVEN_OUTPUT_COUNT; k++)
      meanOutputs[k] += samples.targets[sample * OUTPUT_COUNT + k] / chosen.length;
  });
  return trainMirrorNet(
    {
      evenCount,
      oddCount,
      evenOutputCount: EVEN_OUTPUT_COUNT,
      oddOutputCount: ODD_OUTPUT_COUNT,
      sampleCount: chosen.length,
      features,
      weights: weightsOf(samples, chosen, variants.length),
      meanOutputs,
      lossGradient: (i, answer, gradient) => {
        const sample = chosen[i];
        trunkLossGradient(
          answer,
          samples.targets,
          sample * OUTPUT_COUNT,
          samples.lengths,
          sample * BONE_COUNT,
          gradient,
        );
      },
    },
    options,
  );
}

/** Inputs of a network for one sample: its features and, with `hasHips`, those of a tracker on the hips. */
function writeInputs(samples: TrunkSamples, sample: number, out: Float32Array, hasHips: boolean): void {
  const from = sample * FEATURE_COUNT;
  const oddAt = EVEN_FEATURE_COUNT + (hasHips ? EVEN_HIPS_COUNT : 0);
  out.set(samples.features.subarray(from, from + EVEN_FEATURE_COUNT));
  out.set(samples.features.subarray(from + EVEN_FEATURE_COUNT, from + FEATURE_COUNT), oddAt);
  if (!hasHips) return;
  const truth = samples.targets.subarray(sample * OUTPUT_COUNT, (sample + 1) * OUTPUT_COUNT);
  const place = [0, 0, 0];
  let length = 0;
  for (let level = 1; level < LEVEL_COUNT; level++) {
    const bone = samples.lengths[sample * BONE_COUNT + level - 1];
    place[0] -= truth[OUT_X + level] * bone;
    place[1] -= truth[OUT_YZ + 2 * level] * bone;
    place[2] -= truth[OUT_YZ + 2 * level + 1] * bone;
    length += bone;
  }
  const pelvis = { y: truth[OUT_YZ], z: truth[OUT_YZ + 1], cos: truth[OUT_PELVIS_COS] };
  out.set([pelvis.y, pelvis.z, pelvis.cos, place[1] / length, place[2] / length], EVEN_FEATURE_COUNT);
  out.set([truth[OUT_X], truth[OUT_PELVIS_SIN], place[0] / length], oddAt + ODD_FEATURE_COUNT);
}

/**
 * Between every frame alike and every clip alike: long clips say more, but not that much more. People who bend, sit or
 * crouch are fewer and differ more: they count up to LOW_WEIGHT times as much.
 */
function weightsOf(samples: TrunkSamples, chosen: Int32Array, variantCount: number): Float32Array {
  const counts = new Float64Array(variantCount);
  for (const sample of chosen) counts[samples.variants[sample]]++;
  const weights = Float32Array.from(chosen, (sample) => {
    const sunk = clamp(-samples.features[sample * FEATURE_COUNT] / LOW_HEAD, 0, 1);
    return (1 + (LOW_WEIGHT - 1) * sunk) / Math.sqrt(counts[samples.variants[sample]]);
  });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

interface TrunkError {
  readonly hipsCm: number;
  readonly yawDeg: number;
}

/** Mean errors of each take: of the hips' place when all hangs on the true head, and of the pelvis's yaw. */
function measureNet(data: MirrorNetData, takes: readonly Take[]): TrunkError[] {
  const net = buildMirrorNet(data);
  const samples = collectTrunkSamples(takes.map((take) => ({ take, variation: null, firstFrame: 0, stride: 3 })));
  const sums = takes.map(() => ({ hips: 0, yaw: 0, count: 0 }));
  const answer = new Float64Array(OUTPUT_COUNT);
  for (let i = 0; i < samples.count; i++) {
    const features = Float64Array.from(samples.features.subarray(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT));
    solveMirrorNet(net, features.subarray(0, EVEN_FEATURE_COUNT), features.subarray(EVEN_FEATURE_COUNT), answer);
    const truth = samples.targets.subarray(i * OUTPUT_COUNT, (i + 1) * OUTPUT_COUNT);
    const error = [0, 0, 0];
    for (let level = 1; level < LEVEL_COUNT; level++) {
      const at = [OUT_X + level, OUT_YZ + 2 * level, OUT_YZ + 2 * level + 1];
      const scale = 1 / Math.hypot(...at.map((k) => answer[k]));
      for (let k = 0; k < 3; k++)
        error[k] += (answer[at[k]] * scale - truth[at[k]]) * samples.lengths[i * BONE_COUNT + level - 1];
    }
    const turn =
      Math.atan2(answer[OUT_PELVIS_SIN], answer[OUT_PELVIS_COS]) -
      Math.atan2(truth[OUT_PELVIS_SIN], truth[OUT_PELVIS_COS]);
    const sum = sums[samples.variants[i]];
    sum.hips += Math.hypot(...error);
    sum.yaw += Math.abs(wrapAngle(turn));
    sum.count++;
  }
  return sums.map(({ hips, yaw, count }) => ({ hipsCm: (100 * hips) / count, yawDeg: yaw / count / DEG }));
}

function meanError(errors: readonly TrunkError[]): TrunkError {
  const mean = (pick: (error: TrunkError) => number) =>
    Number((errors.reduce((sum, error) => sum + pick(error), 0) / errors.length).toFixed(2));
  return { hipsCm: mean((error) => error.hipsCm), yawDeg: mean((error) => error.yawDeg) };
}

/** The error on each person by a fit to others. */
function crossValidate(
  samples: TrunkSamples,
  variants: readonly TakeVariant[],
  takes: readonly Take[],
  options: typeof defaultTrainingOptions,
): TrunkError {
  const subjects = [...new Set(takes.map((take) => take.subject))].sort();
  const errors: TrunkError[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold++) {
    const leftOut = new Set(subjects.filter((_, i) => i % FOLD_COUNT === fold));
    const net = fitNet(samples, variants, leftOut, options, false);
    errors.push(
      ...measureNet(
        net,
        takes.filter((take) => leftOut.has(take.subject)),
      ),
    );
    say(`fold ${fold + 1} of ${FOLD_COUNT}`);
  }
  return meanError(errors);
}

/** How people stand, and how a twist of the spine is spread over it. */
function describePosture(samples: TrunkSamples): Pick<FittedTrunk, 'standing' | 'chestShares' | 'headShares'> {
  const standing = Array.from({ length: LEVEL_COUNT }, () => [0, 0] as [number, number]);
  const low = new Float64Array(LEVEL_COUNT);
  const high = new Float64Array(LEVEL_COUNT);
  let [chestSq, headSq] = [0, 0];
  for (let i = 0; i < samples.count; i++) {
    const features = samples.features.subarray(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT);
    const truth = samples.targets.subarray(i * OUTPUT_COUNT, (i + 1) * OUTPUT_COUNT);
    const yaws = samples.yaws.subarray(i * (LEVEL_COUNT + 1), (i + 1) * (LEVEL_COUNT + 1));
    const chestTurn = wrapAngle(yaws[CHEST_LEVEL] - yaws[0]);
    const headTurn = wrapAngle(yaws[LEVEL_COUNT] - yaws[CHEST_LEVEL]);
    if (Math.abs(headTurn) < 1.5 && Math.abs(chestTurn) < 1.2) {
      chestSq += chestTurn ** 2;
      headSq += headTurn ** 2;
      for (let level = 0; level < LEVEL_COUNT; level++) {
        low[level] += chestTurn * wrapAngle(yaws[level] - yaws[0]);
        high[level] += headTurn * wrapAngle(yaws[level] - yaws[CHEST_LEVEL]);
      }
    }
    // Features 0 and 5..12: the head's height and how it moved lately.
    const isUpright = Math.abs(features[0]) < 0.03 && features.subarray(5, 13).every((lag) => Math.abs(lag) < 0.03);
    if (!isUpright) continue;
    for (let level = 0; level < LEVEL_COUNT; level++) {
      standing[level][0] += truth[OUT_YZ + 2 * level];
      standing[level][1] += truth[OUT_YZ + 2 * level + 1];
    }
  }
  const round = (value: number) => Number(value.toFixed(4));
  return {
    standing: standing.map(([y, z]) => [round(y / Math.hypot(y, z)), round(z / Math.hypot(y, z))] as const),
    chestShares: Array.from(low, (sum, level) => (level < CHEST_LEVEL ? round(sum / chestSq) : 1)),
    headShares: Array.from(high, (sum, level) => (level > CHEST_LEVEL ? round(sum / headSq) : 0)),
  };
}

function moduleText(fitted: FittedTrunk): string {
  return [
    '// Written by lab/embody/fitTrunk.ts; do not edit.',
    "import type { FittedTrunk } from './fittedTrunk.js';",
    '',
    `export const fittedTrunk: FittedTrunk = ${JSON.stringify(fitted)};`,
    '',
  ].join('\n');
}
