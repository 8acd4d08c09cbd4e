import { type CommandOptions, defineCommand } from '../command.js';

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

export const reembodyRobotCommand = defineCommand({
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
