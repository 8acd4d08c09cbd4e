import { InputError } from '@leib/core';
import { buildPuppetModel, frameHeaderText, frameLineText, playRecordedHand } from '@leib/puppet';
import { type HandRecording, handRecordingDuration, MAX_HAND_FRAMES } from '@leib/tracking/hands';
import type { CommandRun } from '../command.js';
import type { puppetPlayOptions } from '../commands/puppetPlay.js';
import { readPositiveOption } from '../readPositiveOption.js';
import { requiredOption } from '../requiredOption.js';
import { writeTextPieces } from '../textLines.js';
import { readHand } from './readHand.js';
import { readPuppet } from './readPuppet.js';

/** Lines that are written at a time. */
const BATCH_FRAMES = 64;

export const runPuppetPlay: CommandRun<typeof puppetPlayOptions> = async (_operands, options, output) => {
  const source = requiredOption('puppet', options.puppet);
  const handPath = requiredOption('hand', options.hand);
  const outPath = requiredOption('out', options.out);
  const secondPath = options['second-hand'];
  const hzWish = readPositiveOption('hz', options.hz);
  const restSeconds = readPositiveOption('rest', options.rest) ?? 0;
  const { file, mesh, report } = await readPuppet(source);
  for (const note of report?.notes ?? []) output.note(`${source}: ${note}`);
  checkHandCount(source, file.hands.length, secondPath === undefined ? 1 : 2);
  const first = await readHand(handPath, output);
  const second = secondPath === undefined ? null : await readHand(secondPath, output);
  const hz = hzWish ?? first.recording.hz;
  const recordings = second === null ? [first.recording] : [first.recording, second.recording];
  checkDuration(handPath, recordings, hz, restSeconds);
  const model = await buildPuppetModel(file, mesh);
  const startMs = performance.now();
  let frames = 0;
  async function* pieces() {
    let piece = frameHeaderText(model, hz);
    for (const frame of playRecordedHand(model, recordings, hz, restSeconds)) {
      piece += frameLineText(frame);
      if (++frames % BATCH_FRAMES !== 0) continue;
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

function checkHandCount(source: string, has: number, given: number): void {
  if (has >= given) return;
  throw new InputError(
    source,
    `expected a puppet for ${given === 1 ? 'a hand' : 'two hands'}, got one with ${has} in "hands"`,
  );
}

/** A time that is wrong by hours would be played for days. */
function checkDuration(path: string, recordings: readonly HandRecording[], hz: number, restSeconds: number): void {
  const duration = Math.max(...recordings.map(handRecordingDuration));
  const frames = Math.ceil((duration + restSeconds) * hz);
  if (frames <= MAX_HAND_FRAMES) return;
  const reason = `expected at most ${MAX_HAND_FRAMES} frames at ${hz} Hz, got ${frames}`;
  throw new InputError(path, `${reason}, because the hand's times are ${duration} s apart`);
}
