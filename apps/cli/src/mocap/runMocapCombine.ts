import { dirname, resolve } from 'node:path';
import { motionDuration, requireDecoded } from '@leib/core';
import { floorOfMotion } from '@leib/formats';
import { combineTakes, parseCombination, type Take } from '@leib/mocap';
import type { CommandRun } from '../command.js';
import type { mocapCombineOptions } from '../commands/mocap.js';
import { motionOf, readContent } from '../convert/content.js';
import { kindOfMotionFile, writeMotion } from '../convert/encodeContent.js';
import { named } from '../fileErrors.js';
import { readText } from '../files.js';
import { requiredOption } from '../options.js';

export const runMocapCombine: CommandRun<typeof mocapCombineOptions> = async (_operands, options, output) => {
  const inPath = requiredOption('in', options.in);
  const outPath = requiredOption('out', options.out);
  const to = kindOfMotionFile(outPath);
  const combination = requireDecoded(parseCombination(await readText(inPath)), inPath);
  const takes = new Map<string, Take>();
  const notes: string[] = [];
  for (const [name, { file }] of Object.entries(combination.takes)) {
    output.progress(`reading ${file} …`);
    const content = await readContent(resolve(dirname(inPath), file), {}, output);
    const motion = await named(file, () => motionOf(content));
    takes.set(name, { name, motion, source: file, floorY: floorOfMotion(motion) });
    notes.push(...content.notes.map((note) => `${file}: ${note}`));
  }
  output.progress('combining …');
  const { motion, alignments, notes: doubts } = await named(inPath, () => combineTakes(combination, takes));
  const bytes = await writeMotion(outPath, motion);
  notes.push(...doubts);

  const seconds = motionDuration(motion);
  const summary = {
    in: inPath,
    out: outPath,
    to,
    frames: motion.frameCount,
    hz: motion.hz,
    seconds,
    bytes,
    alignments,
    notes,
  };
  if (options.json) return output.print(JSON.stringify(summary));
  for (const note of notes) output.note(note);
  for (const { place, movedSeconds, correlation } of alignments) {
    output.print(`${place}: moved by ${movedSeconds.toFixed(4)} s, correlation ${correlation.toFixed(2)}`);
  }
  output.print(`${outPath}: ${motion.frameCount} frames at ${motion.hz} Hz, ${seconds.toFixed(2)} s, ${bytes} bytes`);
};
