import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { agentStretch, PACKED_POSITION_STEP } from '@leib/core/pack';
import { type DisplayFrame, type DisplayScene, fetchFile } from '@leib/net';
import { type Avatar, createScenery, loadAvatar, type StageTheme } from '@leib/three';
import { type AgentKind, buildAgentKind, createAgentCrowd } from '@leib/three/agents';
import { Scene, type WebGLRenderer } from 'three';

type SceneKind = DisplayScene['kinds'][number];

export interface AgentsSceneEvents {
  /** All agents can be drawn. */
  onReady(): void;
  /** A body could not be loaded, in a sentence. */
  onProblem(reason: string): void;
  /** Part of the bodies' files that has arrived, 0 to 1; null: all that there is. */
  onLoading(part: number | null): void;
}

/** A file of the server, here or on its way. */
interface BodyFile {
  readonly bytes: Promise<ArrayBuffer>;
  readonly abort: AbortController;
  part: number;
}

/** The stage and the agents of a simulation, as walls and the overview draw them. */
export class AgentsScene {
  readonly scene = new Scene();
  readonly #events: AgentsSceneEvents;
  readonly #stage: ReturnType<typeof createScenery>;
  readonly #hasShadows: boolean;
  #described: DisplayScene | null = null;
  /** By the ids that frames name them by. */
  #placed: ReadonlyMap<string, DisplayScene['agents'][number]> = new Map();
  /** Files of its bodies by their hash. */
  readonly #files = new Map<string, BodyFile>();
  #crowd: ReturnType<typeof createAgentCrowd> | null = null;
  #avatars: readonly Avatar[] = [];
  /** Agent that each row of the crowd shows now. */
  #shownIds: string[] = [];
  /** Counts scenes: a body that was loaded for an older one is not used. */
  #generation = 0;

  constructor(theme: StageTheme, shadowSize: number, events: AgentsSceneEvents) {
    this.#events = events;
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
    this.#placed = new Map(described.agents.map((agent) => [String(agent.id), agent]));
    const hashes = new Set(described.kinds.map(({ mesh }) => mesh).filter((mesh) => mesh !== 'default'));
    for (const [hash, file] of this.#files) if (!hashes.has(hash)) this.#forget(hash, file);
    for (const hash of hashes) if (!this.#files.has(hash)) this.#files.set(hash, this.#fetch(hash));
    void this.#build(described);
  }

  /** Shows a moment. Agents that the scene does not list are left out. */
  setFrame(frame: DisplayFrame, renderer: WebGLRenderer): void {
    const [crowd, described] = [this.#crowd, this.#described];
    if (crowd === null || described === null) return;
    let row = 0;
    for (const actor of frame.actors) {
      const agent = this.#placed.get(actor.id);
      if (agent === undefined || row >= crowd.capacity) continue;
      const { scale } = described.kinds[agent.kind];
      const origin = agent.origin ?? [0, 0, 0];
      if (this.#shownIds[row] !== actor.id) {
        crowd.setLook(row, { kind: agent.kind, scale, origin });
        this.#shownIds[row] = actor.id;
      }
      crowd.setAgent(row, actor);
      // Shadows are sharp around the first agent.
      const step = PACKED_POSITION_STEP * scale;
      if (row === 0) this.#stage.focusOn(origin[0] + actor.body[0] * step, origin[2] + actor.body[2] * step);
      row++;
    }
    if (crowd.count !== row) crowd.count = row;
    crowd.update(renderer);
  }

  dispose(): void {
    this.#generation++;
    for (const [hash, file] of this.#files) this.#forget(hash, file);
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

  #fetch(hash: string): BodyFile {
    const abort = new AbortController();
    const onProgress = (part: number) => {
      file.part = part;
      this.#tellLoading();
    };
    const bytes = fetchFile(location.href, hash, onProgress, abort.signal);
    const file: BodyFile = { bytes, abort, part: 0 };
    // The next scene tries again; #load() says what was wrong.
    bytes.catch(() => this.#forget(hash, file));
    this.#events.onLoading(0);
    return file;
  }

  #forget(hash: string, file: BodyFile): void {
    file.abort.abort();
    if (this.#files.get(hash) === file) this.#files.delete(hash);
  }

  #tellLoading(): void {
    const files = [...this.#files.values()];
    this.#events.onLoading(files.reduce((sum, { part }) => sum + part, 0) / Math.max(1, files.length));
  }

  /** Loads every kind once its file is there. */
  async #build(described: DisplayScene): Promise<void> {
    const generation = ++this.#generation;
    const loaded = await Promise.all(described.kinds.map((kind) => this.#load(kind, generation)));
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
    this.#events.onLoading(null);
    this.#events.onReady();
  }

  /** A body that cannot be loaded is replaced by the default one, and said. */
  async #load(described: SceneKind, generation: number): Promise<{ avatar: Avatar; kind: AgentKind }> {
    const { name, mesh, proportions, fingers = false, face = false } = described;
    const build = (avatar: Avatar) => {
      if (proportions) avatar.stretch(agentStretch(avatar.ownSkeleton, proportions));
      return { avatar, kind: buildAgentKind(avatar, { fingers, face }) };
    };
    const file = this.#files.get(mesh);
    try {
      if (file !== undefined) return build(await loadAvatar(await file.bytes));
    } catch (error) {
      if (generation === this.#generation)
        this.#events.onProblem(`body "${name}": ${(error as Error).message}; the default body stands in for it.`);
    }
    return build(await loadAvatar(defaultAvatarUrl));
  }
}
