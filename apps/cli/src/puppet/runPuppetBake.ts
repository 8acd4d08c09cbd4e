import { InputError, requireDecoded } from '@leib/core';
import { gunzipIfNeeded, readRecording, sniffFormat } from '@leib/formats';
import {
  bakePuppet,
  buildPuppetModel,
  type PuppetModel,
  type PuppetState,
  parseTake,
  stepRecordedHand,
  stepTake,
  takeOfRecording,
} from '@leib/puppet';
import type { HandRecording } from '@leib/tracking/hands';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { puppetBakeOptions } from '../commands/puppet.js';
import { named } from '../fileErrors.js';
import { readInput, writeOutput } from '../files.js';
import { readPositiveOption, readRateOption, readWordOption, requiredOption } from '../options.js';
import { checkPlayedHands, readHand } from './readHand.js';
import { readPuppet } from './readPuppet.js';

const forms = ['bones', 'morphs'] as const;
type Form = (typeof forms)[number];

interface Played {
  /** Of the animation. */
  readonly name: string;
  frames(model: PuppetModel): Iterable<{ readonly state: PuppetState }>;
}

export const runPuppetBake: CommandRun<typeof puppetBakeOptions> = async (_operands, options, output) => {
  const source = requiredOption('puppet', options.puppet);
  const outPath = requiredOption('out', options.out);
  const form = readWordOption('as', options.as ?? 'bones', forms);
  const hz = readRateOption('hz', options.hz) ?? 30;
  const restSeconds = readPositiveOption('rest', options.rest) ?? 0;
  if ((options.hand === undefined) === (options.take === undefined)) {
    throw new UsageError('--hand', 'expected a recorded hand or --take with a take, and not both');
  }
  const { file, mesh, report } = await readPuppet(source);
  for (const note of report.notes) output.note(`${source}: ${note}`);
  const hands = [options.hand, options['second-hand']].filter((path) => path !== undefined);
  const played =
    options.take === undefined
      ? await openHands(hands, { hz, restSeconds, handCount: file.hands.length, source }, output)
      : await openTake(options.take, hz);
  const model = await buildPuppetModel(file, mesh);
  const baked = await bakePuppet(model, played.frames(model), {
    as: form,
    hz,
    name: played.name,
    onProgress(what, done) {
      if (what === 'targets') output.progress(`morph targets: ${Math.round(done * 100)} %`);
      else if (done % 64 === 0) output.progress(`${source}: ${done} frames`);
    },
  });
  await writeOutput(outPath, baked.bytes);
  const { bytes, ...figures } = baked;
  const summary = { puppet: source, out: outPath, as: form, hz, ...figures, bytes: bytes.length };
  output.print(options.json ? JSON.stringify(summary) : describe(outPath, form, hz, baked));
};

interface HandOptions {
  readonly hz: number;
  readonly restSeconds: number;
  readonly handCount: number;
  readonly source: string;
}

async function openHands(paths: readonly string[], options: HandOptions, output: CommandOutput): Promise<Played> {
  const { hz, restSeconds, handCount, source } = options;
  const recordings: HandRecording[] = [];
  for (const [number, path] of paths.entries()) recordings.push((await readHand(path, output, number)).recording);
  checkPlayedHands({ source, handCount, handPath: paths[0] }, recordings, hz, restSeconds);
  return { name: 'hand', frames: (model) => stepRecordedHand(model, recordings, hz, restSeconds) };
}

async function openTake(path: string, hz: number): Promise<Played> {
  const bytes = await readInput(path);
  const take = await named(path, async () => {
    const unpacked = await gunzipIfNeeded(bytes);
    if (sniffFormat(unpacked, path) === 'mcap') return takeOfRecording((await readRecording(unpacked)).recording);
    return requireDecoded(parseTake(new TextDecoder().decode(unpacked)));
  });
  return {
    name: take.name,
    frames(model) {
      const parts = model.file.parts.map(({ name }) => name);
      if (take.parts.length > 0 && !take.parts.some((name) => parts.includes(name))) {
        const known = parts.map((name) => `"${name}"`).join(', ');
        throw new InputError(path, `expected a take of this puppet, whose parts are ${known}, got "${take.parts[0]}"`);
      }
      return stepTake(model, take, hz);
    },
  };
}

function describe(path: string, form: Form, hz: number, baked: Awaited<ReturnType<typeof bakePuppet>>): string {
  const { bytes, frameCount, count, rmsError, maxError } = baked;
  const mm = (metres: number) => `${(metres * 1000).toFixed(2)} mm`;
  const what = form === 'bones' ? 'joints' : 'morph targets';
  const size = `${(bytes.length / 1e6).toFixed(2)} MB`;
  const error = `${mm(rmsError)} from the played surface (largest ${mm(maxError)})`;
  return `${path}: ${frameCount} frames at ${hz} Hz, ${count} ${what}, ${size}, ${error}`;
}
