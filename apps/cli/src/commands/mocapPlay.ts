import { type CommandOptions, defineCommand } from '../command.js';

export const mocapPlayOptions = {
  in: { type: 'string', value: 'FILE', help: 'a movement: BVH, C3D, leib-joints/1, glTF, VRMA, MCAP' },
  to: { type: 'string', value: 'URL', help: 'server of the displays; http://127.0.0.1:8080 when absent' },
  agents: { type: 'string', value: 'COUNT', help: 'so many agents, one behind the other in time; 1 when absent' },
  head: { type: 'string', value: 'NAME', help: 'the viewer: sway (from side to side) or still; sway when absent' },
  frames: { type: 'string', value: 'COUNT', help: 'stop after so many frames; until Ctrl-C when absent' },
} as const satisfies CommandOptions;

export const mocapPlayCommand = defineCommand({
  name: 'mocap play',
  summary: 'play a movement on the displays of a server, at 60 Hz',
  operands: [],
  options: mocapPlayOptions,
  details: [
    'A simulation without a studio: try walls with it. Start "leib serve" first, open /displays there, and the pages of its walls.',
    'The agents stand behind the front wall of the default CAVE and face the viewer.',
  ].join('\n'),
  load: async () => (await import('../mocap/runMocapPlay.js')).runMocapPlay,
});
