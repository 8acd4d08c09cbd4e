import { type CommandOptions, defineCommand } from '../command.js';
import { loadFromLab } from '../lab.js';

export const benchOptions = {
  quick: { type: 'boolean', help: 'under a minute, with wider error bars' },
  only: { type: 'string', value: 'NAME', help: 'only benchmarks whose name contains this' },
  json: { type: 'boolean', help: 'print one JSON object: {"results": [...]}' },
} as const satisfies CommandOptions;

export const benchCommand = defineCommand({
  name: 'bench',
  summary: 'measure Leib beside its peers on this machine',
  operands: [],
  options: benchOptions,
  details: 'Compare ratios, not times: the machine is the same for everybody in one run only.',
  load: () => loadFromLab<typeof benchOptions>('benchmarks/dist/runBench.js', 'runBench'),
});
