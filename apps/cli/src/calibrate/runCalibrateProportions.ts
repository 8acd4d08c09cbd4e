import { type CommandRun, UsageError } from '../command.js';
import type { proportionsOptions } from '../commands/calibrate.js';
import { named } from '../named.js';
import { calibrateProportions } from './calibrateProportions.js';
import { readCalibration } from './readCalibration.js';

export const runCalibrateProportions: CommandRun<typeof proportionsOptions> = async (_operands, options, output) => {
  const seconds = Number(options['tpose-seconds'] ?? 1);
  if (!(seconds >= 0))
    throw new UsageError('--tpose-seconds', `expected a number of seconds, got "${options['tpose-seconds']}"`);
  const recording = await readCalibration('calibrate proportions', options.in);
  const report = await named(options.in ?? '', () => calibrateProportions(recording, seconds));
  if (options.json) return output.print(JSON.stringify(report));
  for (const [name, length] of Object.entries(report.proportions)) output.print(`${name}: ${length.toFixed(3)} m`);
  output.print(report.advice);
};
