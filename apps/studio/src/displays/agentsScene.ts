import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { agentStretch, PACKED_POSITION_STEP } from '@leib/mocap';
import { AGENT_VALUES, type DisplayFrame, type DisplayScene, type MeshMessage, streamKind } from '@leib/net';
import { type Avatar, createScenery, loadAvatar, type Scenery, type StageTheme } from '@leib/three';
import {
  type AgentCrowd,
  type AgentKind,
  buildAgentKind,
  createAgentCrowd,
  PACKED_FACE_SIZE,
  PACKED_FINGERS_SIZE,
} from '@leib/three/agents';
import { Scene, type WebGLRenderer } from 'three';

type SceneKind = DisplayScene['kinds'][number];

/** The stage and the agents of a simulation, as walls and the overview draw them. */
export class AgentsScene {
  readonly scene = new Scene();
  /** Called when all agents can be drawn, and with a sentence where a body could not be loaded. */
  onReady: () => void = () => {};
  onProblem: (reason: string) => void = () => {};
  readonly #stage: Scenery;
  readonly #hasShadows: boolean;
  #described: DisplayScene | null = null;
  readonly #files = new Map<number, ArrayBuffer>();
  #crowd: AgentCrowd | null = null;
  #avatars: readonly Avatar[] = [];
  /** Agent that each row of the crowd shows now. */
  #shownIds: number[] = [];
  /** Counts scenes: a body that was loaded for an older one is not used. */
  #generation = 0;

  constructor(theme: StageTheme, shadowSize: number) {
    this.#hasShadows = shadowSize > 0;
    this.#stage = createScenery({ theme, shadowSize });
    this.scene.add(this.#stage.root);
  }

  /** Whether all that the simulation has described is loaded. */
  get isReady(): boolean {
    return this.#crowd !== null;
  }

  setTheme(theme: StageTheme): void {
    this.#stage.setTheme(theme);
  }

  setScene(described: DisplayScene): void {
    this.#described = described;
    this.#files.clear();
    void this.#build(described);
  }

  addMesh({ kind, file }: MeshMessage): void {
    // It is a part of the message: loaders take whole buffers.
    this.#files.set(kind, file.slice().buffer);
    if (this.#described) void this.#build(this.#described);
  }

  /** Shows a moment. Agents that the scene does not list are left out. */
  setFrame(frame: DisplayFrame, renderer: WebGLRenderer): void {
    const [crowd, described] = [this.#crowd, this.#described];
    if (crowd === null || described === null) return;
    let row = 0;
    const rowOfAgent = new Map<number, number>();
    frame.agentIds.forEach((id, index) => {
      const agent = described.agents.find((each) => each.id === id);
      if (agent === undefined || row >= crowd.capacity) return;
      if (this.#shownIds[row] !== id) {
        const { scale } = described.kinds[agent.kind];
        crowd.setLook(row, { kind: agent.kind, scale, origin: agent.origin ?? [0, 0, 0] });
        this.#shownIds[row] = id;
      }
      crowd.setAgent(row, frame.packed, index * AGENT_VALUES);
      rowOfAgent.set(id, row);
      row++;
    });
    for (const { agentId, kind, values } of frame.streams) {
      const streamRow = rowOfAgent.get(agentId);
      const agent = described.agents.find(({ id }) => id === agentId);
      if (streamRow === undefined || agent === undefined) continue;
      const { fingers, face } = described.kinds[agent.kind];
      if (kind === streamKind.fingers && fingers && values.length === PACKED_FINGERS_SIZE) {
        crowd.setFingers(streamRow, values);
      }
      if (kind === streamKind.face && face && values.length === PACKED_FACE_SIZE) crowd.setFace(streamRow, values);
    }
    if (crowd.count !== row) crowd.count = row;
    this.#focusOnFirst(frame, described);
    crowd.update(renderer);
  }

  /** Shadows are sharp around the first agent. */
  #focusOnFirst({ agentIds, packed }: DisplayFrame, { agents, kinds }: DisplayScene): void {
    const agent = agents.find(({ id }) => id === agentIds[0]);
    if (agent === undefined) return;
    const [x, , z] = agent.origin ?? [0, 0, 0];
    const step = PACKED_POSITION_STEP * kinds[agent.kind].scale;
    this.#stage.focusOn(x + packed[0] * step, z + packed[2] * step);
  }

  dispose(): void {
    this.#generation++;
    this.#clear();
    this.#stage.dispose();
  }

  #clear(): void {
    this.#crowd?.dispose();
    this.#crowd = null;
    for (const avatar of this.#avatars) avatar.dispose();
    this.#avatars = [];
    this.#shownIds = [];
  }

  /** Loads every kind once all files are there. */
  async #build(described: DisplayScene): Promise<void> {
    const generation = ++this.#generation;
    if (described.kinds.some(({ mesh }, kind) => mesh === 'sent' && !this.#files.has(kind))) return;
    const loaded = await Promise.all(described.kinds.map((kind, index) => this.#load(kind, this.#files.get(index))));
    const avatars = loaded.map(({ avatar }) => avatar);
    if (generation !== this.#generation) {
      for (const avatar of avatars) avatar.dispose();
      return;
    }
    this.#clear();
    this.#avatars = avatars;
    if (loaded.length > 0) {
      const kinds = loaded.map(({ kind }) => kind);
      this.#crowd = createAgentCrowd(kinds, Math.max(1, described.agents.length), { shadows: this.#hasShadows });
      this.scene.add(this.#crowd.object);
    }
    this.onReady();
  }

  /** A body that cannot be loaded is replaced by the default one, and said. */
  async #load(described: SceneKind, file: ArrayBuffer | undefined): Promise<{ avatar: Avatar; kind: AgentKind }> {
    const { name, mesh, proportions, fingers = false, face = false } = described;
    const build = (avatar: Avatar) => {
      if (proportions) avatar.stretch(agentStretch(avatar.ownSkeleton, proportions));
      return { avatar, kind: buildAgentKind(avatar, { fingers, face }) };
    };
    if (mesh === 'default' || file === undefined) return build(await loadAvatar(defaultAvatarUrl));
    try {
      return build(await loadAvatar(file));
    } catch (error) {
      this.onProblem(`body "${name}": ${(error as Error).message}; the default body stands in for it.`);
      return build(await loadAvatar(defaultAvatarUrl));
    }
  }
}
