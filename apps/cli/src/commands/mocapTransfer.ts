import { type CommandOptions, defineCommand } from '../command.js';

export const mocapTransferOptions = {
  in: { type: 'string', value: 'FILE', help: 'a movement: BVH, GLB, VRMA, leib-joints/1, MCAP' },
  to: { type: 'string', value: 'AGENT', help: 'child, giant, longArms, or a file whose skeleton is taken' },
  method: { type: 'string', value: 'NAME', help: 'contacts (feet and hands keep what they touch) or angles' },
  out: { type: 'string', value: 'FILE', help: '.bvh, .glb, .vrma, .mcap or .jsonl; figures only when absent' },
  hz: { type: 'string', value: 'HZ', help: 'frames per second; those of the file when absent' },
  json: { type: 'boolean', help: 'print one JSON object with the figures of both methods' },
} as const satisfies CommandOptions;

export const mocapTransferCommand = defineCommand({
  name: 'mocap transfer',
  summary: 'a movement on an agent of other proportions, with foot slide and contact distance',
  operands: [],
  options: mocapTransferOptions,
  details: 'contacts is the default method. Figures are printed for both, whichever is written.',
  load: async () => (await import('../mocap/runMocapTransfer.js')).runMocapTransfer,
});
