import { type CommandOptions, defineCommand } from '../command.js';

export const reembodyTuneOptions = {
  out: { type: 'string', value: 'FILE', help: 'settings to be written, with method and reason of every axis' },
  in: { type: 'string', value: 'FILE', help: 'tune the body of this motion file; the default body when absent' },
  settings: { type: 'string', value: 'FILE', help: 'start from these settings' },
  heuristic: {
    type: 'string',
    value: 'NAME',
    help: 'pd, zieglerNicholsP, zieglerNicholsPi, zieglerNicholsPid, tyreusLuybenPi, tyreusLuybenPid, pessenIntegral, someOvershoot, noOvershoot; pd when absent',
  },
  relay: {
    type: 'string',
    value: 'SHARE',
    help: 'amplitude of the relay, as a multiple of each drive’s largest torque, 0.1 to 20; as in the settings when absent, which is 6',
  },
  hysteresis: {
    type: 'string',
    value: 'DEGREES',
    help: 'of the relay, 0.1 to 20; as in the settings when absent, which is 3',
  },
  'both-sides': { type: 'boolean', help: 'tune the right side too, instead of copying the left' },
  fingers: { type: 'boolean', help: 'simulate and tune the fingers too' },
  clips: {
    type: 'string',
    value: 'FILES',
    help: 'a,b,...: also compare before, after and the best common pair on these',
  },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const reembodyTuneCommand = defineCommand({
  name: 'reembody tune',
  summary: 'finds stiffness and damping of every axis by relay oscillation',
  operands: [],
  options: reembodyTuneOptions,
  details: [
    'An axis without a steady oscillation gets critically damped gains from its inertia, and the file has the reason. Clips are',
    'compared with bodies of their own skeletons, each tuned for itself.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyTune.js')).runReembodyTune,
});
