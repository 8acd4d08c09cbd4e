import { type CommandOptions, defineCommand } from '../command.js';

export const puppetCheckOptions = {
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const puppetCheckCommand = defineCommand({
  name: 'puppet check',
  summary: 'what a puppet is made of, and what is wrong with it',
  operands: ['puppet'],
  options: puppetCheckOptions,
  details:
    'A puppet is a leib-puppet/1 file with its model beside it, a GLB with both in it, a model without one (bones are proposed), or an example: frog, teddy, lamp, fish, human.',
  load: async () => (await import('../puppet/runPuppetCheck.js')).runPuppetCheck,
});
