import { type CommandOptions, defineCommand } from '../command.js';

export const mocapSolveOptions = {
  in: { type: 'string', value: 'FILE', help: 'rigid bodies: leib-tracking/1, MCAP or a DTrack log (may be gzip’d)' },
  offsets: { type: 'string', value: 'FILE', help: 'how the bodies sit on the actor: leib-offsets/1' },
  out: { type: 'string', value: 'FILE', help: '.jsonl (leib-joints/1), .bvh, .glb, .vrma or .mcap' },
  method: { type: 'string', value: 'NAME', help: 'dh (closed form) or refined; dh when absent' },
  skeleton: { type: 'string', value: 'FILE', help: 'another skeleton: leib-dh/1' },
  bodies: {
    type: 'string',
    value: 'FILE',
    help: 'names of a log’s bodies: leib-bodies/1; default: 0 head, 1 back, ...',
  },
  up: { type: 'string', value: 'AXIS', help: 'y or z: the up axis of a log’s room (default z)' },
  json: { type: 'boolean', help: 'print one JSON object with figures' },
} as const satisfies CommandOptions;

export const mocapSolveCommand = defineCommand({
  name: 'mocap solve',
  summary: 'rigid bodies to the joints of the actor',
  operands: [],
  options: mocapSolveOptions,
  details: [
    'Points of the recording are the bodies: head, back, leftHand, rightHand, leftElbow, rightElbow, leftKnee, rightKnee,',
    'leftFoot, rightFoot, or any that the offsets name. Elbow and knee bodies sit on the forearm and the shank.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapSolve.js')).runMocapSolve,
});
