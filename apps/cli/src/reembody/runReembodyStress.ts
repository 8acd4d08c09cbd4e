import { applyTuning, buildRemoteBody, tuneRemoteBody } from '@leib/reembody';
import { measureStops, stressBody } from '@leib/reembody/measure';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { CommandRun } from '../command.js';
import type { reembodyStressOptions } from '../commands/reembody.js';
import { readNumberOption } from '../options.js';
import { readSettings, readSkeleton } from './reembodyInput.js';

export const runReembodyStress: CommandRun<typeof reembodyStressOptions> = async (_operands, options, output) => {
  const seconds = readNumberOption('seconds', options.seconds, { low: 12, high: 3600 }) ?? 60;
  const seed = readNumberOption('seed', options.seed, { low: 0, high: 2 ** 31 - 1, isWhole: true }) ?? 1;
  const settings = await readSettings(options.settings, options.fingers);
  const skeleton = await readSkeleton(options.in);
  const mujoco = await loadMujoco();
  const untuned = buildRemoteBody(skeleton, settings);
  const tuned = options.settings === undefined ? applyTuning(settings, tuneRemoteBody(mujoco, untuned)) : settings;
  const body = buildRemoteBody(skeleton, tuned);
  const report = stressBody(mujoco, body, {
    seconds,
    seed,
    hz: 90,
    onProgress: (done) => {
      output.progress(`${Math.round(done)} of ${seconds} s`);
      return true;
    },
  });
  output.progress('pressing joints against their limits');
  const limits = measureStops(mujoco, body);
  if (options.json) return output.print(JSON.stringify({ seed, ...report, limits }));
  output.print(
    `${seconds} s: ${report.resets} resets, ${report.nan} NaN, ${report.teleports} teleports; separation ${report.maxSeparationMm.toFixed(3)} mm, ` +
      `recovery ${report.recoveryDeg.toFixed(3)} degrees, penetration at rest ${report.restPenetrationMm.toFixed(2)} mm under ${report.pressForceN.toFixed(0)} N`,
  );
  for (const [kind, { restDeg, blowDeg, bone }] of [
    ['hinges', limits.hinges],
    ['balls', limits.balls],
  ] as const) {
    if (bone === null) continue;
    output.print(
      `limits of ${kind} under ${limits.forceN} N give way by ${restDeg.toFixed(2)} degrees (${bone}), ${blowDeg.toFixed(1)} when the limb hits them`,
    );
  }
};
