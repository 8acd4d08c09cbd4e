import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@leib/core/testing';
import type { ElbowNet } from '@leib/embody';
import { readArmSamples } from './armSamples.ts';
import { readTrainSet } from './readTrainSet.ts';
import { type ElbowTraining, meanElbowError, trainElbowNet } from './trainElbowNet.ts';

/**
 * Fits where elbows point (packages/embody/src/arms/fittedElbow.ts) to the people of a training set, and says how well
 * it does on those it never saw. README.md says how to run it.
 */
const training: ElbowTraining = {
  hiddenCount: 24,
  epochs: 20,
  batchSize: 1024,
  learningRate: 4e-3,
  turnNoise: 0.12,
  placeNoise: 0.018,
};
/** At 60 Hz: ten moments a second. */
const FRAME_STEP = 6;
const SEED = 3;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder? node fitArms.ts <folder with train.bin and read_set.py>');

const { takes, validationSubjects } = readTrainSet(folder);
const isKept = (subject: string) => validationSubjects.includes(subject);
const samplesOf = (kept: boolean) =>
  takes.filter(({ subject }) => isKept(subject) === kept).flatMap((take) => [...readArmSamples(take, FRAME_STEP)]);
const [fitted, kept] = [samplesOf(false), samplesOf(true)];
process.stderr.write(`${fitted.length} arms to fit, ${kept.length} of other people to check\n`);

const net = rounded(trainElbowNet(fitted, training, seededRandom(SEED)));
const centimetres = (metres: number) => (100 * metres).toFixed(2);
const [fitError, keptError] = [centimetres(meanElbowError(net, fitted)), centimetres(meanElbowError(net, kept))];
for (const subject of validationSubjects) {
  const own = takes.filter((take) => take.subject === subject).flatMap((take) => [...readArmSamples(take, FRAME_STEP)]);
  if (own.length > 0) console.log(`subject ${subject}: ${centimetres(meanElbowError(net, own))} cm`);
}
console.log(`mean elbow error: ${fitError} cm on the people fitted to, ${keptError} cm on others`);

const target = join(dirname(fileURLToPath(import.meta.url)), '../src/arms/fittedElbow.ts');
writeFileSync(target, sourceOf(net));

/** Four digits are plenty: the errors above are those of the rounded numbers. */
function rounded(net: ElbowNet): ElbowNet {
  const round = (values: Float64Array) => values.map((value) => Math.round(value * 1e4) / 1e4);
  return {
    ...net,
    hiddenWeights: round(net.hiddenWeights),
    hiddenBiases: round(net.hiddenBiases),
    outWeights: round(net.outWeights),
    outBiases: round(net.outBiases),
  };
}

function sourceOf(net: ElbowNet): string {
  const list = (values: Float64Array) => `Float64Array.of(${Array.from(values).join(', ')})`;
  const people = new Set(takes.map(({ subject }) => subject)).size - validationSubjects.length;
  return `import type { ElbowNet } from './elbowNet.js';

/**
 * Which way elbows point, in axes of the mirrored chest, from writeElbowFeatures(). Written by fit/fitArms.ts: fitted
 * to ${fitted.length} moments of ${people} people of the CMU Graphics Lab Motion Capture Database (mocap.cs.cmu.edu; created with
 * funding from NSF EIA-0196217). Mean error of the elbow's place, shoulder and hand being right: ${fitError} cm on these
 * people, ${keptError} cm on ${validationSubjects.length} others (subjects ${validationSubjects.join(', ')}).
 */
export const fittedElbow: ElbowNet = {
  inputCount: ${net.inputCount},
  hiddenCount: ${net.hiddenCount},
  hiddenWeights: ${list(net.hiddenWeights)},
  hiddenBiases: ${list(net.hiddenBiases)},
  outWeights: ${list(net.outWeights)},
  outBiases: ${list(net.outBiases)},
};
`;
}
