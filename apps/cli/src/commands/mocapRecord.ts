import { type CommandOptions, defineCommand } from '../command.js';

export const mocapRecordOptions = {
  dtrack: { type: 'string', value: 'PORT', help: 'receive ART DTrack on this UDP port' },
  in: { type: 'string', value: 'FILE', help: 'a DTrack log instead' },
  out: { type: 'string', value: 'FILE', help: '.jsonl (leib-tracking/1), .mcap, or .dtrack (packets as they came)' },
  bodies: { type: 'string', value: 'FILE', help: 'names of bodies: leib-bodies/1; default: 0 head, 1 back, ...' },
  up: { type: 'string', value: 'AXIS', help: 'y or z: the up axis of the tracked room (default z)' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; until Ctrl-C when absent' },
  json: { type: 'boolean', help: 'print one JSON object at the end' },
} as const satisfies CommandOptions;

export const mocapRecordCommand = defineCommand({
  name: 'mocap record',
  summary: 'record rigid bodies from DTrack, for leib mocap solve',
  operands: [],
  options: mocapRecordOptions,
  details: [
    'PORT alone listens on this machine only; 0.0.0.0:PORT on every address it has, 224.*-239.*:PORT joins a group.',
    'Rates and losses of the bodies go to standard error. Bodies that the map does not name are recorded as body/ID.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapRecord.js')).runMocapRecord,
});
