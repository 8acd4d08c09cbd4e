import { createPackedActor } from '@leib/core/pack';
import type { DisplayFrame, DisplayScene } from '@leib/net';

/** Tests only. */

export const oneAgentScene: DisplayScene = {
  kinds: [{ name: 'person', mesh: 'default', scale: 1 }],
  agents: [{ id: 1, kind: 0 }],
  viewers: ['head'],
};

/** A moment of one agent, with the viewer's head at x, metres. */
export function frameAt(seconds: number, headX = 0): DisplayFrame {
  return {
    number: 0,
    seconds,
    viewers: [{ pose: Float64Array.of(headX, 1.7, 0, 0, 0, 0, 1), isTracked: true }],
    actors: [createPackedActor('1', 'captured', { fingers: false, face: false })],
  };
}
