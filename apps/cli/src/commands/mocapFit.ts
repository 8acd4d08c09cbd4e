import { type CommandOptions, defineCommand } from '../command.js';

export const mocapFitOptions = {
  in: { type: 'string', value: 'FILE', help: 'labelled markers: C3D (may be gzip’d)' },
  out: { type: 'string', value: 'FILE', help: '.bvh, .glb, .vrma, .mcap or .joints.jsonl' },
  markers: { type: 'string', value: 'FILE', help: 'the bone of each label: leib-markers/1; by known sets when absent' },
  up: {
    type: 'string',
    value: 'AXIS',
    help: 'axis of the file that points up: x, y, z, -x, -y or -z; found when absent',
  },
  truth: {
    type: 'string',
    value: 'FILE',
    help: 'a movement of the same take (BVH, glTF): the distance of each joint is listed',
  },
  json: { type: 'boolean', help: 'print one JSON object with the residual of each marker' },
} as const satisfies CommandOptions;

export const mocapFitCommand = defineCommand({
  name: 'mocap fit',
  summary: 'labelled markers to the movement of a body of the person’s size',
  operands: [],
  options: mocapFitOptions,
  details: [
    'Labels of Plug-in Gait, CMU, Helen Hayes, OptiTrack, Qualisys and plain names of body parts are known. Bone lengths and',
    'the places of the markers are found from the movement, then every frame is solved. Markers of one part of the body',
    'are enough for that part; the rest stays in the T-pose.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapFit.js')).runMocapFit,
});
