import { type CommandOptions, defineCommand } from '../command.js';
import { feedDetails, feedOptions, outputOptions } from '../feeds/feedOptions.js';

export const serveOptions = {
  port: { type: 'string', value: 'PORT', help: 'exactly this port (also PORT=...); else 8080 or the next free one' },
  host: { type: 'string', value: 'ADDRESS', help: 'address to listen on; 0.0.0.0 opens it to the network' },
  studio: { type: 'string', value: 'FOLDER', help: 'another build of the studio' },
  walls: {
    type: 'string',
    value: 'FILE',
    help: 'walls of the displays (leib-walls/1); a CAVE with six displays otherwise',
  },
  ...feedOptions,
  ...outputOptions,
} as const satisfies CommandOptions;

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve the studio until Ctrl-C',
  operands: [],
  options: serveOptions,
  details: [
    'A headset on the network needs https; over a cable, "adb reverse tcp:8080 tcp:8080" makes it localhost.',
    'Displays: /displays shows the room and its walls, /display?wall=NAME is the picture of one wall.',
    feedDetails,
  ].join('\n'),
  load: async () => (await import('../runServe.js')).runServe,
});
