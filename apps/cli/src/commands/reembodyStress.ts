import { type CommandOptions, defineCommand } from '../command.js';

export const reembodyStressOptions = {
  seconds: { type: 'string', value: 'N', help: 'simulated time, 12 to 3600; 60 when absent' },
  seed: { type: 'string', value: 'N', help: 'course of events; 1 when absent' },
  in: { type: 'string', value: 'FILE', help: 'take the body of this motion file; the default body when absent' },
  settings: { type: 'string', value: 'FILE', help: 'settings of the body; tuned by default' },
  fingers: { type: 'boolean', help: 'simulate the fingers too' },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const reembodyStressCommand = defineCommand({
  name: 'reembody stress',
  summary: 'teleports, spins, jumps of the target, hands pressed into boxes',
  operands: [],
  options: reembodyStressOptions,
  details: [
    'Twelve seconds make a round: teleports, a spin of 1440 degrees a second, targets that jump, both hands pressed 10 cm',
    'into boxes that stand fast; after each the body has two seconds to recover. Then every joint is pressed against its limits with',
    '90 N: how far they give way, at rest and when the limb hits them.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyStress.js')).runReembodyStress,
});
