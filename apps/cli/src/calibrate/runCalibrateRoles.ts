import type { CommandRun } from '../command.js';
import type { rolesOptions } from '../commands/calibrate.js';
import { named } from '../named.js';
import { calibrateRoles } from './calibrateRoles.js';
import { readCalibration } from './readCalibration.js';

export const runCalibrateRoles: CommandRun<typeof rolesOptions> = async (_operands, options, output) => {
  const recording = await readCalibration('calibrate roles', options.in);
  const report = await named(options.in ?? '', () => calibrateRoles(recording));
  if (options.json) return output.print(JSON.stringify(report));
  for (const [id, role] of Object.entries(report.roles)) {
    output.print(`${id}: ${role} (${Math.round(100 * report.confidences[id])} %)`);
  }
  for (const problem of report.problems) output.note(problem);
};
