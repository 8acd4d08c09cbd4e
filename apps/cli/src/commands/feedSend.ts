import { type CommandOptions, defineCommand } from '../command.js';
import { onlyFromFiles, sendableProtocols } from '../feeds/sendableProtocols.js';

export const feedSendOptions = {
  to: { type: 'string', value: 'TARGET', help: 'destination: a port of this machine, or ADDRESS:PORT' },
  trackers: { type: 'string', value: 'COUNT', help: 'how many trackers; 10 when absent' },
  hz: { type: 'string', value: 'HZ', help: 'frames per second; 60 when absent' },
  seconds: { type: 'string', value: 'SECONDS', help: 'how long; 10 when absent' },
  file: { type: 'string', value: 'FILE', help: 'send this file’s bytes as one packet, repeatedly' },
  json: { type: 'boolean', help: 'print one JSON object about what was sent' },
} as const satisfies CommandOptions;

export const feedSendCommand = defineCommand({
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
