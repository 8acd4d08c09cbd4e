import { type CommandOptions, defineCommand } from '../command.js';
import { feedDetails, feedOptions } from '../feeds/feedOptions.js';

export const feedWatchOptions = {
  ...feedOptions,
  bridge: { type: 'string', value: 'URL', help: 'the feeds of a running leib serve: http://127.0.0.1:8080/' },
  slimevr: { type: 'string', value: 'URL', help: 'SlimeVR’s server: ws://127.0.0.1:21110' },
  socket: { type: 'string', value: 'URL', help: 'a program that sends leib-feed/1 over its own WebSocket' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; until Ctrl-C when absent' },
  json: { type: 'boolean', help: 'print one JSON object at the end; needs --seconds' },
} as const satisfies CommandOptions;

export const feedWatchCommand = defineCommand({
  name: 'feed watch',
  summary: 'print the devices of feeds with pose, quality, rate and latency',
  operands: [],
  options: feedWatchOptions,
  details: feedDetails,
  load: async () => (await import('../feeds/runFeedWatch.js')).runFeedWatch,
});
