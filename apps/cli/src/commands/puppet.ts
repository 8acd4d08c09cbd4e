import { type CommandGroup, type CommandOptions, defineCommand } from '../command.js';

export const puppetPlayOptions = {
  puppet: {
    type: 'string',
    value: 'FILE',
    help: 'leib-puppet/1, a GLB with one in it, a model (bones are proposed), or an example: frog, teddy, lamp, fish, human',
  },
  hand: {
    type: 'string',
    value: 'FILE',
    help: 'a recorded hand: leib-hand/1 or MCAP (may be gzip’d; - is standard input)',
  },
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

const puppetPlayCommand = defineCommand({
  name: 'puppet play',
  summary: 'a puppet moved by a recorded hand, without a screen',
  options: puppetPlayOptions,
  details: [
    'The same files give the same bits. While the hand is lost the puppet goes to rest; lines that cannot be read are left',
    'out and reported.',
  ].join('\n'),
  load: async () => (await import('../puppet/runPuppetPlay.js')).runPuppetPlay,
});

export const puppetBakeOptions = {
  puppet: puppetPlayOptions.puppet,
  hand: puppetPlayOptions.hand,
  'second-hand': puppetPlayOptions['second-hand'],
  take: { type: 'string', value: 'FILE', help: 'a take instead of a hand: MCAP or leib-puppet-take/1 (may be gzip’d)' },
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

const puppetBakeCommand = defineCommand({
  name: 'puppet bake',
  summary: 'a recorded hand or a take as an animated GLB, for other programs',
  options: puppetBakeOptions,
  details: [
    'Materials and textures of the model are kept. Bones are small and can be edited; morphs look as the puppet was played.',
    'The distance of the written surface from the played one is printed. The same files give the same bits.',
  ].join('\n'),
  load: async () => (await import('../puppet/runPuppetBake.js')).runPuppetBake,
});

export const puppetCheckOptions = {
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

const puppetCheckCommand = defineCommand({
  name: 'puppet check',
  summary: 'what a puppet is made of, and what is wrong with it',
  operands: ['puppet'],
  options: puppetCheckOptions,
  details:
    'A puppet is a leib-puppet/1 file with its model beside it, a GLB with both in it, a model without one (bones are proposed), or an example: frog, teddy, lamp, fish, human.',
  load: async () => (await import('../puppet/runPuppetCheck.js')).runPuppetCheck,
});

/** Commands for puppets. */
export const puppetCommands: CommandGroup = {
  name: 'puppet',
  summary: 'any model played by hand',
  commands: [puppetCheckCommand, puppetPlayCommand, puppetBakeCommand],
};
