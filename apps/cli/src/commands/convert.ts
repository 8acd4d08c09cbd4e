import { type CommandOptions, defineCommand } from '../command.js';
import { fileKinds } from '../convert/fileKind.js';
import { readAsOptions } from './readAsOptions.js';

export const convertOptions = {
  out: { type: 'string', value: 'FILE', help: 'the same as <out>' },
  to: { type: 'string', value: 'KIND', help: `${fileKinds.join(', ')}; by the name of <out> when absent` },
  hz: { type: 'string', value: 'HZ', help: 'frames per second of <out>; those of <in> when absent' },
  ...readAsOptions,
  trackers: { type: 'string', value: 'POINTS', help: 'points that tracking made from joints has: head,leftHand,...' },
  json: { type: 'boolean', help: 'print one JSON object about what was done' },
} as const satisfies CommandOptions;

export const convertCommand = defineCommand({
  name: 'convert',
  summary: 'BVH, tracking, joints, glTF animation and recordings into each other, and C3D into them',
  operands: ['in', 'out'],
  options: convertOptions,
  details: [
    'What <in> is, its content says; any of them may be gzip’d, or lie in a folder or a zip (pack.zip/walk.bvh where there are',
    'several); .gltf is read with the .bin beside it. Names of <out>:',
    '  *.bvh   *.tracking.jsonl   *.joints.jsonl   *.glb or *.vrma   *.mcap   each with .gz to pack it',
    '  *.feed.jsonl, *.hand.jsonl, *.c3d   from a recording with devices, a hand, markers in it',
    'From tracking to BVH, joints or glTF the body between the trackers is worked out, on the skeleton that the recording',
    'carries, else on the default body. From the markers of a C3D file a body is fitted, as leib mocap fit does it.',
    '- is standard input, or standard output with --to. Tracking of any length becomes BVH while it is read, in the same memory.',
    'What was assumed about a file is printed; leib info prints it without writing anything.',
  ].join('\n'),
  load: async () => (await import('../convert/runConvert.js')).runConvert,
});
