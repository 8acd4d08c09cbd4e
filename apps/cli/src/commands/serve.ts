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
  scans: {
    type: 'string',
    value: 'FOLDER',
    help: 'offers the scans in it, and files of splats, to rooms of people: leib scan convert makes scans',
  },
  rooms: { type: 'string', value: 'open|invited', help: 'who may join a room of people; open unless given' },
  nats: {
    type: 'string',
    value: 'URL',
    help: 'shares rooms with other servers by the nats-server (with JetStream) at nats://[USER:PASSWORD@]HOST:4222',
  },
  'nats-credentials': { type: 'string', value: 'FILE', help: 'credentials of a user of it (.creds)' },
  'nats-prefix': {
    type: 'string',
    value: 'NAME',
    help: 'servers with the same one share their rooms; "leib" unless given',
  },
  'nats-replicas': {
    type: 'string',
    value: 'COUNT',
    help: 'on how many nats-servers everything is kept; 1 unless given',
  },
  address: {
    type: 'string',
    value: 'URL',
    help: 'with --nats: where people find this server, or all behind one address',
  },
  invite: { type: 'string', value: 'ROOM', help: 'prints the link of a host of this room, which holds for a day' },
  studies: {
    type: 'string',
    value: 'FILE',
    help: 'where studies are kept: a file, or postgres://..., which several servers may share; beside the rooms when absent',
  },
  site: { type: 'string', value: 'NAME', help: 'name of this server in studies of several; main when absent' },
  instruments: {
    type: 'string',
    value: 'LIST',
    help: 'others on the time axis of studies: osc:HOST:PORT, ws://HOST:PORT, lsl; several with commas',
  },
  operator: {
    type: 'string',
    value: 'STUDY',
    help: 'prints the link of an operator of this study, which holds for a day',
  },
  stun: { type: 'string', value: 'URL', help: 'voices: a STUN server (stun:HOST:PORT); none unless given' },
  turn: { type: 'string', value: 'URL', help: 'voices: a TURN server (turn:HOST:PORT); with --turn-secret' },
  'turn-secret': { type: 'string', value: 'FILE', help: 'the word that it shares with Leib (static-auth-secret)' },
  'relay-only': { type: 'boolean', help: 'voices go by the TURN server alone: nobody sees the address of another' },
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
    'Studies: on this machine alone everybody is an operator; on a network (--host), or with --rooms invited, only who has a token.',
    'With --nats, people of one room may be at any of the servers, and documents and files are kept by NATS (docs/together.md, "More than one server").',
    'Voices go from page to page. Across networks they need --stun and --turn; docs/guides/voices.md has both.',
    feedDetails,
  ].join('\n'),
  load: async () => (await import('../runServe.js')).runServe,
});
