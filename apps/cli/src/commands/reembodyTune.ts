import { defaultTuningOptions, type HeuristicName, heuristicNames } from '@leib/reembody';
import { defineCommand, UsageError } from '../command.js';
import { writeOutput } from '../files.js';
import { evaluateTuning } from '../reembody/evaluateTuning.js';
import { readList, readMotion, readSettings, readSkeleton } from '../reembody/reembodyInput.js';

export const reembodyTuneCommand = defineCommand({
  name: 'reembody tune',
  summary: 'finds stiffness and damping of every axis by relay oscillation',
  operands: [],
  options: {
    out: { type: 'string', value: 'FILE', help: 'settings to be written, with method and reason of every axis' },
    in: { type: 'string', value: 'FILE', help: 'tune the body of this motion file; the default body when absent' },
    settings: { type: 'string', value: 'FILE', help: 'start from these settings' },
    heuristic: { type: 'string', value: 'NAME', help: `${heuristicNames.join(', ')}; pd when absent` },
    'both-sides': { type: 'boolean', help: 'tune the right side too, instead of copying the left' },
    fingers: { type: 'boolean', help: 'simulate and tune the fingers too' },
    clips: {
      type: 'string',
      value: 'FILES',
      help: 'a,b,...: also compare before, after and the best common pair on these',
    },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  details: [
    'An axis without a steady oscillation gets critically damped gains from its inertia, and the file says why. Clips are',
    'compared with bodies of their own skeletons, each tuned for itself.',
  ].join('\n'),
  async run(_operands, options, output) {
    if (options.out === undefined) throw new UsageError('--out is missing; see leib reembody tune --help.');
    const heuristic = readHeuristic(options.heuristic);
    const settings = await readSettings(options.settings, options.fingers);
    const skeleton = await readSkeleton(options.in);
    const { buildRemoteBody, loadMujoco, tunedSettingsText, tuneRemoteBody } = await import('@leib/reembody');
    const mujoco = await loadMujoco();
    const tuningOptions = { ...defaultTuningOptions, heuristic, isMirrored: !options['both-sides'] };
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
  },
});

function readHeuristic(word: string | undefined): HeuristicName {
  const found = heuristicNames.find((name) => name === (word ?? 'pd'));
  if (found === undefined) throw new UsageError(`--heuristic: "${word}" is none of ${heuristicNames.join(', ')}.`);
  return found;
}
