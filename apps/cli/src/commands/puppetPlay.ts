import { type CommandOptions, defineCommand } from '../command.js';

export const puppetPlayOptions = {
  puppet: {
    type: 'string',
    value: 'FILE',
    help: 'leib-puppet/1, a GLB with one in it, a model (bones are proposed), or an example: frog, teddy, lamp, fish, human',
  },
  hand: { type: 'string', value: 'FILE', help: 'a recorded hand: leib-hand/1 (may be gzip’d; - is standard input)' },
  'second-hand': { type: 'string', value: 'FILE', help: 'another one, for the puppet’s second hand' },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'parts and skin of every frame: leib-puppet-frames/1 (- is standard output)',
  },
  hz: { type: 'string', value: 'HZ', help: 'frames per second; as the hand was recorded when absent' },
  rest: { type: 'string', value: 'SECONDS', help: 'go on for so long after the hand has left' },
  json: { type: 'boolean', help: 'print one JSON object with figures' },
} as const satisfies CommandOptions;

export const puppetPlayCommand = defineCommand({
  name: 'puppet play',
  summary: 'a puppet moved by a recorded hand, without a screen',
  operands: [],
  options: puppetPlayOptions,
  details: [
    'The same files give the same bits. While the hand is lost the puppet goes to rest; lines that cannot be read are left',
    'out and reported.',
  ].join('\n'),
  load: async () => (await import('../puppet/runPuppetPlay.js')).runPuppetPlay,
});
