import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

const inOption = { type: 'string', value: 'FILE', help: 'leib-tracking/1 or MCAP (may be gzip’d)' } as const;
const jsonOption = { type: 'boolean', help: 'print one JSON object' } as const;

export const rolesOptions = { in: inOption, json: jsonOption } as const satisfies CommandOptions;

const rolesCommand = defineCommand({
  name: 'calibrate roles',
  summary: 'find the role of each tracker, from a T-pose or an A-pose',
  options: rolesOptions,
  details: [
    'The file holds "head" and trackers without a role (t1, t2, ...: any name that is not a point of the body) of a person',
    'who stands still. Points that the file names keep their roles.',
  ].join('\n'),
  load: async () => (await import('../calibrate/calibrateRoles.js')).runCalibrateRoles,
});

export const jointCentreOptions = {
  in: inOption,
  json: jsonOption,
  tracker: { type: 'string', value: 'NAME', help: 'the tracker; "tracker" when absent' },
  tracker2: {
    type: 'string',
    value: 'NAME',
    help: 'one on the joint’s other side; "tracker2" if the file has it. Without one, that side must rest',
  },
} as const satisfies CommandOptions;

const jointCentreCommand = defineCommand({
  name: 'calibrate joint-centre',
  summary: 'find the joint that a tracker was turned about',
  options: jointCentreOptions,
  details: 'The centre is in the tracker’s own space, metres.',
  load: async () => (await import('../calibrate/calibrateJointCentre.js')).runCalibrateJointCentre,
});

export const proportionsOptions = {
  in: inOption,
  json: jsonOption,
  'tpose-seconds': { type: 'string', value: 'S', help: 'how long the T-pose is held at the start; 1 when absent' },
} as const satisfies CommandOptions;

const proportionsCommand = defineCommand({
  name: 'calibrate proportions',
  summary: 'measure a person’s bones, from a T-pose and from movement',
  options: proportionsOptions,
  details: 'Points in the file are joints, or trackers whose offsets its header gives. Lengths are in metres.',
  load: async () => (await import('../calibrate/calibrateProportions.js')).runCalibrateProportions,
});

export const spaceOptions = {
  in: { ...inOption, help: 'leib-tracking/1 or MCAP of the headset (may be gzip’d)' },
  other: { type: 'string', value: 'FILE', help: 'leib-tracking/1 or MCAP of the trackers, recorded at the same time' },
  json: jsonOption,
  'most-offset': { type: 'string', value: 'S', help: 'largest offset between the clocks, seconds; 2 when absent' },
} as const satisfies CommandOptions;

const spaceCommand = defineCommand({
  name: 'calibrate space',
  summary: 'align one tracked space with another, and measure the offset of their clocks',
  options: spaceOptions,
  details: [
    'Both files record the same movement of five seconds or more. A tracker that is fixed to the headset or to a controller',
    'is found by its motion. The pose takes positions of the second file to the space of the first.',
  ].join('\n'),
  load: async () => (await import('../calibrate/calibrateSpace.js')).runCalibrateSpace,
});

export const calibrateCommands: CommandGroup = {
  name: 'calibrate',
  summary: 'find roles of trackers, joint centres, bone lengths, and the alignment of spaces',
  commands: [rolesCommand, jointCentreCommand, proportionsCommand, spaceCommand],
};
