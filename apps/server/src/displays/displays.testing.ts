import { AGENT_VALUES, type DisplayFrame, type DisplayScene } from '@leib/net';

/** Tests only. */

export const oneAgentScene: DisplayScene = {
  kinds: [{ name: 'person', mesh: 'default', scale: 1 }],
  agents: [{ id: 1, kind: 0 }],
  viewers: ['head'],
};

/** A moment of one agent, with the viewer's head at x, metres. */
export function frameAt(timeSeconds: number, headX = 0): DisplayFrame {
  return {
    number: 0,
    timeSeconds,
    viewers: [{ pose: Float64Array.of(headX, 1.7, 0, 0, 0, 0, 1), isTracked: true }],
    agentIds: Uint16Array.of(1),
    packed: new Int16Array(AGENT_VALUES),
    streams: [],
  };
}
