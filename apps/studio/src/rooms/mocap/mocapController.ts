import { type Motion, type Pose, seekTimeline, type Timeline } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import { createBridgeSource } from '@leib/feeds';
import {
  type ActorSolver,
  type BodyFrame,
  type BodySource,
  createActorSolver,
  createBodyFrame,
  createFeedBodySource,
  remarksOnBodies,
} from '@leib/mocap';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import type { KeptTake } from '../../files/takes/take.js';
import { measure } from '../../world/meter.js';
import type { World } from '../../world/world.js';
import { type BodyRow, bodyRowsOf } from './actor/bodyRows.js';
import { Calibration } from './actor/calibration.js';
import { clearFitMeters, createFitMeters, measureFit } from './actor/fitMeters.js';
import { type Actor, AgentStage } from './agents/agentStage.js';
import { TransferMeter } from './agents/transferMeter.js';
import { DisplaysLink } from './displays/displaysLink.js';
import { viewerOf } from './displays/viewerOf.js';
import { MarkerDesk } from './markers/markerDesk.js';
import type { AgentChoice, MocapSettings, MocapStore } from './mocapShape.js';
import { ownMotion } from './motions/ownMotions.js';
import { RigController } from './rigging/rigController.js';
import { type BodyIds, bodyMapOf } from './settings/bodyIds.js';
import { OffsetsEdits } from './settings/offsetsEdits.js';
import { dhOfFile, type SkeletonFile } from './settings/skeletonFile.js';
import { applyBodyFaults, createBodyFaults } from './sources/bodyFaults.js';
import { createLoggedSource } from './sources/loggedSource.js';
import { createSimulatedSource, type SimulatedSource } from './sources/simulatedSource.js';
import { type Measured, MocapTakes } from './takes/mocapTakes.js';
import type { MotionPlayer } from './takes/motionPlayer.js';

export type SourceKind = 'simulated' | 'file' | 'live' | 'markers' | 'take';

/** What is shown now: bodies of a source, fitted markers, or a take. */
export interface ShownSource {
  readonly kind: SourceKind;
  readonly label: string;
  /** Of its bodies; empty where there are none. */
  readonly names: readonly string[];
  readonly timeline: Timeline | null;
}

/** Settings on which the simulated tracker depends, and those of the solver. */
const simulationKeys = ['motion', 'noiseMm', 'noiseDeg', 'lostPercent'] as const;
const solverKeys = [
  'method',
  'smoothingMs',
  'predictMs',
  'swaps',
  'trackerOffsets',
  'simulatedOffsets',
  'skeleton',
] as const;
/** Where the simulated performance begins, seconds: just before it waves. */
const FIRST_SECONDS = 4.4;

/** What scene and panel share while the room is open: source, solver, agents, takes. The scene steps it. */
export class MocapController {
  readonly settings: MocapStore;
  readonly agents: AgentStage;
  readonly offsets: OffsetsEdits;
  readonly calibration: Calibration;
  readonly takes: MocapTakes;
  readonly markers = new MarkerDesk();
  readonly rigging: RigController;
  readonly transfer = new TransferMeter();
  readonly faults = createBodyFaults();
  readonly meters = createFitMeters();
  /** What the tracker measures in this frame. */
  frame: BodyFrame = createBodyFrame();
  solver: ActorSolver | null = null;
  /** Where the agents are sent; null while they are not. */
  displays: DisplaysLink | null = null;
  /** Reason why nothing is solved; null where it is. */
  problem: string | null = null;
  /** Name of the body that the visitor points at. */
  marked: string | null = null;
  readonly #world: World;
  #kind: SourceKind = 'simulated';
  #source: BodySource | null = null;
  #simulated: SimulatedSource | null = null;
  /** The motion that was chosen for the simulated person. */
  #wornMotion: Motion | null = null;
  /** The DTrack log that is played, to be read again with other ids or another up axis. */
  #log: { readonly bytes: Uint8Array; readonly name: string } | null = null;
  #played: { readonly kept: KeptTake; readonly player: MotionPlayer } | null = null;
  #last: MocapSettings;
  readonly #stopListening: () => void;

  constructor(world: World, settings: MocapStore, kept: KeptTakes) {
    this.#world = world;
    this.settings = settings;
    this.#last = settings.values();
    this.offsets = new OffsetsEdits(settings);
    this.calibration = new Calibration(this.offsets);
    this.agents = new AgentStage(world.clock, world.renderer, this.#last);
    this.takes = new MocapTakes(kept, (kind, text) => world.onNotice(kind, text));
    this.rigging = new RigController(world.clock);
    this.#stopListening = settings.store.subscribe(() => this.#onSettings());
    this.playSimulated();
    if (this.#source?.timeline) seekTimeline(this.#source.timeline, FIRST_SECONDS);
  }

  get shown(): ShownSource {
    const kind = this.#kind;
    if (kind === 'markers' && this.markers.fitted) {
      return { kind, label: this.markers.label, names: [], timeline: this.markers.fitted.player.timeline };
    }
    if (kind === 'take' && this.#played) {
      return { kind, label: this.#played.kept.name, names: [], timeline: this.#played.player.timeline };
    }
    const { label = '', names = [], timeline = null } = this.#source ?? {};
    return { kind, label, names, timeline };
  }

  /** The solved actor; null while there is none. */
  get actor(): (Actor & { readonly pose: Pose }) | null {
    if (this.#kind === 'markers') return this.markers.fitted?.player ?? null;
    if (this.#kind === 'take') return this.#played?.player ?? null;
    return this.solver?.state.isPlaced ? this.solver : null;
  }

  /** True while a DTrack log is played. */
  get hasLog(): boolean {
    return this.#kind === 'file' && this.#log !== null;
  }

  /** Of the solved bodies; null where something else is shown. */
  get angles(): AgentAngles | null {
    return this.actor === this.solver ? (this.solver?.angles ?? null) : null;
  }

  get playedTakeId(): string | null {
    return this.#kind === 'take' ? (this.#played?.kept.id ?? null) : null;
  }

  /** Reason why settings of the solver change nothing now; null where they do. */
  get solvesNothing(): string | null {
    if (this.#kind === 'take') return 'A take is played: it is solved already. Choose bodies as the source to solve.';
    if (this.#kind === 'markers') return 'Markers have a fit of their own: see the tab Bodies for their residuals.';
    return this.problem;
  }

  /** The state of a live source for people. */
  get liveWords(): string {
    const seen = this.frame.quality.reduce((sum, grade) => sum + (grade > 0 ? 1 : 0), 0);
    return seen === 0 ? 'Waiting for bodies …' : `${seen} of ${this.frame.names.length} bodies seen`;
  }

  playSimulated(): void {
    const { motion } = this.settings.values();
    const worn = motion === 'file' ? this.#wornMotion : null;
    const before = this.#kind === 'simulated' ? this.#simulated : null;
    const next = createSimulatedSource(worn ?? ownMotion(motion === 'walk' ? 'walk' : 'demo'), this.settings.values());
    if (before?.motion === next.motion && before.timeline && next.timeline) {
      next.timeline.timeSeconds = before.timeline.timeSeconds;
      next.timeline.isPlaying = before.timeline.isPlaying;
    }
    this.#simulated = next;
    this.#use('simulated', next);
  }

  /** True where the simulated person moves as a file of the visitor's does. */
  get hasOwnMotion(): boolean {
    return this.#wornMotion !== null;
  }

  /** The simulated person moves as a file says, which becomes a take. */
  async simulateOnFile(file: File): Promise<void> {
    const take = await this.takes.open(new Uint8Array(await file.arrayBuffer()), file.name);
    await this.simulateOn(take);
  }

  /** The simulated person moves as a take does. */
  async simulateOn(take: KeptTake): Promise<void> {
    this.#wornMotion = (await this.takes.motionOf(take)).motion;
    this.settings.endGesture();
    if (this.settings.values().motion === 'file') this.playSimulated();
    else this.settings.set('motion', 'file');
    if (this.#kind !== 'simulated') this.playSimulated();
  }

  playLive(): void {
    const bridge = createBridgeSource(location.href, { nowMs: () => this.#world.clock.nowSeconds * 1000 });
    this.#use('live', createFeedBodySource(bridge, bodyMapOf(this.settings.values().bodyIds)));
  }

  playBodies(source: BodySource): void {
    this.#use('file', source);
  }

  /** Throws InputError where the log has no body of the map. */
  playLog(log: { readonly bytes: Uint8Array; readonly name: string }): void {
    this.playBodies(createLoggedSource(log.bytes, this.settings.values(), log.name));
    this.#log = log;
  }

  /** Shows the markers that were fitted last. */
  playMarkers(): void {
    this.#kind = 'markers';
  }

  async playTake(kept: KeptTake): Promise<void> {
    this.#played = { kept, player: await this.takes.playerOf(kept) };
    this.#kind = 'take';
  }

  /** Shows a take at a moment, standing still: while it is trimmed. */
  async showMoment(take: KeptTake, seconds: number): Promise<void> {
    if (this.playedTakeId !== take.id) await this.playTake(take);
    const timeline = this.#played?.player.timeline;
    if (!timeline) return;
    timeline.isPlaying = false;
    seekTimeline(timeline, seconds);
  }

  togglePlaying(): void {
    const { timeline } = this.shown;
    if (timeline) timeline.isPlaying = !timeline.isPlaying;
  }

  seekBy(seconds: number): void {
    const { timeline } = this.shown;
    if (timeline) seekTimeline(timeline, timeline.timeSeconds + seconds);
  }

  async toggleRecording(): Promise<void> {
    const { actor, takes } = this;
    if (takes.isRecording) {
      const take = await takes.stop();
      if (take) this.#world.onNotice('info', `${take.name} is kept in this browser. The tab Takes has it.`);
    } else if (actor) takes.start(actor.skeleton, this.#measured);
    else this.#world.onNotice('error', 'There is nothing to record: no skeleton is solved yet.');
  }

  /** What the actor is solved from now, nothing where a take is played; and the face: the actor's own, else the agents'. */
  get #measured(): Measured {
    const { fitted } = this.markers;
    const face = this.actor?.face ?? this.agents.face;
    if (this.#kind === 'take') return { face };
    return this.#kind === 'markers' ? { ...(fitted && { markers: fitted }), face } : { bodies: this.frame, face };
  }

  mark(body: string | null): void {
    this.marked = body;
  }

  toggleHidden(body: string): void {
    if (!this.faults.hidden.delete(body)) this.faults.hidden.add(body);
  }

  /** Exchanges the ids of two bodies, or back again. */
  exchange(pair: readonly [string, string]): void {
    this.faults.exchanged = this.faults.exchanged ? null : pair;
  }

  setBodyIds(ids: BodyIds): void {
    this.settings.set('bodyIds', ids);
    this.settings.endGesture();
  }

  setSkeleton(skeleton: SkeletonFile | null): void {
    this.settings.endGesture();
    this.settings.set('skeleton', skeleton);
    this.settings.endGesture();
  }

  chooseAgent(agent: AgentChoice): void {
    this.settings.set('agent', agent);
    this.settings.endGesture();
  }

  async showAgentFile(file: File): Promise<void> {
    await this.agents.show(file);
    if (this.agents.problem === null) this.chooseAgent('file');
  }

  sendToDisplays(isOn: boolean): void {
    this.displays?.dispose();
    this.displays = isOn ? new DisplaysLink() : null;
  }

  /** A notice for the visitor. */
  say(kind: 'info' | 'error', text: string): void {
    this.#world.onNotice(kind, text);
  }

  /** Opens a file of this room; false for any other. Throws InputError where it is wrong. */
  async openFile(file: File): Promise<boolean> {
    const { openMocapFile } = await import('./sources/openMocapFile.js');
    return openMocapFile(this, file);
  }

  /** One frame: bodies, solve, record, agents. */
  step(dtSeconds: number): void {
    this.#stepSource(dtSeconds);
    const { actor } = this;
    if (!actor) return;
    this.agents.setActor(actor);
    this.agents.step(actor.pose, dtSeconds);
    this.takes.append(actor.skeleton, actor.pose, dtSeconds, this.#measured);
    this.transfer.append(actor, dtSeconds);
    const sent = this.displays && this.agents.sent(viewerOf(actor));
    if (sent) this.displays?.send(sent, dtSeconds);
  }

  bodyRows(): BodyRow[] {
    return bodyRowsOf(this.frame, this.solver);
  }

  /** Sentences about what could not be read, then about bodies that are missing, refused or exchanged; the latest last. */
  remarks(): readonly string[] {
    return remarksOnBodies(this.#source, this.frame, this.solver);
  }

  dispose(): void {
    // What is being recorded is kept.
    void this.takes.stop();
    this.rigging.close();
    this.#stopListening();
    this.markers.cancel();
    this.sendToDisplays(false);
    this.#source?.dispose();
    this.agents.dispose();
  }

  #stepSource(dtSeconds: number): void {
    if (this.#kind === 'markers') this.markers.fitted?.step(dtSeconds);
    else if (this.#kind === 'take') this.#played?.player.step(dtSeconds);
    else this.#stepBodies(dtSeconds);
  }

  #stepBodies(dtSeconds: number): void {
    const simulated = this.#kind === 'simulated' ? this.#simulated : null;
    const source = (simulated && this.calibration.tPoseOf(simulated)) ?? this.#source;
    source?.step(dtSeconds, this.frame);
    applyBodyFaults(this.faults, this.frame);
    this.calibration.step(this.frame, dtSeconds);
    const { solver } = this;
    if (!solver) return;
    measure(this.meters.solve, () => solver.step(this.frame, dtSeconds));
    measureFit(this.meters, solver);
  }

  #use(kind: SourceKind, source: BodySource): void {
    if (this.#source !== source) this.#source?.dispose();
    if (kind !== this.#kind) {
      this.faults.hidden.clear();
      this.faults.exchanged = null;
    }
    this.#kind = kind;
    this.#log = null;
    this.#source = source;
    this.frame = createBodyFrame(source.names);
    this.calibration.cancel();
    this.offsets.owner = kind === 'simulated' ? 'simulatedOffsets' : 'trackerOffsets';
    this.offsets.found = kind === 'simulated' ? (this.#simulated?.foundOffsets ?? null) : null;
    this.#buildSolver();
  }

  /** The log with other settings; where it has none of those bodies, that is said and it plays on as it was. */
  #replayLog(): void {
    try {
      if (this.#log) this.playLog(this.#log);
    } catch (error) {
      this.#world.onNotice('error', `${this.#log?.name}: ${(error as Error).message}`);
    }
  }

  #buildSolver(): void {
    const { offsets } = this.offsets;
    this.problem = null;
    this.solver = null;
    clearFitMeters(this.meters);
    if (offsets === null) {
      this.problem = 'These bodies have no offsets yet: load a file, or find them in a T-pose (tab Offsets).';
      return;
    }
    const values = this.settings.values();
    this.solver = createActorSolver(this.frame.names, offsets, { ...values, skeleton: dhOfFile(values.skeleton) });
  }

  #onSettings(): void {
    const [before, now] = [this.#last, this.settings.values()];
    this.#last = now;
    const isChanged = (keys: readonly (keyof MocapSettings)[]) => keys.some((key) => now[key] !== before[key]);
    this.agents.setSettings(now);
    if (this.#kind === 'simulated' && isChanged(simulationKeys)) this.playSimulated();
    else if (this.#kind === 'live' && isChanged(['bodyIds'])) this.playLive();
    else if (this.hasLog && isChanged(['bodyIds', 'upAxis'])) this.#replayLog();
    else if (isChanged(solverKeys)) this.#buildSolver();
  }
}
