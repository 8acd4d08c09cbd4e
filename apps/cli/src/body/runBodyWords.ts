import {
  betasOfWords,
  bodyWords,
  buildBodyEstimator,
  createShapedBody,
  MEASURE_COUNT,
  measureNames,
  ratingsOfBetas,
  STRONGEST_RATING,
  takeSizes,
  type WordRatings,
  writeBetasJson,
} from '@leib/body';
import { type CommandRun, UsageError } from '../command.js';
import type { bodyWordsOptions } from '../commands/body.js';
import { writeOutput } from '../files.js';
import { readWordOption } from '../options.js';
import { bodySexes } from '../words.js';
import { readBodySpace } from './readModel.js';

export const runBodyWords: CommandRun<typeof bodyWordsOptions> = async (words, options, output) => {
  const sex = readWordOption('sex', options.sex ?? 'neutral', bodySexes);
  const ratings = readRatings(words);
  const model = (await readBodySpace())[sex];
  const name = options.name ?? 'From words';
  const rated = betasOfWords(model.measureStatistics, ratings);
  const betas = Float64Array.from({ length: model.betaCount }, (_, k) => rated[k] ?? 0);
  const measured = new Float64Array(MEASURE_COUNT);
  buildBodyEstimator(model).measure(betas, createShapedBody(model), measured);
  const described = ratingsOfBetas(model.measureStatistics, betas);
  if (options.out !== undefined) {
    await writeOutput(options.out, writeBetasJson({ name, sex, betas: [...betas] }, model.betaNames));
  }
  if (options.json) {
    const measures = Object.fromEntries(measureNames.map((measure, i) => [measure, measured[i]]));
    return output.print(JSON.stringify({ name, sex, betas: [...betas], measures, ratings: described }));
  }
  output.print(`${name}, ${sex}: betas ${Array.from(rated, (beta) => beta.toFixed(2)).join(' ')}`);
  for (const [i, measure] of measureNames.slice(0, takeSizes[1]).entries()) {
    const shown = measure === 'weight' ? `${measured[i].toFixed(1)} kg` : `${(measured[i] * 100).toFixed(1)} cm`;
    output.print(`  ${measure.padEnd(16)} ${shown.padStart(9)}`);
  }
  const best = bodyWords.map(({ id }) => [id, described[id]] as const).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  output.print(`  words ${best.map(([id, rating]) => `${id} ${rating.toFixed(1)}`).join(', ')}`);
};

function readRatings(words: readonly string[]): WordRatings {
  const known = bodyWords.map(({ id }) => id);
  const entries = words.map((word) => {
    const [id, text = ''] = word.split('=');
    const found = known.find((each) => each.toLowerCase() === id.trim().toLowerCase());
    if (!found) throw new UsageError('<ratings>', `expected one of ${known.join(', ')}, got "${id}"`);
    const rating = Number(text);
    if (text.trim() === '' || !(Math.abs(rating) <= STRONGEST_RATING)) {
      const range = `a rating from -${STRONGEST_RATING} to ${STRONGEST_RATING}`;
      throw new UsageError(`<ratings> ${found}`, `expected ${range}, got "${text}"`);
    }
    return [found, rating] as const;
  });
  return Object.fromEntries(entries);
}
