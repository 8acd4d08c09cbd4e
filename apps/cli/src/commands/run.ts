import { type CommandOptions, defineCommand } from '../command.js';

export const runOptions = {
  seconds: {
    type: 'string',
    value: 'SECONDS',
    help: 'end after so long; at the end of recordings or with Ctrl-C when absent',
  },
  record: { type: 'string', value: 'FILE', help: 'record to this MCAP file, besides the document’s sinks' },
  hz: { type: 'string', value: 'HZ', help: 'frames a second; 60 when absent' },
  json: { type: 'boolean', help: 'print one JSON object about what was done' },
} as const satisfies CommandOptions;

export const runCommand = defineCommand({
  name: 'run',
  summary: 'run a stage without a page: tracking in, bodies out to walls, programs and files',
  operands: ['document'],
  options: runOptions,
  details: [
    'The document (leib-stage/1, docs/stage.md) says who is on the stage, where their tracking comes from, and where frames go:',
    'walls of a "leib serve", an MCAP recording, VMC, VRChat, lines of joints. Paths in it are relative to it.',
    'Ctrl-C ends the run and closes its files. Exit code 2: the call or the document is wrong; 1: the run failed.',
  ].join('\n'),
  load: async () => (await import('../run/runStage.js')).runStage,
});
