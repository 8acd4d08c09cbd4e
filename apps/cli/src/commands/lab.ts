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
  options: benchOptions,
  details: 'Compare ratios, not times: the machine is the same for everybody in one run only.',
  load: () => loadFromLab<typeof benchOptions>('benchmarks/dist/runBench.js', 'runBench'),
});

export const evalOptions = {
  trackers: {
    type: 'string',
    value: 'POINTS',
    help: 'what is tracked; head,leftHand,rightHand when absent',
  },
  settings: { type: 'string', value: 'FILE', help: 'JSON with the settings of our solver that differ from its own' },
  only: { type: 'string', value: 'NAMES', help: 'only these clips or actions: 02_01,13_*,walk' },
  json: { type: 'string', value: 'FILE', help: 'also write everything as one JSON object; - prints it instead' },
} as const satisfies CommandOptions;

export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'how far solvers are from motion capture: tables overall, per action, per subject, per joint',
  operands: ['folder'],
  options: evalOptions,
  details: [
    '<folder> holds BVH files (may be gzip’d), best with a manifest.json: {"clips": [{"file", "category", "subject"}]}.',
    'Each clip runs at 60 Hz through every solver, which sees perfect trackers on the actor’s joints and the actor’s',
    'skeleton, and nothing that comes later. The floor is where the toes rest. Solvers: embody is ours with the learned',
    'prior, rules ours without it, thesis what ours grew from, baseline the plain way.',
    '"glides" instead of a folder: how legs carry a head that glides without bobbing, ten ways, by each solver.',
  ].join('\n'),
  load: () => loadFromLab<typeof evalOptions>('evaluate/dist/runEval.js', 'runEval'),
});
