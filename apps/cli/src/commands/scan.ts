import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

export const scanConvertOptions = {
  name: { type: 'string', value: 'NAME', help: 'what people see in the list of scans; the name of <out> when absent' },
  up: { type: 'string', value: 'AXIS', help: 'upright axis of PLY files: z (default) or y; LAS, LAZ and E57 have z' },
  unit: { type: 'string', value: 'UNIT', help: 'unit of the files: m (default), cm, mm, ft, us-ft, in' },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const scanConvertCommand = defineCommand({
  name: 'scan convert',
  summary: 'PLY, LAS, LAZ or E57 of any size into a folder that pages stream',
  operands: ['in', 'folder'],
  firstRepeats: true,
  options: scanConvertOptions,
  details: [
    'The folder must be new or empty. It has tiles of points (3D Tiles 1.1, glTF inside), the ground that people walk on, and scan.json;',
    'leib serve --scans offers it where it lies beside others. While it is made, it takes up to 52 bytes of disk for each point, and',
    'about 0.6 GB of memory whatever the size is. The same files give the same bits. docs/guides/scans.md has more.',
  ].join('\n'),
  load: async () => (await import('../scan/runScanConvert.js')).runScanConvert,
});

export const scanInfoOptions = {
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const scanInfoCommand = defineCommand({
  name: 'scan info',
  summary: 'what is in a converted scan, or in a file of points',
  operands: ['in'],
  options: scanInfoOptions,
  details:
    '<in> is a folder of leib scan convert, or a PLY, LAS, LAZ or E57 file, of which no more than its header is read.',
  load: async () => (await import('../scan/runScanInfo.js')).runScanInfo,
});

/** Commands for scanned places. */
export const scanCommands: CommandGroup = {
  name: 'scan',
  summary: 'scanned places for rooms of people',
  commands: [scanConvertCommand, scanInfoCommand],
};
