import { type CommandOptions, defineCommand } from '../command.js';
import { priorChoices, solverNames } from '../words.js';

export const embodyOptions = {
  in: {
    type: 'string',
    value: 'FILE',
    help: 'leib-tracking/1 or MCAP (may be gzip’d), or - for lines from standard input',
  },
  out: {
    type: 'string',
    value: 'FILE',
    help: 'leib-joints/1 to be written (.gz packs it), or - for standard output',
  },
  trackers: { type: 'string', value: 'POINTS', help: 'only these are used: head,leftHand,...; all when absent' },
  settings: { type: 'string', value: 'FILE', help: 'JSON with the settings that differ from the solver’s own' },
  solver: { type: 'string', value: 'NAME', help: `${solverNames.join(' or ')}; the first when absent` },
  prior: {
    type: 'string',
    value: priorChoices.join('|'),
    help: 'hips and legs by the learned prior or by the rules; as the settings say when absent, which is on',
  },
  json: { type: 'boolean', help: 'print one JSON object about what was done' },
} as const satisfies CommandOptions;

export const embodyCommand = defineCommand({
  name: 'embody',
  summary: 'the whole body from what was tracked',
  options: embodyOptions,
  details: [
    'Needs nothing but the file. The body is the one in its header; without a skeleton there it is the default body at',
    'the header’s stature (1.70 m when absent). Every moment of the input becomes one line of the output, lost trackers',
    'or not, and no moment is worked out from later ones.',
  ].join('\n'),
  load: async () => (await import('../embody/runEmbody.js')).runEmbody,
});
