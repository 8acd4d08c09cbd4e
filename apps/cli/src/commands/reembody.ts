import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

export const reembodyTrackOptions = {
  in: { type: 'string', value: 'FILE', help: 'a motion with a skeleton: BVH, glTF, VRMA (may be gzip’d)' },
  settings: { type: 'string', value: 'FILE', help: 'settings of the body, as leib reembody tune writes them' },
  untuned: {
    type: 'boolean',
    help: 'gains from the inertia; without it and without --settings the body is tuned first',
  },
  fingers: { type: 'boolean', help: 'simulate the fingers too' },
  hz: { type: 'string', value: 'HZ', help: 'frames a second, 30 to 240; 90 when absent' },
  latency: {
    type: 'string',
    value: 'MS',
    help: 'delay of all targets but the hips, 0 to 1000; delays by group are in the settings; 0 when absent',
  },
  'hips-late': { type: 'boolean', help: 'delay the hips too' },
  floor: { type: 'string', value: 'METRES', help: 'put a floor at this height; none when absent' },
  series: {
    type: 'string',
    value: 'FILE',
    help: 'also write every joint’s error of every frame, degrees, as CSV: for plots',
  },
  poses: {
    type: 'string',
    value: 'FILE',
    help: 'also write both poses of every frame, wished and reached, and the delay that it really had, as MCAP',
  },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const reembodyTrackCommand = defineCommand({
  name: 'reembody track',
  summary: 'how well the simulated body follows a clip',
  options: reembodyTrackOptions,
  details: [
    'The body is made of the clip’s own skeleton. The error of a joint is the angle between its part’s rotation against the',
    'part it hangs on and the target projected on the joint’s axes and limits; what the projection took is reported apart.',
    'Parts of the body touch each other as the layers of the settings say. With a delay the error is the angle from the delayed',
    'target. --series has the delay, milliseconds, as its last column; the file of --poses has what was wished as /joints and what',
    'was reached, with the delay, as /remote (packages/formats/SPEC.md), and the settings.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyTrack.js')).runReembodyTrack,
});

export const reembodyTuneOptions = {
  out: { type: 'string', value: 'FILE', help: 'settings to be written, with method and reason of every axis' },
  in: { type: 'string', value: 'FILE', help: 'tune the body of this motion file; the default body when absent' },
  settings: { type: 'string', value: 'FILE', help: 'start from these settings' },
  heuristic: {
    type: 'string',
    value: 'NAME',
    help: 'pd, zieglerNicholsP, zieglerNicholsPi, zieglerNicholsPid, tyreusLuybenPi, tyreusLuybenPid, pessenIntegral, someOvershoot, noOvershoot; pd when absent',
  },
  relay: {
    type: 'string',
    value: 'SHARE',
    help: 'amplitude of the relay, as a multiple of each drive’s largest torque, 0.1 to 20; as in the settings when absent, which is 6',
  },
  hysteresis: {
    type: 'string',
    value: 'DEGREES',
    help: 'of the relay, 0.1 to 20; as in the settings when absent, which is 3',
  },
  'both-sides': { type: 'boolean', help: 'tune the right side too, instead of copying the left' },
  fingers: { type: 'boolean', help: 'simulate and tune the fingers too' },
  clips: {
    type: 'string',
    value: 'FILES',
    help: 'a,b,...: also compare before, after and the best common pair on these',
  },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const reembodyTuneCommand = defineCommand({
  name: 'reembody tune',
  summary: 'finds stiffness and damping of every axis by relay oscillation',
  options: reembodyTuneOptions,
  details: [
    'An axis without a steady oscillation gets critically damped gains from its inertia, and the file has the reason. Clips are',
    'compared with bodies of their own skeletons, each tuned for itself.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyTune.js')).runReembodyTune,
});

export const reembodyStressOptions = {
  seconds: { type: 'string', value: 'N', help: 'simulated time, 12 to 3600; 60 when absent' },
  seed: { type: 'string', value: 'N', help: 'course of events; 1 when absent' },
  in: { type: 'string', value: 'FILE', help: 'take the body of this motion file; the default body when absent' },
  settings: { type: 'string', value: 'FILE', help: 'settings of the body; tuned by default' },
  fingers: { type: 'boolean', help: 'simulate the fingers too' },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const reembodyStressCommand = defineCommand({
  name: 'reembody stress',
  summary: 'teleports, spins, jumps of the target, hands pressed into boxes',
  options: reembodyStressOptions,
  details: [
    'Twelve seconds make a round: teleports, a spin of 1440 degrees a second, targets that jump, both hands pressed 10 cm',
    'into boxes that stand fast; after each the body has two seconds to recover. Then every joint is pressed against its limits with',
    '90 N: how far they give way, at rest and when the limb hits them.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyStress.js')).runReembodyStress,
});

export const reembodyRobotOptions = {
  in: {
    type: 'string',
    value: 'FILE',
    help: 'a motion to follow: BVH, glTF, VRMA; ten seconds of our own when absent',
  },
  root: { type: 'string', value: 'FILE', help: 'which description of a folder or zip, where it has several' },
  bones: { type: 'string', value: 'FILE', help: 'bones of joints over what is guessed, as --save-bones writes them' },
  'save-bones': { type: 'string', value: 'FILE', help: 'write the bone of every joint as JSON, to be changed by hand' },
  angles: {
    type: 'string',
    value: 'FILE',
    help: 'write the joint angles of every frame, within limits and speeds, as JSON Lines (leib-robot-joints/1)',
  },
  send: {
    type: 'string',
    value: 'ws://HOST:PORT',
    help: 'send the same messages to a robot’s driver over a WebSocket, at the pace of the motion',
  },
  'max-speed': {
    type: 'string',
    value: 'RAD/S',
    help: 'fastest that a joint is asked to turn, 0.01 to 50; 3 when absent',
  },
  'max-acceleration': { type: 'string', value: 'RAD/S2', help: 'of a joint, 0.1 to 1000; 20 when absent' },
  'without-missing': { type: 'boolean', help: 'load it without the meshes that are missing' },
  json: { type: 'boolean', help: 'print one JSON object: {"robots": [...]}' },
} as const satisfies CommandOptions;

const reembodyRobotCommand = defineCommand({
  name: 'reembody robot',
  summary: 'load robots (MJCF, URDF) and measure how their segments follow a person',
  operands: ['robot'],
  lastRepeats: true,
  options: reembodyRobotOptions,
  details: [
    'A robot is a folder, a zip, or a description (.xml, .mjcf, .urdf) whose folder has its other files. For each: seconds to',
    'load it, hinges that follow, and angles in degrees between its segments and the person’s, median and 95th percentile,',
    'of both sides together. --angles and --send are for one robot; docs/reembody.md has the message. A leib-robot-bones/1 file has {"bones": {"joint": "leftUpperArm" or null}}.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyRobot.js')).runReembodyRobot,
});

export const reembodyCommands: CommandGroup = {
  name: 'reembody',
  summary: 'a body moved by forces only: how well it follows, its tuning, what it stands; robots that follow',
  commands: [reembodyTrackCommand, reembodyTuneCommand, reembodyStressCommand, reembodyRobotCommand],
};
