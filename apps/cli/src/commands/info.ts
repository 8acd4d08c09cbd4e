import { type CommandOptions, defineCommand } from '../command.js';
import { readAsOptions } from './readAsOptions.js';

export const infoOptions = {
  ...readAsOptions,
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const infoCommand = defineCommand({
  name: 'info',
  summary: 'what is in a file of motion, and what is assumed about it',
  operands: ['in'],
  options: infoOptions,
  details: [
    'BVH, C3D, tracking, joints, glTF animation and recordings, gzip’d or not. A BVH file does not say which axis is up, what its',
    'unit is, or which joint is which bone: what leib convert and the studio would take for true is printed, with the reason.',
    'The same options as those of leib convert change it.',
  ].join('\n'),
  load: async () => (await import('../convert/runInfo.js')).runInfo,
});
