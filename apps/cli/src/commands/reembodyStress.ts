import { defineCommand } from '../command.js';
import { readNumber, readSettings, readSkeleton } from '../reembody/reembodyInput.js';

export const reembodyStressCommand = defineCommand({
  name: 'reembody stress',
  summary: 'teleports, spins, jumps of the target, hands pressed into boxes',
  operands: [],
  options: {
    seconds: { type: 'string', value: 'N', help: 'simulated time, 12 to 3600; 60 when absent' },
    seed: { type: 'string', value: 'N', help: 'course of events; 1 when absent' },
    in: { type: 'string', value: 'FILE', help: 'take the body of this motion file; the default body when absent' },
    settings: { type: 'string', value: 'FILE', help: 'settings of the body; tuned by default' },
    fingers: { type: 'boolean', help: 'simulate the fingers too' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  details: [
    'Twelve seconds make a round: teleports, a spin of 1440 degrees a second, targets that jump, both hands pressed 10 cm',
    'into boxes that stand fast; after each the body has two seconds to recover.',
  ].join('\n'),
  async run(_operands, options, output) {
    const seconds = readNumber('seconds', options.seconds, 60, 12, 3600);
    const seed = readNumber('seed', options.seed, 1, 0, 2 ** 31 - 1);
    const settings = await readSettings(options.settings, options.fingers);
    const skeleton = await readSkeleton(options.in);
    const { applyTuning, buildRemoteBody, loadMujoco, stressBody, tuneRemoteBody } = await import('@leib/reembody');
    const mujoco = await loadMujoco();
    const untuned = buildRemoteBody(skeleton, settings);
    const tuned = options.settings === undefined ? applyTuning(settings, tuneRemoteBody(mujoco, untuned)) : settings;
    const report = stressBody(mujoco, buildRemoteBody(skeleton, tuned), {
      seconds,
      seed,
      hz: 90,
      onProgress: (done) => {
        output.progress(`${Math.round(done)} of ${seconds} s`);
        return true;
      },
    });
    if (options.json) return output.print(JSON.stringify({ seed, ...report }));
    output.print(
      `${seconds} s: ${report.resets} resets, ${report.nan} NaN, ${report.teleports} teleports; separation ${report.maxSeparationMm.toFixed(3)} mm, ` +
        `recovery ${report.recoveryDeg.toFixed(3)} degrees, penetration at rest ${report.restPenetrationMm.toFixed(2)} mm under ${report.pressForceN.toFixed(0)} N`,
    );
  },
});
