import { type CommandOptions, defineCommand } from '../command.js';

export const mocapCombineOptions = {
  in: { type: 'string', value: 'FILE', help: 'what to put together: leib-combination/1' },
  out: { type: 'string', value: 'FILE', help: '.bvh, .glb, .vrma, .mcap or .jsonl (leib-joints/1)' },
  json: { type: 'boolean', help: 'print one JSON object, with the times that were found' },
} as const satisfies CommandOptions;

export const mocapCombineCommand = defineCommand({
  name: 'mocap combine',
  summary: 'put takes together: pieces in time, groups of the body across takes',
  operands: [],
  options: mocapCombineOptions,
  details: [
    'FILE: {"format": "leib-combination/1", "takes": {"walk": {"file": "walk.bvh"}, "wave": {"file": "wave.glb"}},',
    '"pieces": [{"take": "walk", "from": 1, "to": 4}], "layers": [{"take": "wave", "groups": ["leftArm"], "at": 0.5}]}.',
    'Files of takes are looked for beside FILE. All keys are in docs/mocap.md.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapCombine.js')).runMocapCombine,
});
