import { type CommandRun, UsageError } from '../command.js';
import type { jointCentreOptions } from '../commands/calibrate.js';
import { named } from '../named.js';
import { calibrateJointCentre } from './calibrateJointCentre.js';
import { readCalibration } from './readCalibration.js';

export const runCalibrateJointCentre: CommandRun<typeof jointCentreOptions> = async (_operands, options, output) => {
  const method = oneOf('method', options.method ?? 'closed', ['closed', 'grid']);
  const ties = oneOf('ties', options.ties ?? 'centroid', ['centroid', 'first']);
  const offset = readOffset(options.offset);
  const recording = await readCalibration('calibrate joint-centre', options.in);
  const tracker2 = options.tracker2 ?? (recording.extras.has('tracker2') ? 'tracker2' : null);
  const tracker = options.tracker ?? 'tracker';
  const report = await named(options.in ?? '', () =>
    calibrateJointCentre(recording, { tracker, tracker2, method, grid: { offset, ties } }),
  );
  if (options.json) return output.print(JSON.stringify(report));
  const place = report.centre.map((value) => (value * 1000).toFixed(1)).join(', ');
  output.print(`${report.kind} at ${place} mm from ${tracker}, residual ${report.residualMm.toFixed(2)} mm`);
  output.print(`confidence ${Math.round(100 * report.confidence)} %. ${report.advice}`);
};

function oneOf<const Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) throw new UsageError(`--${option}`, `expected ${words.join(' or ')}, got "${given}"`);
  return word;
}

function readOffset(text: string | undefined): readonly [number, number, number] {
  if (text === undefined) return [0, 0, 0];
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
    throw new UsageError('--offset', `expected three numbers in metres, as in 0,-0.05,0.1; got "${text}"`);
  }
  return [numbers[0], numbers[1], numbers[2]];
}
