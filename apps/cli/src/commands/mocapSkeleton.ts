import { type CommandOptions, defineCommand } from '../command.js';

export const mocapSkeletonOptions = {
  out: { type: 'string', value: 'FILE', help: 'the skeleton: leib-dh/1' },
} as const satisfies CommandOptions;

export const mocapSkeletonCommand = defineCommand({
  name: 'mocap skeleton',
  summary: 'writes the default skeleton, to be edited',
  operands: [],
  options: mocapSkeletonOptions,
  details: [
    'Links after Denavit and Hartenberg, one a line: degrees and metres. Edit them and give the file to',
    'leib mocap solve --skeleton FILE. What each key means is in docs/mocap.md.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapSkeleton.js')).runMocapSkeleton,
});
