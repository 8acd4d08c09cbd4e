import type { PackedActor } from '@leib/core';
import type { AgentProportions } from '@leib/core/pack';
import type { DisplayScene } from '@leib/net';

/** What displays need to make an agent: the default body with other proportions, or a file of its own. */
export interface SentBody {
  readonly proportions: AgentProportions | null;
  /** VRM or GLB; null: the body that every display has. */
  readonly file: Uint8Array<ArrayBuffer> | null;
}

/** One moment of the agents for the walls. */
export interface SentAgents {
  /** Name of the agent, for the list of displays. */
  readonly name: string;
  readonly body: SentBody;
  /** Their ids are their numbers; all have the same streams. */
  readonly actors: readonly PackedActor[];
  /** Where an agent of the crowd stands against the first one, metres. */
  placeOf(agent: number): readonly [x: number, z: number];
}

/** Agents stand so far in front of the actor, through the CAVE's front wall, metres: in place they would stand in the viewer. */
const AHEAD = 2.2;

/** What the agents are, for displays, and the names of those who look. */
export function sceneOf({ name, body, actors, placeOf }: SentAgents, heads: readonly string[]): DisplayScene {
  const { proportions } = body;
  const kind = {
    name: name.slice(0, 80),
    mesh: 'default',
    scale: 1,
    ...(proportions ? { proportions } : {}),
    ...(actors.some(({ fingers }) => fingers) ? { fingers: true } : {}),
    ...(actors.some(({ face }) => face) ? { face: true } : {}),
  } as const;
  const agents = actors.map((_, id) => {
    const [x, z] = placeOf(id);
    return { id, kind: 0, origin: [x, 0, z - AHEAD] as const };
  });
  return { kinds: [kind], agents, viewers: heads };
}
