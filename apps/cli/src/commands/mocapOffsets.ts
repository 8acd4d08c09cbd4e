import { type CommandOptions, defineCommand } from '../command.js';

export const mocapOffsetsOptions = {
  in: {
    type: 'string',
    value: 'FILE',
    help: 'a second of T-pose, then movement: leib-tracking/1, MCAP or a DTrack log',
  },
  out: { type: 'string', value: 'FILE', help: 'how the bodies sit on the actor: leib-offsets/1' },
  stature: { type: 'string', value: 'METRES', help: 'height of the person; by default from the body on the head' },
  bodies: {
    type: 'string',
    value: 'FILE',
    help: 'names of a log’s bodies: leib-bodies/1; default: 0 head, 1 back, ...',
  },
  up: { type: 'string', value: 'AXIS', help: 'y or z: the up axis of a log’s room (default z)' },
  json: { type: 'boolean', help: 'print one JSON object: where each joint comes from' },
} as const satisfies CommandOptions;

export const mocapOffsetsCommand = defineCommand({
  name: 'mocap offsets',
  summary: 'finds how rigid bodies sit on the actor',
  operands: [],
  options: mocapOffsetsOptions,
  details: [
    'The person stands in the T-pose for a second, facing anywhere, then circles hands and feet. Wrists and ankles are found',
    'from that movement; all else is placed by a person’s proportions at the given stature.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapOffsets.js')).runMocapOffsets,
});
