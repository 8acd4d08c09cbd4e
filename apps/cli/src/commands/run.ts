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

export const recordRoomOptions = {
  seconds: { type: 'string', value: 'SECONDS', help: 'end after so long; with Ctrl-C when absent' },
  hz: { type: 'string', value: 'HZ', help: 'moments a second; 60 when absent' },
  name: { type: 'string', value: 'NAME', help: 'what the others see who records; "Recording" when absent' },
  json: { type: 'boolean', help: 'print one JSON object about what was recorded' },
} as const satisfies CommandOptions;

export const recordRoomCommand = defineCommand({
  name: 'record-room',
  summary: 'record everybody in a room of people into one file',
  operands: ['link', 'out'],
  options: recordRoomOptions,
  details: [
    '<link> is the one by which a page joins: http://127.0.0.1:8080/?people=museum, with its token where it is an invite (one for a watcher is enough).',
    '<out> is an MCAP file: the body of each person by their name, faces, and the document of the room with all that happened to it. The others see that',
    'somebody records: the name stands in the room. Whoever has a body of their own is recorded in the default one, moved as theirs.',
    'leib info says what is in the file; leib convert and the studio read each body of it. Ctrl-C ends it, and the file is whole.',
  ].join('\n'),
  load: async () => (await import('../run/recordRoom.js')).runRecordRoom,
});
