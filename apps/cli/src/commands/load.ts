import { type CommandOptions, defineCommand } from '../command.js';

export const loadOptions = {
  server: { type: 'string', value: 'URL', help: 'a running server, with its token; one of its own otherwise' },
  nodes: {
    type: 'string',
    value: 'COUNT',
    help: 'so many servers of its own that share the room by a nats-server of its own, 1 to 8; bots at each in turn',
  },
  room: { type: 'string', value: 'NAME', help: 'the room; "load" unless given' },
  clients: { type: 'string', value: 'COUNT', help: 'bots in the room, 2 to 224; 200 unless given' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long is measured; 30 unless given' },
  hz: { type: 'string', value: 'HZ', help: 'updates a second of each bot; 60 unless given' },
  radius: {
    type: 'string',
    value: 'METRES',
    help: 'of the circle over which the bots are spread evenly; 10 unless given',
  },
  form: {
    type: 'string',
    value: 'targets|pose',
    help: 'what is tracked, or whole bodies; targets unless the motion has nothing tracked',
  },
  motion: {
    type: 'string',
    value: 'FILE',
    help: 'a clip or recording that all replay; somebody who walks about otherwise',
  },
  beside: { type: 'string', value: 'json', help: 'also measure a relay of JSON messages (in the repository only)' },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const loadCommand = defineCommand({
  name: 'load',
  summary: 'fill a room with bots who replay real motion, and measure the server',
  options: loadOptions,
  details: [
    'Each bot has a connection of its own, sends what a page sends (the same motion, begun at another moment, at a place of its own) and reads what',
    'the room sends. The server runs in a process of its own; all bots are in this one, which is another core. docs/together.md says what each figure counts.',
    'Ctrl-C ends it with the figures so far. Exit code 1: the server failed, or sent somebody away.',
  ].join('\n'),
  load: async () => (await import('../load/runLoad.js')).runLoad,
});
