import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';
import { onlyFromFiles, sendableProtocols } from '../words.js';

/** Feeds to receive; shared by `leib serve` and `leib feed watch`. */
export const feedOptions = {
  dtrack: { type: 'string', value: 'PORT', help: 'receive ART DTrack on this UDP port' },
  vmc: { type: 'string', value: 'PORT', help: 'receive Virtual Motion Capture (VMC) on this UDP port, usually 39539' },
  vrchat: { type: 'string', value: 'PORT', help: 'receive VRChat’s OSC trackers, usually on 9000' },
  natnet: { type: 'string', value: 'PORT', help: 'receive OptiTrack NatNet; 239.255.42.99:1511 joins Motive’s group' },
  'natnet-server': { type: 'string', value: 'ADDRESS', help: 'computer with Motive, for its version and names' },
  'json-feed': { type: 'string', value: 'PORT', help: 'receive leib-feed/1 frames on this UDP port' },
  up: {
    type: 'string',
    value: 'AXIS',
    help: 'y or z: the up axis of the tracked room (default: z for DTrack, y for NatNet)',
  },
} as const satisfies CommandOptions;

/** Destinations that pages may send to. */
export const outputOptions = {
  'vmc-out': { type: 'string', value: 'TARGET', help: 'let pages send VMC there: 127.0.0.1:39539' },
  'vrchat-out': { type: 'string', value: 'TARGET', help: 'let pages send VRChat’s OSC trackers there: 127.0.0.1:9000' },
  'allow-origin': { type: 'string', value: 'ORIGIN', help: 'a page of another origin that may use the feeds' },
} as const satisfies CommandOptions;

export const feedDetails = [
  'PORT alone listens on this machine only; 0.0.0.0:PORT on every address it has, 224.*-239.*:PORT joins a group.',
].join('\n');

export const feedWatchOptions = {
  ...feedOptions,
  bridge: { type: 'string', value: 'URL', help: 'the feeds of a running leib serve: http://127.0.0.1:8080/' },
  slimevr: { type: 'string', value: 'URL', help: 'SlimeVR’s server: ws://127.0.0.1:21110' },
  socket: { type: 'string', value: 'URL', help: 'a program that sends leib-feed/1 over its own WebSocket' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; until Ctrl-C when absent' },
  json: { type: 'boolean', help: 'print one JSON object at the end; needs --seconds' },
} as const satisfies CommandOptions;

const feedWatchCommand = defineCommand({
  name: 'feed watch',
  summary: 'print the devices of feeds with pose, quality, rate and latency',
  options: feedWatchOptions,
  details: feedDetails,
  load: async () => (await import('../feeds/runFeedWatch.js')).runFeedWatch,
});

export const feedSendOptions = {
  to: { type: 'string', value: 'TARGET', help: 'destination: a port of this machine, or ADDRESS:PORT' },
  trackers: { type: 'string', value: 'COUNT', help: 'how many trackers; 10 when absent' },
  hz: { type: 'string', value: 'HZ', help: 'frames per second; 60 when absent' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; 10 when absent' },
  file: { type: 'string', value: 'FILE', help: 'send this file’s bytes as one packet, repeatedly' },
  json: { type: 'boolean', help: 'print one JSON object about what was sent' },
} as const satisfies CommandOptions;

const feedSendCommand = defineCommand({
  name: 'feed send',
  summary: 'send moving test trackers, or packets from files, to a UDP port',
  operands: ['protocol'],
  options: feedSendOptions,
  details: [
    `<protocol>: ${sendableProtocols.join(', ')}; with --file also ${onlyFromFiles.join(', ')}.`,
    'To watch it: leib feed watch --dtrack 5000, and in another terminal leib feed send dtrack --to 5000.',
  ].join('\n'),
  load: async () => (await import('../feeds/runFeedSend.js')).runFeedSend,
});

export const feedCommands: CommandGroup = {
  name: 'feed',
  summary: 'watch tracker feeds, or send one',
  commands: [feedWatchCommand, feedSendCommand],
};
