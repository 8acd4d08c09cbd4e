import type { AgentProportions } from '@leib/mocap';
import { type DisplayFrame, type DisplayScene, type DisplayStream, type DisplayViewer, streamKind } from '@leib/net';

/** What displays need to make an agent: the default body with other proportions, or a file of its own. */
export interface SentBody {
  readonly proportions: AgentProportions | null;
  /** VRM or GLB; null: the body that every display has. */
  readonly file: Uint8Array<ArrayBuffer> | null;
}

/** Fingers or face of every agent. */
export interface SentStream {
  readonly name: keyof typeof streamKind;
  /** Where it begins, counted from the agent's packed angles. */
  readonly at: number;
  readonly size: number;
}

/** One moment of the agents for the walls. */
export interface SentAgents {
  /** Name of the agent, for the list of displays. */
  readonly name: string;
  readonly body: SentBody;
  readonly count: number;
  /** Packed angles of an agent, `at` numbers into the array. */
  packedOf(agent: number): { readonly packed: Int16Array; readonly at: number };
  /** Numbers of an agent's packed angles. */
  readonly size: number;
  /** What goes along besides the angles, in the same array. */
  readonly streams: readonly SentStream[];
  /** Where an agent of the crowd stands against the first one, metres. */
  placeOf(agent: number): readonly [x: number, z: number];
  /** Pose between the viewer's eyes, 7 numbers; null where no head is tracked. */
  readonly viewer: Float64Array | null;
}

/** Agents stand so far in front of the actor, through the CAVE's front wall, metres: in place they would stand in the viewer. */
const AHEAD = 2.2;

/** What the agents are, for displays. */
export function sceneOf({ name, body, count, placeOf, streams }: SentAgents): DisplayScene {
  const { proportions } = body;
  const kind = {
    name: name.slice(0, 80),
    mesh: 'default',
    scale: 1,
    ...(proportions ? { proportions } : {}),
    ...Object.fromEntries(streams.map((stream) => [stream.name, true])),
  } as const;
  const agents = Array.from({ length: count }, (_, id) => {
    const [x, z] = placeOf(id);
    return { id, kind: 0, origin: [x, 0, z - AHEAD] as const };
  });
  return { kinds: [kind], agents, viewers: ['head'] };
}

/** What the agents do at a moment, for displays. The server gives frames their numbers. */
export function frameOf(agents: SentAgents, timeSeconds: number, viewer: DisplayViewer): DisplayFrame {
  const { count, size } = agents;
  const packed = new Int16Array(count * size);
  const streams: DisplayStream[] = [];
  for (let agent = 0; agent < count; agent++) {
    const { packed: from, at: first } = agents.packedOf(agent);
    packed.set(from.subarray(first, first + size), agent * size);
    for (const stream of agents.streams) {
      const at = first + stream.at;
      streams.push({ agentId: agent, kind: streamKind[stream.name], values: from.subarray(at, at + stream.size) });
    }
  }
  const agentIds = Uint16Array.from({ length: count }, (_, id) => id);
  return { number: 0, timeSeconds, viewers: [viewer], agentIds, packed, streams };
}
