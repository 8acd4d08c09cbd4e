import { type CommandOptions, defineCommand } from '../command.js';

export const reembodyTrackOptions = {
  in: { type: 'string', value: 'FILE', help: 'a motion with a skeleton: BVH, glTF, VRMA (may be gzip’d)' },
  settings: { type: 'string', value: 'FILE', help: 'settings of the body, as leib reembody tune writes them' },
  untuned: {
    type: 'boolean',
    help: 'gains from the inertia; without it and without --settings the body is tuned first',
  },
  fingers: { type: 'boolean', help: 'simulate the fingers too' },
  hz: { type: 'string', value: 'HZ', help: 'frames a second, 30 to 240; 90 when absent' },
  latency: {
    type: 'string',
    value: 'MS',
    help: 'delay of all targets but the hips, 0 to 1000; delays by group are in the settings; 0 when absent',
  },
  'hips-late': { type: 'boolean', help: 'delay the hips too' },
  floor: { type: 'string', value: 'METRES', help: 'put a floor at this height; none when absent' },
  series: {
    type: 'string',
    value: 'FILE',
    help: 'also write every joint’s error of every frame, degrees, as CSV: for plots',
  },
  poses: {
    type: 'string',
    value: 'FILE',
    help: 'also write both poses of every frame, wished and reached, and the delay that it really had, as MCAP',
  },
  json: { type: 'boolean', help: 'print one JSON object' },
} as const satisfies CommandOptions;

export const reembodyTrackCommand = defineCommand({
  name: 'reembody track',
  summary: 'how well the simulated body follows a clip',
  operands: [],
  options: reembodyTrackOptions,
  details: [
    'The body is made of the clip’s own skeleton. The error of a joint is the angle between its part’s rotation against the',
    'part it hangs on and the target projected on the joint’s axes and limits; what the projection took is reported apart.',
    'Parts of the body touch each other as the layers of the settings say. With a delay the error is the angle from the delayed',
    'target. --series has the delay, milliseconds, as its last column; the file of --poses has what was wished as /joints and what',
    'was reached, with the delay, as /remote (packages/formats/SPEC.md), and the settings.',
  ].join('\n'),
  load: async () => (await import('../reembody/runReembodyTrack.js')).runReembodyTrack,
});
