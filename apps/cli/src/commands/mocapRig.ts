import { type CommandOptions, defineCommand } from '../command.js';

export const mocapRigOptions = {
  mesh: {
    type: 'string',
    value: 'FILE',
    help: 'a figure without bones: OBJ, PLY, GLB, VRM or glTF, also in a folder or zip',
  },
  joints: {
    type: 'string',
    value: 'FILE',
    help: 'joint points: leib-rig-points/1; absent: objects that are named as joints',
  },
  propose: { type: 'boolean', help: 'find the joint points from the shape instead' },
  out: { type: 'string', value: 'FILE', help: 'the rigged figure: .glb; with --propose also .json, the points alone' },
  unit: {
    type: 'string',
    value: 'UNIT',
    help: 'unit of the mesh: m, dm, cm, mm; default the file of joints’, else guessed',
  },
  json: { type: 'boolean', help: 'print one JSON object with figures' },
} as const satisfies CommandOptions;

export const mocapRigCommand = defineCommand({
  name: 'mocap rig',
  summary: 'a mesh and joint points to a rigged GLB',
  operands: [],
  options: mocapRigOptions,
  details: [
    'Points are in the mesh’s own axes and unit, named by the humanoid bone that starts there: hips, neck or head, and for left',
    'and right UpperArm (shoulder), LowerArm (elbow), Hand (wrist), UpperLeg (hip), LowerLeg (knee), Foot (ankle); others are',
    'worked out where they are absent. With "mirror": true one side is enough. The mesh’s pose becomes the bind pose.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapRig.js')).runMocapRig,
});
