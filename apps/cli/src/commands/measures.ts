import { type CommandOptions, defineCommand } from '../command.js';

export const measuresOptions = {
  json: { type: 'boolean', help: 'print one JSON object about what was written' },
} as const satisfies CommandOptions;

export const measuresCommand = defineCommand({
  name: 'measures',
  summary: 'measurements and notes of a room of people as a table',
  operands: ['in', 'out'],
  options: measuresOptions,
  details: [
    '<in> is a recording of a room (leib record-room), of which the last document counts, or a document of its own (leib-stage/1).',
    '<out> is CSV, as the room’s own “CSV” button saves it: a row for each with value, author, time, note, and points in metres.',
  ].join('\n'),
  load: async () => (await import('../run/writeMeasures.js')).writeMeasures,
});
