import { type CommandOptions, defineCommand } from '../command.js';
import { puppetPlayOptions } from './puppetPlay.js';

export const puppetBakeOptions = {
  puppet: puppetPlayOptions.puppet,
  hand: puppetPlayOptions.hand,
  'second-hand': puppetPlayOptions['second-hand'],
  take: { type: 'string', value: 'FILE', help: 'a take instead of a hand: leib-puppet-take/1 (may be gzip’d)' },
  out: { type: 'string', value: 'FILE', help: 'the GLB that is written' },
  as: {
    type: 'string',
    value: 'FORM',
    help: 'bones (default): parts as joints of a skin; morphs: the surface with its wobble as morph targets',
  },
  hz: { type: 'string', value: 'HZ', help: 'frames per second of the animation (default 30)' },
  rest: puppetPlayOptions.rest,
  json: { type: 'boolean', help: 'print one JSON object with figures' },
} as const satisfies CommandOptions;

export const puppetBakeCommand = defineCommand({
  name: 'puppet bake',
  summary: 'a recorded hand or a take as an animated GLB, for other programs',
  operands: [],
  options: puppetBakeOptions,
  details: [
    'Materials and textures of the model are kept. Bones are small and can be edited; morphs look as the puppet was played.',
    'The distance of the written surface from the played one is printed. The same files give the same bits.',
  ].join('\n'),
  load: async () => (await import('../puppet/runPuppetBake.js')).runPuppetBake,
});
