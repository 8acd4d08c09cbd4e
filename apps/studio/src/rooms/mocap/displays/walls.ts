import { isViewer } from '@leib/mocap';
import type { DisplayViewer } from '@leib/net';
import type { World } from '../../../world/world.js';
import { type HeadRef, headName, type MocapStore } from '../mocapShape.js';
import { DisplaysLink } from './displaysLink.js';
import { Heads } from './heads.js';
import type { SentAgents } from './sentAgents.js';

/** What the room sends to walls: its agents, and who looks at them. */
export class Walls {
  /** The way to the walls; null while nothing is sent. */
  link: DisplaysLink | null = null;
  /** Who can look at them; null while nothing is sent. */
  heads: Heads | null = null;
  readonly #world: Pick<World, 'stage' | 'devices'>;
  readonly #settings: MocapStore;

  constructor(world: Pick<World, 'stage' | 'devices'>, settings: MocapStore) {
    this.#world = world;
    this.#settings = settings;
  }

  /** Whose eyes walls are drawn for. */
  get headRefs(): readonly HeadRef[] {
    return this.#settings.values().heads?.heads ?? ['performer'];
  }

  /** Begins to send, or ends it. */
  turn(isOn: boolean): void {
    this.link?.dispose();
    this.heads?.dispose();
    this.link = isOn ? new DisplaysLink() : null;
    this.heads = isOn ? new Heads(this.#world) : null;
  }

  /** Others look: one step of undo. */
  chooseHeads(heads: readonly HeadRef[]): void {
    this.#settings.endGesture();
    this.#settings.set('heads', { heads });
    this.#settings.endGesture();
  }

  /** One frame; nothing while there is no agent. */
  send(agents: SentAgents | null, dtSeconds: number): void {
    if (agents) this.link?.send(agents, this.#viewers, dtSeconds);
  }

  /** Who looks in this frame, by their names. */
  get #viewers(): ReadonlyMap<string, DisplayViewer> {
    const { actors } = this.#world.stage;
    return new Map(
      this.headRefs.flatMap((_, place): [string, DisplayViewer][] => {
        const actor = actors.get(headName(place));
        const isThere = actor !== undefined && isViewer(actor);
        return isThere ? [[actor.id, { pose: actor.eyes.slice(), isTracked: actor.isTracked }]] : [];
      }),
    );
  }
}
