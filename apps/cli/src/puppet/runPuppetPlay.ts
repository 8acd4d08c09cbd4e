import { buildPuppetModel, playedLines } from '@leib/puppet';
import type { CommandRun } from '../command.js';
import type { puppetPlayOptions } from '../commands/puppet.js';
import { checkStandardOutput } from '../files.js';
import { readPositiveOption, readRateOption, requiredOption } from '../options.js';
import { writeTextPieces } from '../textLines.js';
import { checkPlayedHands, readHand } from './readHand.js';
import { readPuppet } from './readPuppet.js';

/** Lines that are written at a time. */
const BATCH_FRAMES = 64;

export const runPuppetPlay: CommandRun<typeof puppetPlayOptions> = async (_operands, options, output) => {
  const source = requiredOption('puppet', options.puppet);
  const handPath = requiredOption('hand', options.hand);
  const outPath = requiredOption('out', options.out);
  const secondPath = options['second-hand'];
  checkStandardOutput(outPath, options.json);
  const hzWish = readRateOption('hz', options.hz);
  const restSeconds = readPositiveOption('rest', options.rest) ?? 0;
  const { file, mesh, report } = await readPuppet(source);
  for (const note of report.notes) output.note(`${source}: ${note}`);
  const first = await readHand(handPath, output);
  const second = secondPath === undefined ? null : await readHand(secondPath, output, 1);
  const hz = hzWish ?? first.recording.hz;
  const recordings = second === null ? [first.recording] : [first.recording, second.recording];
  checkPlayedHands({ source, handCount: file.hands.length, handPath }, recordings, hz, restSeconds);
  const model = await buildPuppetModel(file, mesh);
  const startMs = performance.now();
  // The header is no frame.
  let frames = -1;
  async function* pieces() {
    let piece = '';
    for (const line of playedLines(model, recordings, hz, restSeconds)) {
      piece += line;
      if (++frames === 0 || frames % BATCH_FRAMES !== 0) continue;
      yield piece;
      piece = '';
      output.progress(`${source}: ${frames} frames`);
    }
    yield piece;
  }
  await writeTextPieces(outPath, pieces());
  const seconds = (performance.now() - startMs) / 1000;
  const hands = [first, second].flatMap((hand) =>
    hand === null ? [] : [{ gaps: hand.gaps, badLines: hand.badLines }],
  );
  const summary = { puppet: source, hand: handPath, out: outPath, frames, hz, hands, seconds };
  if (options.json) output.print(JSON.stringify(summary));
  else if (outPath !== '-') output.print(`${outPath}: ${frames} frames at ${hz} Hz, ${seconds.toFixed(1)} s`);
};
