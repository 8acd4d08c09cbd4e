import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

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

const mocapSolveCommand = defineCommand({
  name: 'mocap solve',
  summary: 'rigid bodies to the joints of the actor',
  options: mocapSolveOptions,
  details: [
    'Points of the recording are the bodies: head, back, leftHand, rightHand, leftElbow, rightElbow, leftKnee, rightKnee,',
    'leftFoot, rightFoot, or any that the offsets name. Elbow and knee bodies sit on the forearm and the shank.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapSolve.js')).runMocapSolve,
});

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

const mocapOffsetsCommand = defineCommand({
  name: 'mocap offsets',
  summary: 'finds how rigid bodies sit on the actor',
  options: mocapOffsetsOptions,
  details: [
    'The person stands in the T-pose for a second, facing anywhere, then circles hands and feet. Wrists and ankles are found',
    'from that movement; all else is placed by a person’s proportions at the given stature.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapOffsets.js')).runMocapOffsets,
});

export const mocapSkeletonOptions = {
  out: { type: 'string', value: 'FILE', help: 'the skeleton: leib-dh/1' },
} as const satisfies CommandOptions;

const mocapSkeletonCommand = defineCommand({
  name: 'mocap skeleton',
  summary: 'writes the default skeleton, to be edited',
  options: mocapSkeletonOptions,
  details: [
    'Links after Denavit and Hartenberg, one a line: degrees and metres. Edit them and give the file to',
    'leib mocap solve --skeleton FILE. What each key means is in docs/mocap.md.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapSkeleton.js')).runMocapSkeleton,
});

export const mocapEvalOptions = {
  method: { type: 'string', value: 'NAME', help: 'dh (closed form) or refined; dh when absent' },
  only: {
    type: 'string',
    value: 'NAMES',
    help: 'names of clips or actions, separated by commas; * stands for anything',
  },
  json: { type: 'boolean', help: 'print one JSON object: {"clips": [...], "mean": {...}}' },
} as const satisfies CommandOptions;

const mocapEvalCommand = defineCommand({
  name: 'mocap eval',
  summary: 'simulate ten bodies on clips and measure the solver’s errors',
  operands: ['folder'],
  options: mocapEvalOptions,
  details: [
    'Bodies with 1 mm and 0.3 degrees of noise, 2 % lost in gaps of 0.1 to 0.5 s, mounted at random, at 60 Hz. Errors are means in',
    'cm; a jump is an angle that changes by more than 20 degrees in a frame in which the truth’s does not.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapEval.js')).runMocapEval,
});

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

const mocapFitCommand = defineCommand({
  name: 'mocap fit',
  summary: 'labelled markers to the movement of a body of the person’s size',
  options: mocapFitOptions,
  details: [
    'Labels of Plug-in Gait, CMU, Helen Hayes, OptiTrack, Qualisys and plain names of body parts are known. Bone lengths and',
    'the places of the markers are found from the movement, then every frame is solved. Markers of one part of the body',
    'are enough for that part; the rest stays in the T-pose.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapFit.js')).runMocapFit,
});

export const mocapRecordOptions = {
  dtrack: { type: 'string', value: 'PORT', help: 'receive ART DTrack on this UDP port' },
  in: { type: 'string', value: 'FILE', help: 'a DTrack log instead' },
  out: { type: 'string', value: 'FILE', help: '.jsonl (leib-tracking/1), .mcap, or .dtrack (packets as they came)' },
  bodies: { type: 'string', value: 'FILE', help: 'names of bodies: leib-bodies/1; default: 0 head, 1 back, ...' },
  up: { type: 'string', value: 'AXIS', help: 'y or z: the up axis of the tracked room (default z)' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; until Ctrl-C when absent' },
  json: { type: 'boolean', help: 'print one JSON object at the end' },
} as const satisfies CommandOptions;

const mocapRecordCommand = defineCommand({
  name: 'mocap record',
  summary: 'record rigid bodies from DTrack, for leib mocap solve',
  options: mocapRecordOptions,
  details: [
    'PORT alone listens on this machine only; 0.0.0.0:PORT on every address it has, 224.*-239.*:PORT joins a group.',
    'Rates and losses of the bodies go to standard error. Bodies that the map does not name are recorded as body/ID.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapRecord.js')).runMocapRecord,
});

export const mocapTransferOptions = {
  in: { type: 'string', value: 'FILE', help: 'a movement: BVH, GLB, VRMA, leib-joints/1, MCAP' },
  to: { type: 'string', value: 'AGENT', help: 'child, giant, longArms, or a file whose skeleton is taken' },
  method: { type: 'string', value: 'NAME', help: 'contacts (feet and hands keep what they touch) or angles' },
  out: { type: 'string', value: 'FILE', help: '.bvh, .glb, .vrma, .mcap or .jsonl; figures only when absent' },
  hz: { type: 'string', value: 'HZ', help: 'frames per second; those of the file when absent' },
  json: { type: 'boolean', help: 'print one JSON object with the figures of both methods' },
} as const satisfies CommandOptions;

const mocapTransferCommand = defineCommand({
  name: 'mocap transfer',
  summary: 'a movement on an agent of other proportions, with foot slide and contact distance',
  options: mocapTransferOptions,
  details: 'contacts is the default method. Figures are printed for both, whichever is written.',
  load: async () => (await import('../mocap/runMocapTransfer.js')).runMocapTransfer,
});

export const mocapCombineOptions = {
  in: { type: 'string', value: 'FILE', help: 'what to put together: leib-combination/1' },
  out: { type: 'string', value: 'FILE', help: '.bvh, .glb, .vrma, .mcap or .jsonl (leib-joints/1)' },
  json: { type: 'boolean', help: 'print one JSON object, with the times that were found' },
} as const satisfies CommandOptions;

const mocapCombineCommand = defineCommand({
  name: 'mocap combine',
  summary: 'put takes together: pieces in time, groups of the body across takes',
  options: mocapCombineOptions,
  details: [
    'FILE: {"format": "leib-combination/1", "takes": {"walk": {"file": "walk.bvh"}, "wave": {"file": "wave.glb"}},',
    '"pieces": [{"take": "walk", "from": 1, "to": 4}], "layers": [{"take": "wave", "groups": ["leftArm"], "at": 0.5}]}.',
    'Files of takes are looked for beside FILE. All keys are in docs/mocap.md.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapCombine.js')).runMocapCombine,
});

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

const mocapRigCommand = defineCommand({
  name: 'mocap rig',
  summary: 'a mesh and joint points to a rigged GLB',
  options: mocapRigOptions,
  details: [
    'Points are in the mesh’s own axes and unit, named by the humanoid bone that starts there: hips, neck or head, and for left',
    'and right UpperArm (shoulder), LowerArm (elbow), Hand (wrist), UpperLeg (hip), LowerLeg (knee), Foot (ankle); others are',
    'worked out where they are absent. With "mirror": true one side is enough. The mesh’s pose becomes the bind pose.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapRig.js')).runMocapRig,
});

export const mocapPlayOptions = {
  in: { type: 'string', value: 'FILE', help: 'a movement: BVH, C3D, leib-joints/1, glTF, VRMA, MCAP' },
  to: { type: 'string', value: 'URL', help: 'server of the displays; http://127.0.0.1:8080 when absent' },
  agents: { type: 'string', value: 'COUNT', help: 'so many agents, one behind the other in time; 1 when absent' },
  head: { type: 'string', value: 'NAME', help: 'the viewer: sway (from side to side) or still; sway when absent' },
  frames: { type: 'string', value: 'COUNT', help: 'stop after so many frames; until Ctrl-C when absent' },
} as const satisfies CommandOptions;

const mocapPlayCommand = defineCommand({
  name: 'mocap play',
  summary: 'play a movement on the displays of a server, at 60 Hz',
  options: mocapPlayOptions,
  details: [
    'A simulation without a studio: try walls with it. Start "leib serve" first, open /displays there, and the pages of its walls.',
    'The agents stand behind the front wall of the default CAVE and face the viewer.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapPlay.js')).runMocapPlay,
});

/** Commands for optical motion capture. */
export const mocapCommands: CommandGroup = {
  name: 'mocap',
  summary: 'rigid bodies and markers of an optical tracker to a skeleton',
  commands: [
    mocapSolveCommand,
    mocapOffsetsCommand,
    mocapSkeletonCommand,
    mocapEvalCommand,
    mocapFitCommand,
    mocapRecordCommand,
    mocapTransferCommand,
    mocapCombineCommand,
    mocapRigCommand,
    mocapPlayCommand,
  ],
};
