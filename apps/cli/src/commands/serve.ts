import { type CommandOptions, defineCommand } from '../command.js';
import { feedDetails, feedOptions, outputOptions } from './feed.js';

export const serveOptions = {
  port: { type: 'string', value: 'PORT', help: 'exactly this port (also PORT=...); else 8080 or the next free one' },
  host: { type: 'string', value: 'ADDRESS', help: 'address to listen on; 0.0.0.0 opens it to the network' },
  https: {
    type: 'boolean',
    help: 'by https, which headsets on the network need, with a certificate that is made once and kept',
  },
  cert: { type: 'string', value: 'FILE', help: 'your own certificate for https, PEM; with --key' },
  key: { type: 'string', value: 'FILE', help: 'its private key, PEM' },
  studio: { type: 'string', value: 'FOLDER', help: 'another build of the studio' },
  walls: {
    type: 'string',
    value: 'FILE',
    help: 'walls of the displays (leib-walls/1); a CAVE with six displays otherwise',
  },
  data: {
    type: 'string',
    value: 'FOLDER',
    help: 'keeps the documents of rooms, and the secret that signs invites; LEIB_HOME otherwise',
  },
  rooms: { type: 'string', value: 'open|invited', help: 'who may join a room of people; open unless given' },
  invite: { type: 'string', value: 'ROOM', help: 'prints the link of a host of this room, which holds for a day' },
  ...feedOptions,
  ...outputOptions,
} as const satisfies CommandOptions;

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'serve the studio until Ctrl-C',
  options: serveOptions,
  details: [
    'For a headset on the network: leib serve --https --host 0.0.0.0, and scan the code that it prints. The certificate is kept in LEIB_HOME',
    '(the folder for data of programs unless set). Over a cable, "adb reverse tcp:8080 tcp:8080" makes it localhost, without https.',
    'Displays: /displays shows the room and its walls, /display?wall=NAME is the picture of one wall.',
    'Rooms of people: with --rooms open, whoever reaches the server may join any room; the first one there is its host. With --rooms invited nobody',
    'joins without an invite: the link that is printed is for a host, who invites the others.',
    feedDetails,
  ].join('\n'),
  load: async () => (await import('../runServe.js')).runServe,
});
