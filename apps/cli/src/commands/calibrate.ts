import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

const inOption = { type: 'string', value: 'FILE', help: 'leib-tracking/1 (may be gzip’d)' } as const;
const jsonOption = { type: 'boolean', help: 'print one JSON object' } as const;

export const rolesOptions = { in: inOption, json: jsonOption } as const satisfies CommandOptions;

const rolesCommand = defineCommand({
  name: 'calibrate roles',
  summary: 'which tracker is which, from a T-pose or an A-pose',
  operands: [],
  options: rolesOptions,
  details: [
    'The file holds head and loose trackers (t1, t2, ...: any name that is no point of the body), of somebody who stands',
    'still. Points it already names keep their names.',
  ].join('\n'),
  load: async () => (await import('../calibrate/runCalibrateRoles.js')).runCalibrateRoles,
});

export const jointCentreOptions = {
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
} as const satisfies CommandOptions;

const jointCentreCommand = defineCommand({
  name: 'calibrate joint-centre',
  summary: 'where the joint is that a tracker was turned about',
  operands: [],
  options: jointCentreOptions,
  details: 'The centre is in the tracker’s own space, metres.',
  load: async () => (await import('../calibrate/runCalibrateJointCentre.js')).runCalibrateJointCentre,
});

export const proportionsOptions = {
  in: inOption,
  json: jsonOption,
  'tpose-seconds': { type: 'string', value: 'S', help: 'the T-pose is held for so long at the start; 1 when absent' },
} as const satisfies CommandOptions;

const proportionsCommand = defineCommand({
  name: 'calibrate proportions',
  summary: 'how long somebody’s limbs are, from a T-pose and from moving about',
  operands: [],
  options: proportionsOptions,
  details: 'Points in the file are joints, or trackers whose offsets its header gives. Lengths are in metres.',
  load: async () => (await import('../calibrate/runCalibrateProportions.js')).runCalibrateProportions,
});

export const spaceOptions = {
  in: { ...inOption, help: 'leib-tracking/1 of the headset (may be gzip’d)' },
  other: { type: 'string', value: 'FILE', help: 'leib-tracking/1 of the trackers, recorded at the same time' },
  json: jsonOption,
  'most-offset': { type: 'string', value: 'S', help: 'clocks are at most so far apart, seconds; 2 when absent' },
} as const satisfies CommandOptions;

const spaceCommand = defineCommand({
  name: 'calibrate space',
  summary: 'where one tracked space lies in another, and how far their clocks are apart',
  operands: [],
  options: spaceOptions,
  details: [
    'Somebody moves for five seconds or more, seen by both. A tracker that is fixed to the headset or to a controller is',
    'found by itself, whatever it is called. The pose takes places of the second file to the space of the first.',
  ].join('\n'),
  load: async () => (await import('../calibrate/runCalibrateSpace.js')).runCalibrateSpace,
});

export const calibrateCommands: CommandGroup = {
  name: 'calibrate',
  summary: 'what trackers sit on, where joints are, how long limbs are, where spaces lie',
  commands: [rolesCommand, jointCentreCommand, proportionsCommand, spaceCommand],
};
