import { DEG } from '@leib/core';
import {
  buildRemoteBody,
  defaultTuningOptions,
  heuristicNames,
  tunedSettingsText,
  tuneRemoteBody,
} from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type CommandRun, UsageError } from '../command.js';
import type { reembodyTuneOptions } from '../commands/reembody.js';
import { writeOutput } from '../files.js';
import { readNumberOption, readWordOption } from '../options.js';
import { evaluateTuning } from './evaluateTuning.js';
import { readList, readMotion, readSettings, readSkeleton } from './reembodyInput.js';

export const runReembodyTune: CommandRun<typeof reembodyTuneOptions> = async (_operands, options, output) => {
  if (options.out === undefined)
    throw new UsageError('--out', 'expected a value, got nothing; see leib reembody tune --help');
  const heuristic = readWordOption('heuristic', options.heuristic ?? 'pd', heuristicNames);
  const settings = await readSettings(options.settings, options.fingers);
  const skeleton = await readSkeleton(options.in);
  const mujoco = await loadMujoco();
  const tuningOptions = {
    ...defaultTuningOptions,
    heuristic,
    relayShare: readNumberOption('relay', options.relay, { low: 0.1, high: 20 }) ?? settings.relay.share,
    hysteresis:
      (readNumberOption('hysteresis', options.hysteresis, { low: 0.1, high: 20 }) ?? settings.relay.hysteresis / DEG) *
      DEG,
    isMirrored: !options['both-sides'],
  };
  const startMs = performance.now();
  const tuning = tuneRemoteBody(mujoco, buildRemoteBody(skeleton, settings), tuningOptions, (done, total) => {
    output.progress(`${done} of ${total} axes`);
    return true;
  });
  const seconds = (performance.now() - startMs) / 1000;
  await writeOutput(options.out, new TextEncoder().encode(tunedSettingsText(settings, tuning)));
  const fallbacks = tuning.axes.filter(({ method }) => method === 'inertia');
  const evaluation = [];
  for (const path of readList(options.clips)) {
    const motion = await readMotion(path);
    evaluation.push(
      evaluateTuning(mujoco, path, motion, settings, tuningOptions, (text) => output.progress(`${path}: ${text}`)),
    );
  }
  if (options.json) {
    return output.print(JSON.stringify({ out: options.out, seconds, heuristic, axes: tuning.axes, evaluation }));
  }
  output.print(
    `${options.out}: ${tuning.axes.length} axes in ${seconds.toFixed(1)} s, ${fallbacks.length} of them by inertia`,
  );
  for (const { name, reason } of fallbacks) output.print(`  ${name}: ${reason}`);
  for (const { clip, before, after, bestCommon, improvement } of evaluation) {
    output.print(
      `  ${clip}: before ${before.meanErrorDeg.toFixed(2)}, after ${after.meanErrorDeg.toFixed(2)} degrees; best common pair ` +
        `Kp ${bestCommon.kp}, Kd ${bestCommon.kd}: ${bestCommon.meanErrorDeg.toFixed(2)}, ${(100 * improvement).toFixed(0)} % less after tuning`,
    );
  }
};
