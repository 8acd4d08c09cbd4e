import { type CommandRun, UsageError } from '../command.js';
import type { spaceOptions } from '../commands/calibrate.js';
import { named } from '../named.js';
import { calibrateSpace } from './calibrateSpace.js';
import { readCalibration } from './readCalibration.js';

export const runCalibrateSpace: CommandRun<typeof spaceOptions> = async (_operands, options, output) => {
  const mostOffset = Number(options['most-offset'] ?? 2);
  if (!(mostOffset >= 0 && mostOffset <= 60)) {
    throw new UsageError('--most-offset', `expected seconds from 0 to 60, got "${options['most-offset']}"`);
  }
  if (options.other === undefined)
    throw new UsageError('--other', 'expected a value, got nothing; see leib calibrate space --help');
  const reference = await readCalibration('calibrate space', options.in);
  const other = await readCalibration('calibrate space', options.other);
  const report = await named(options.other, () => calibrateSpace(reference, other, mostOffset));
  if (options.json) return output.print(JSON.stringify(report));
  const place = report.pose.slice(0, 3).map((value) => value.toFixed(3));
  output.print(`turned by ${report.yawDeg.toFixed(2)} degrees, moved by ${place.join(', ')} m`);
  output.print(`${report.timeOffsetMs.toFixed(0)} ms later, residual ${report.residualMm.toFixed(2)} mm`);
  for (const pair of report.pairs) output.print(`${pair.other} moves with ${pair.reference}`);
  output.print(report.advice);
};
