import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@leib/core/testing';
import { readArmSamples } from './armSamples.ts';
import type { ElbowNet } from './internals.ts';
import { readTrainSet } from './readTrainSet.ts';
import { type ElbowTraining, meanElbowError, trainElbowNet } from './trainElbowNet.ts';

/**
 * Fits where elbows point (packages/embody/src/arms/fittedElbow.generated.ts) to the people of a training set, and says how well
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

const [folder, out] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('which folder? node fitArms.ts <folder with train.bin and read_set.py> [file to write]');
}

/** Parts that the people are divided into, each left out once. */
const FOLD_COUNT = 4;

const { takes, validationSubjects } = readTrainSet(folder);
const isKept = (subject: string) => validationSubjects.includes(subject);
const samplesOf = (isWanted: (subject: string) => boolean) =>
  takes.filter(({ subject }) => isWanted(subject)).flatMap((take) => [...readArmSamples(take, FRAME_STEP)]);
const [fitted, kept] = [samplesOf((subject) => !isKept(subject)), samplesOf(isKept)];
process.stderr.write(`${fitted.length} arms to fit, ${kept.length} of other people to check\n`);

const net = rounded(trainElbowNet(fitted, training, seededRandom(SEED)));
const centimetres = (metres: number) => (100 * metres).toFixed(2);
const [fitError, keptError] = [centimetres(meanElbowError(net, fitted)), centimetres(meanElbowError(net, kept))];
const foldError = centimetres(crossValidate());
for (const subject of validationSubjects) {
  const own = samplesOf((other) => other === subject);
  if (own.length > 0) console.log(`subject ${subject}: ${centimetres(meanElbowError(net, own))} cm`);
}
console.log(
  `mean elbow error: ${fitError} cm on the people fitted to, ${foldError} cm on the same by fits without them,`,
);
console.log(`${keptError} cm on the people kept back, who do other things`);

/** The error on each person by a fit to others: the same people and actions as those of the error on the fitted. */
function crossValidate(): number {
  const subjects = [...new Set(takes.map(({ subject }) => subject))].filter((subject) => !isKept(subject)).sort();
  let sum = 0;
  for (let fold = 0; fold < FOLD_COUNT; fold++) {
    const leftOut = new Set(subjects.filter((_, i) => i % FOLD_COUNT === fold));
    const others = samplesOf((subject) => !isKept(subject) && !leftOut.has(subject));
    const own = samplesOf((subject) => leftOut.has(subject));
    sum += meanElbowError(trainElbowNet(others, training, seededRandom(SEED)), own) * own.length;
    process.stderr.write(`fold ${fold + 1} of ${FOLD_COUNT}\n`);
  }
  return sum / fitted.length;
}

const target =
  out ?? join(dirname(fileURLToPath(import.meta.url)), '../../packages/embody/src/arms/fittedElbow.generated.ts');
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
  return `import type { ElbowNet } from './elbowFeatures.js';

/**
 * Which way elbows point, in axes of the mirrored chest, from writeElbowFeatures(). Written by lab/embody/fitArms.ts: fitted
 * to ${fitted.length} moments of ${people} people of the CMU Graphics Lab Motion Capture Database (mocap.cs.cmu.edu; created with
 * funding from NSF EIA-0196217). Mean error of the elbow's place, shoulder and hand being right: ${fitError} cm on these
 * people, ${foldError} cm on the same by fits without them, ${keptError} cm on ${validationSubjects.length} others who do other things (subjects
 * ${validationSubjects.join(', ')}).
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
