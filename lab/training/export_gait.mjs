#!/usr/bin/env node
// Writes a folder with train.bin and read_set.py as LEIBGAI1 for gait_set.py: what the gait's observer hears in every
// take, and what the feet did, by the very code of packages/embody (lab/embody/gaitSamples.ts).
// Usage: node export_gait.mjs <folder> <out.bin>     (Node 24; needs the built packages: npm run build)
import { closeSync, openSync, writeSync } from 'node:fs';
import { collectGaitTake, TRUTH_COUNT } from '../embody/gaitSamples.ts';
import { mirrorSignals, SIGNAL_COUNT } from '../embody/internals.ts';
import { readTrainSet } from '../embody/readTrainSet.ts';

const [folder, out] = process.argv.slice(2);
if (!folder || !out) {
  console.error('usage: node export_gait.mjs <folder with train.bin and read_set.py> <out.bin>');
  process.exit(1);
}
const { takes, validationSubjects } = readTrainSet(folder);
const rows = [];
const blocks = [];
for (const take of takes) {
  const { subject, frameCount, signals, truths } = collectGaitTake(take);
  rows.push({ clip: take.motion.name, subject, frames: frameCount });
  blocks.push(signals, truths[0], truths[1]);
}
/** Row i: what mirroring makes of signal i alone. */
const mirror = Array.from({ length: SIGNAL_COUNT }, (_, i) => {
  const one = new Float64Array(SIGNAL_COUNT);
  one[i] = 1;
  const mirrored = new Float64Array(SIGNAL_COUNT);
  mirrorSignals(one, mirrored);
  return [...mirrored];
});
// Padded so that the numbers start at a multiple of four.
let text = JSON.stringify({ truthCount: TRUTH_COUNT, mirror, val: validationSubjects, takes: rows });
text += ' '.repeat((4 - (Buffer.byteLength(text) % 4)) % 4);
const size = Buffer.alloc(4);
size.writeUInt32LE(Buffer.byteLength(text));
const file = openSync(out, 'w');
for (const part of [Buffer.from('LEIBGAI1'), size, Buffer.from(text)]) writeSync(file, part);
for (const { buffer, byteOffset, byteLength } of blocks)
  writeSync(file, new Uint8Array(buffer, byteOffset, byteLength));
closeSync(file);
console.error(`${rows.length} takes`);
