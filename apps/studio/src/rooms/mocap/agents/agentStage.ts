import type { PackedActor, Pose, Skeleton } from '@leib/core';
import {
  createActorPacking,
  createPackedActor,
  hasFingerBones,
  PACKED_FACE_SIZE,
  PACKED_FINGERS_SIZE,
  packActor,
} from '@leib/core/pack';
import { frameBytes } from '@leib/net';
import { type Avatar, createBlink, stepBlink } from '@leib/three';
import { type AgentKind, type AgentMethod, buildAgentKind, createAgentCrowd, volumeAtElbow } from '@leib/three/agents';
import { Group, type WebGLRenderer } from 'three';
import type { Clock } from '../../../time/clock.js';
import { explainError } from '../../../ui/explainError.js';
import { clearMeter, createMeter, type Meter, measure } from '../../../world/meter.js';
import type { SentAgents, SentBody } from '../displays/sentAgents.js';
import type { AgentChoice } from '../mocapShape.js';
import {
  type FaceColumns,
  type FaceSettings,
  faceColumnsOf,
  type HandSettings,
  writeFace,
  writeFists,
} from './handsAndFace.js';
import { type LoadedBody, loadAgent } from './loadAgent.js';
import { createMotionHistory, frameBefore, type MotionHistory, nextFrame } from './motionHistory.js';

export const MOST_AGENTS = 200;
/** Delay from one agent of the crowd to the next, seconds, and how far back the motion is remembered. */
const DELAY = 0.11;
const REMEMBERED_FRAMES = 1500;
/** Height of the person that distances in a crowd are made for, metres. */
const PERSON_HEIGHT = 1.7;

export interface AgentSettings extends HandSettings, FaceSettings {
  readonly agent: AgentChoice;
  readonly skinning: AgentMethod;
  readonly crowd: number;
}

/** Of each method, for each bend of the elbow. */
export interface ElbowVolumes {
  readonly degrees: readonly number[];
  readonly kept: Readonly<Record<AgentMethod, readonly number[]>>;
}

/** One moment of whoever the agents show. */
export interface AgentMotion {
  /** In the agent's own skeleton. */
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  /** Whether it brings fingers. */
  readonly hasFingers: boolean;
  /** Weights of its face at this moment, where it has one of its own. */
  readonly face?: ArrayLike<number> | null;
}

/** One loaded agent and everything that belongs to it. Replaced as a whole. */
interface LoadedAgent {
  readonly choice: AgentChoice;
  readonly avatar: Avatar;
  /** What displays need to make the same agent. */
  readonly body: SentBody;
  readonly kind: AgentKind;
  readonly crowd: ReturnType<typeof createAgentCrowd>;
  readonly faceColumns: FaceColumns;
  readonly packing: ReturnType<typeof createActorPacking>;
  readonly history: MotionHistory<PackedActor>;
  /** Against a person. */
  readonly size: number;
}

/** The agents on the stage: the performer's pose in their body goes over to them as packed angles, and the GPU does the rest. */
export class AgentStage {
  /** In the space of the actor's motion. */
  readonly root = new Group();
  /** JavaScript per frame for all agents of the crowd, milliseconds. */
  readonly cost: Meter = createMeter();
  /** What the visitor dropped as an agent. */
  file: File | null = null;
  /** Reason why the chosen agent is not shown; null where it is. */
  problem: string | null = null;
  readonly #clock: Clock;
  readonly #renderer: WebGLRenderer;
  #settings: AgentSettings;
  #loaded: LoadedAgent | null = null;
  #wanted: AgentChoice | null = null;
  readonly #fingerAngles = new Float64Array(PACKED_FINGERS_SIZE);
  readonly #faceWeights = new Float64Array(PACKED_FACE_SIZE);
  #volumes: { readonly kind: AgentKind; readonly values: ElbowVolumes } | null = null;
  readonly #blink = createBlink(1);
  #seconds = 0;
  #placedCount = 0;
  #isDisposed = false;

  constructor(clock: Clock, renderer: WebGLRenderer, settings: AgentSettings) {
    this.#clock = clock;
    this.#renderer = renderer;
    this.#settings = settings;
    void this.#load(settings.agent);
  }

  get kind(): AgentKind | null {
    return this.#loaded?.kind ?? null;
  }

  /** True while another agent is on its way. */
  get isLoading(): boolean {
    return this.#wanted !== null;
  }

  /** The agent's height against a person's. */
  get size(): number {
    return this.#loaded?.size ?? 1;
  }

  /** What each control of the face moves on this agent; null before there is one. Nothing while the face is still. */
  get faceColumns(): FaceColumns | null {
    return this.#loaded?.faceColumns ?? null;
  }

  /** Weights of the first agent's face in this frame; null where it rests. */
  get face(): ArrayLike<number> | null {
    return this.#loaded?.kind.hasFace ? this.#faceWeights : null;
  }

  /** What displays get in this frame: null before there is an agent. */
  sent(): SentAgents | null {
    const loaded = this.#loaded;
    if (!loaded) return null;
    const { kind, body, size } = loaded;
    return { name: kind.name, body, actors: crowdOf(loaded), placeOf: (agent) => crowdPlace(agent, size) };
  }

  /** Bytes of a frame for a display: with the number of each agent and the viewer. */
  get bytesToDisplay(): number {
    return this.#loaded ? frameBytes(crowdOf(this.#loaded), 1) : 0;
  }

  /** All that all agents take per frame on their way to the GPU. */
  get bytesPerFrame(): number {
    if (!this.#loaded) return 0;
    const { crowd, history } = this.#loaded;
    const [{ body, fingers, face }] = history.frames;
    return crowd.count * (body.byteLength + (fingers?.byteLength ?? 0) + (face?.byteLength ?? 0));
  }

  /** One for each material, however many agents there are. */
  get drawCalls(): number {
    return this.#loaded?.kind.parts.length ?? 0;
  }

  /** Share of the arm's volume that each method keeps at a bent elbow; null before it was measured on this agent. */
  get elbowVolumes(): ElbowVolumes | null {
    return this.#volumes !== null && this.#volumes.kind === this.kind ? this.#volumes.values : null;
  }

  /** Measures them, unless that was done: for frames in which somebody looks. */
  measureElbow(): void {
    const { kind } = this;
    if (kind && this.#volumes?.kind !== kind) this.#volumes = { kind, values: measureElbow(kind) };
  }

  setSettings(settings: AgentSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (settings.crowd !== before.crowd || settings.skinning !== before.skinning) clearMeter(this.cost);
    if (settings.agent !== before.agent) void this.#load(settings.agent);
    if (settings.fingers !== before.fingers || settings.face !== before.face) this.#rebuild();
    this.#apply();
  }

  /** The visitor's own file becomes the agent. */
  async show(file: File): Promise<void> {
    this.file = file;
    await this.#load('file');
  }

  /** Takes the pose of this frame; one in another skeleton, of the agent before, is left out. */
  step(motion: AgentMotion, dtSeconds: number): void {
    const loaded = this.#loaded;
    if (loaded?.kind.skeleton !== motion.skeleton) return;
    this.#seconds += dtSeconds;
    stepBlink(this.#blink, 0, dtSeconds);
    measure(this.cost, () => {
      this.#pack(loaded, motion, nextFrame(loaded.history, this.#seconds));
      for (const [i, actor] of crowdOf(loaded).entries()) loaded.crowd.setAgent(i, actor);
      loaded.crowd.update(this.#renderer);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#drop();
  }

  async #load(choice: AgentChoice): Promise<void> {
    this.#wanted = choice;
    const release = this.#clock.hold();
    try {
      const loaded = await loadAgent(choice, this.file);
      if (this.#isDisposed || this.#wanted !== choice) {
        loaded.avatar.dispose();
        return;
      }
      this.#take(choice, loaded);
      this.problem = null;
    } catch (error) {
      if (this.#wanted === choice) this.problem = explainError(error);
    } finally {
      if (this.#wanted === choice) this.#wanted = null;
      release();
    }
  }

  #take(choice: AgentChoice, { avatar, sent: body }: LoadedBody): void {
    const built = this.#build(avatar);
    const { kind } = built;
    this.#drop();
    this.#loaded = {
      choice,
      avatar,
      body,
      ...built,
      packing: createActorPacking(kind.skeleton, kind.layout),
      history: createMotionHistory(REMEMBERED_FRAMES, () => createFrame(kind)),
      size: heightOf(kind.skeleton) / PERSON_HEIGHT,
    };
    this.root.add(built.crowd.object);
    this.#apply();
  }

  /** With the streams that are wanted now, where the agent has something that they move. */
  #build(avatar: Avatar): Pick<LoadedAgent, 'kind' | 'crowd' | 'faceColumns'> {
    const { fingers, face, skinning } = this.#settings;
    const streams = { fingers: fingers && hasFingerBones(avatar.skeleton), face };
    const wanted = buildAgentKind(avatar, streams);
    const faceColumns = faceColumnsOf(wanted);
    const isStill = Object.values(faceColumns).every((columns) => columns.length === 0);
    const kind = face && isStill ? buildAgentKind(avatar, { ...streams, face: false }) : wanted;
    return { kind, crowd: createAgentCrowd([kind], MOST_AGENTS, { method: skinning }), faceColumns };
  }

  /** The same agent with other streams: its motion goes on. */
  #rebuild(): void {
    if (!this.#loaded) return;
    this.#loaded.crowd.object.removeFromParent();
    this.#loaded.crowd.dispose();
    const built = this.#build(this.#loaded.avatar);
    const frames = this.#loaded.history.frames.map(({ body }) => ({ ...createFrame(built.kind), body }));
    this.#loaded = { ...this.#loaded, ...built, history: { ...this.#loaded.history, frames } };
    this.#placedCount = 0;
    this.root.add(this.#loaded.crowd.object);
  }

  /** Fingers and face of the motion where it brings them, else of the sliders. */
  #pack({ packing, faceColumns }: LoadedAgent, { pose, hasFingers, face }: AgentMotion, out: PackedActor): void {
    if (out.fingers && !hasFingers) writeFists(this.#fingerAngles, this.#settings);
    if (out.face && face) this.#faceWeights.set(face);
    else if (out.face) writeFace(this.#faceWeights, faceColumns, this.#settings, this.#blink.closed);
    packActor(packing, pose, hasFingers ? null : this.#fingerAngles, this.#faceWeights, out);
  }

  #drop(): void {
    if (!this.#loaded) return;
    this.#loaded.crowd.object.removeFromParent();
    this.#loaded.crowd.dispose();
    this.#loaded.avatar.dispose();
    this.#loaded = null;
    this.#placedCount = 0;
    clearMeter(this.cost);
  }

  #apply(): void {
    if (!this.#loaded) return;
    const { crowd, size } = this.#loaded;
    crowd.method = this.#settings.skinning;
    crowd.count = this.#settings.crowd;
    for (; this.#placedCount < crowd.count; this.#placedCount++) {
      const [x, z] = crowdPlace(this.#placedCount, size);
      crowd.setLook(this.#placedCount, { origin: [x, 0, z] });
    }
  }
}

const createFrame = ({ layout, hasFingers, hasFace }: AgentKind): PackedActor =>
  createPackedActor('0', 'captured', { fingers: hasFingers, face: hasFace }, layout);

/** Every agent at its moment: the same bytes for the GPU and for displays. */
function crowdOf({ crowd, history }: LoadedAgent): PackedActor[] {
  return Array.from({ length: crowd.count }, (_, i) => {
    const frame = frameBefore(history, i * DELAY) ?? history.frames[0];
    return { ...frame, id: String(i) };
  });
}

const ELBOW_DEGREES = [45, 90, 120] as const;

function measureElbow(kind: AgentKind): ElbowVolumes {
  const keptBy = (method: AgentMethod) => volumeAtElbow(kind, method, ELBOW_DEGREES).map(({ kept }) => kept);
  return {
    degrees: ELBOW_DEGREES,
    kept: { segments: keptBy('segments'), linear: keptBy('linear'), dualQuaternion: keptBy('dualQuaternion') },
  };
}

/** Of the head joint: enough to compare agents by. */
function heightOf({ restWorldPositions, jointCount }: Skeleton): number {
  let most = 0;
  for (let joint = 0; joint < jointCount; joint++) most = Math.max(most, restWorldPositions[joint * 3 + 1]);
  return most * 1.1;
}

/** Distance between neighbours, of an agent as tall as a person, metres. */
const APART = 1.15;
/** Agents in a row of the crowd. */
const ROW = 16;
/** How far behind the first agent the crowd begins, metres. */
const BEHIND = 1.7;

/**
 * Where an agent of a crowd stands against the first one: rows behind it, the middle first, every other row shifted.
 * `size`: how large the agents are against a person.
 */
export function crowdPlace(index: number, size: number): readonly [x: number, z: number] {
  if (index === 0) return [0, 0];
  const row = Math.floor((index - 1) / ROW);
  const column = (index - 1) % ROW;
  const sideways = (column % 2 === 0 ? 1 : -1) * Math.ceil(column / 2) + (row % 2 === 0 ? 0 : 0.5);
  return [sideways * APART * size, -(BEHIND + row * APART) * size];
}
