import { calibrateJointCentre } from '../calibrate/calibrateJointCentre.js';
import { calibrateProportions } from '../calibrate/calibrateProportions.js';
import { calibrateRoles } from '../calibrate/calibrateRoles.js';
import { readCalibration } from '../calibrate/readCalibration.js';
import { type CommandGroup, defineCommand, UsageError } from '../command.js';

const inOption = { type: 'string', value: 'FILE', help: 'leib-tracking/1 (may be gzip’d)' } as const;
const jsonOption = { type: 'boolean', help: 'print one JSON object' } as const;

const rolesCommand = defineCommand({
  name: 'calibrate roles',
  summary: 'which tracker is which, from a T-pose or an A-pose',
  operands: [],
  options: { in: inOption, json: jsonOption },
  details: [
    'The file holds head and loose trackers (t1, t2, ...: any name that is no point of the body), of somebody who stands',
    'still. Points it already names keep their names.',
  ].join('\n'),
  async run(_operands, options, output) {
    const recording = await readCalibration('calibrate roles', options.in);
    const report = inFile(options.in, () => calibrateRoles(recording));
    if (options.json) return output.print(JSON.stringify(report));
    for (const [id, role] of Object.entries(report.roles)) {
      output.print(`${id}: ${role} (${Math.round(100 * report.confidences[id])} %)`);
    }
    for (const problem of report.problems) output.note(problem);
  },
});

const jointCentreCommand = defineCommand({
  name: 'calibrate joint-centre',
  summary: 'where the joint is that a tracker was turned about',
  operands: [],
  options: {
    in: inOption,
    json: jsonOption,
    method: {
      type: 'string',
      value: 'NAME',
      help: 'closed (least squares) or grid (the thesis’s probes); closed when absent',
    },
    tracker: { type: 'string', value: 'NAME', help: 'the tracker; "tracker" when absent' },
    tracker2: {
      type: 'string',
      value: 'NAME',
      help: 'one on the joint’s other side; "tracker2" where the file has it. Without, that side rests',
    },
    offset: { type: 'string', value: 'X,Y,Z', help: 'grid: its middle in tracker space, metres; 0,0,0 when absent' },
    ties: { type: 'string', value: 'RULE', help: 'grid: centroid of equal probes, or the first as in the thesis' },
  },
  details: 'The centre is in the tracker’s own space, metres.',
  async run(_operands, options, output) {
    const method = oneOf('method', options.method ?? 'closed', ['closed', 'grid']);
    const ties = oneOf('ties', options.ties ?? 'centroid', ['centroid', 'first']);
    const offset = readOffset(options.offset);
    const recording = await readCalibration('calibrate joint-centre', options.in);
    const tracker2 = options.tracker2 ?? (recording.extras.has('tracker2') ? 'tracker2' : null);
    const tracker = options.tracker ?? 'tracker';
    const report = inFile(options.in, () =>
      calibrateJointCentre(recording, { tracker, tracker2, method, grid: { offset, ties } }),
    );
    if (options.json) return output.print(JSON.stringify(report));
    const place = report.centre.map((value) => (value * 1000).toFixed(1)).join(', ');
    output.print(`${report.kind} at ${place} mm from ${tracker}, residual ${report.residualMm.toFixed(2)} mm`);
    output.print(`confidence ${Math.round(100 * report.confidence)} %. ${report.advice}`);
  },
});

const proportionsCommand = defineCommand({
  name: 'calibrate proportions',
  summary: 'how long somebody’s limbs are, from a T-pose and from moving about',
  operands: [],
  options: {
    in: inOption,
    json: jsonOption,
    'tpose-seconds': { type: 'string', value: 'S', help: 'the T-pose is held for so long at the start; 1 when absent' },
  },
  details: 'Points in the file are joints, or trackers whose offsets its header gives. Lengths are in metres.',
  async run(_operands, options, output) {
    const seconds = Number(options['tpose-seconds'] ?? 1);
    if (!(seconds >= 0)) throw new UsageError(`--tpose-seconds "${options['tpose-seconds']}" is no number of seconds.`);
    const recording = await readCalibration('calibrate proportions', options.in);
    const report = inFile(options.in, () => calibrateProportions(recording, seconds));
    if (options.json) return output.print(JSON.stringify(report));
    for (const [name, length] of Object.entries(report.proportions)) output.print(`${name}: ${length.toFixed(3)} m`);
    output.print(report.advice);
  },
});

export const calibrateCommands: CommandGroup = {
  name: 'calibrate',
  summary: 'what trackers sit on, where joints are, how long limbs are',
  commands: [rolesCommand, jointCentreCommand, proportionsCommand],
};

/** What goes wrong with what a file holds is said with the file's name. */
function inFile<Result>(path: string | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function oneOf<const Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) throw new UsageError(`--${option} "${given}" is not known; there are ${words.join(', ')}.`);
  return word;
}

function readOffset(text: string | undefined): readonly [number, number, number] {
  if (text === undefined) return [0, 0, 0];
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
    throw new UsageError(`--offset "${text}" is no place; it is three numbers in metres, as in 0,-0.05,0.1.`);
  }
  return [numbers[0], numbers[1], numbers[2]];
}
