import { defaultSkeleton } from '@leib/body';
import { InputError, type Motion, type Skeleton, seekTimeline, type Timeline } from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import { createBridgeSource } from '@leib/feeds';
import {
  type ActorSolver,
  type BodyFrame,
  type BodySource,
  type CapturedActor,
  type CapturedSources,
  createBodyFrame,
  createFeedBodySource,
  isCapturedActor,
  type MotionPlayer,
  type Performer,
} from '@leib/mocap';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import type { KeptTake } from '../../files/takes/take.js';
import type { Release } from '../../time/clock.js';
import { createFrameClaim } from '../../world/frameLoop.js';
import { clearMeter, createMeter, type Meter, measure } from '../../world/meter.js';
import type { RoomDoc } from '../../world/roomScene.js';
import type { World } from '../../world/world.js';
import { type BodyRow, bodyRowsOf } from './actor/bodyRows.js';
import { Calibration } from './actor/calibration.js';
import { clearFitMeters, createFitMeters, measureFit } from './actor/fitMeters.js';
import { AgentStage } from './agents/agentStage.js';
import { TransferMeter } from './agents/transferMeter.js';
import { Walls } from './displays/walls.js';
import { MarkerDesk } from './markers/markerDesk.js';
import { type MocapRefs, mocapDoc, PERFORMER } from './mocapDoc.js';
import type { AgentChoice, MocapSettings, MocapStore } from './mocapShape.js';
import { ownMotion } from './motions/ownMotions.js';
import { RigController } from './rigging/rigController.js';
import { type BodyIds, bodyMapOf } from './settings/bodyIds.js';
import { OffsetsEdits } from './settings/offsetsEdits.js';
import { type OffsetsFile, offsetsOfFile } from './settings/offsetsFile.js';
import type { SkeletonFile } from './settings/skeletonFile.js';
import { applyBodyFaults, createBodyFaults } from './sources/bodyFaults.js';
import { createLoggedSource } from './sources/loggedSource.js';
import { createSimulatedSource, type SimulatedSource } from './sources/simulatedSource.js';
import { type Measured, MocapTakes } from './takes/mocapTakes.js';

export type SourceKind = 'simulated' | 'file' | 'live' | 'markers' | 'take';

/** What is shown now: bodies of a source, fitted markers, or a take. */
export interface Shown {
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

const nobody = createBodyFrame([]);

/**
 * What scene and panel share while the room is open: source, agents, takes, and who of the stage refers to them. The stage steps its
 * performer; what is made of each of its frames, records, agents, walls, is made by the sink that this adds to it.
 */
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
  /** JavaScript per frame for the transfer to the agent, milliseconds. */
  readonly transferCost: Meter = createMeter();
  readonly walls: Walls;
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
  /** Another source. */
  #sourceNumber = 0;
  /** In whose skeleton the performer is, and another one. */
  #body: Skeleton = defaultSkeleton;
  #bodyNumber = 0;
  /** What the document was made of. */
  #told: readonly unknown[] = [];
  #doc: RoomDoc = { actors: {} };
  #seconds: number;
  /** Walls and recordings go on while nobody sees the page. */
  readonly #claimFrames = createFrameClaim(() => this.#world.loop);
  /** How many look at figures that take longer than a frame has. */
  #watching = 0;
  readonly #endings: readonly (() => void)[];

  constructor(world: World, settings: MocapStore, kept: KeptTakes) {
    this.#world = world;
    this.settings = settings;
    this.#last = settings.values();
    this.offsets = new OffsetsEdits(settings);
    this.calibration = new Calibration(this.offsets);
    this.walls = new Walls(world, settings);
    this.agents = new AgentStage(world.clock, world.renderer, this.#last);
    this.takes = new MocapTakes(kept, (kind, text) => world.onNotice(kind, text));
    this.rigging = new RigController(world.clock);
    this.#seconds = world.stage.seconds;
    this.#endings = [
      settings.store.subscribe(() => this.#onSettings()),
      world.stage.addSink(({ seconds }) => this.#take(seconds)),
    ];
    this.playSimulated();
    if (this.#source?.timeline) seekTimeline(this.#source.timeline, FIRST_SECONDS);
  }

  get shown(): Shown {
    const kind = this.#kind;
    if (kind === 'markers' && this.markers.fitted) {
      return { kind, label: this.markers.label, names: [], timeline: this.markers.fitted.timeline };
    }
    if (kind === 'take' && this.#played) {
      return { kind, label: this.#played.kept.name, names: [], timeline: this.#played.player.timeline };
    }
    const { label = '', names = [], timeline = null } = this.#source ?? {};
    return { kind, label, names, timeline };
  }

  /** Who of the stage is solved, or played; null until it is there. */
  get captured(): CapturedActor | null {
    const actor = this.#world.stage.actors.get(PERFORMER);
    return isCapturedActor(actor) ? actor : null;
  }

  /** What the tracker measures in this frame. */
  get frame(): BodyFrame {
    return this.captured?.bodies ?? nobody;
  }

  get solver(): ActorSolver | null {
    return this.captured?.solver ?? null;
  }

  /** The solved actor; null while there is none. */
  get actor(): Performer | null {
    return this.captured?.performer ?? null;
  }

  /** Reason why nothing is solved; null where it is. */
  get problem(): string | null {
    const isKnown = this.#isPlayed || this.offsets.file !== null;
    return isKnown ? null : 'These bodies have no offsets yet: load a file, or find them in a T-pose (tab Offsets).';
  }

  /** Of the stage's document, what the room says besides its settings; another object when it changes. */
  get doc(): RoomDoc {
    const values = this.settings.values();
    const skeleton = this.agents.kind?.skeleton ?? defaultSkeleton;
    if (skeleton !== this.#body) {
      this.#body = skeleton;
      this.#bodyNumber++;
    }
    const { own, found } = this.offsets;
    const told = [values, this.#sourceNumber, this.#bodyNumber, this.#isPlayed, own, found, this.walls.link];
    if (told.some((value, i) => value !== this.#told[i])) {
      this.#told = told;
      const refs: MocapRefs = {
        source: this.#sourceNumber,
        body: this.#bodyNumber,
        offsets: this.#isPlayed ? null : this.offsets.file,
        heads: this.walls.link ? this.walls.headRefs : [],
      };
      this.#doc = mocapDoc(values, refs);
    }
    return this.#doc;
  }

  /** What actors of the room's document refer to. */
  get sources(): CapturedSources {
    return {
      bodies: () => this.#shownSource(),
      offsets: ({ file }) => {
        const offsets = offsetsOfFile(file as unknown as OffsetsFile);
        if (offsets === null) throw new InputError('profile.file', 'expected offsets (leib-offsets/1)');
        return offsets;
      },
      skeleton: () => this.#body,
      run: (part, work) => measure(part === 'solve' ? this.meters.solve : this.transferCost, work),
    };
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
    this.#sourceNumber++;
  }

  async playTake(kept: KeptTake): Promise<void> {
    this.#played = { kept, player: await this.takes.playerOf(kept) };
    this.#kind = 'take';
    this.#sourceNumber++;
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

  /** Somebody looks at what transfer and skin keep: it is measured now, and in every frame in which it is another. Returns what ends it. */
  watchFigures(): Release {
    this.#watching++;
    this.#measureFigures();
    return () => void this.#watching--;
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

  bodyRows(): BodyRow[] {
    return bodyRowsOf(this.frame, this.solver);
  }

  /** Sentences about what could not be read, then about bodies that are missing, refused or exchanged; the latest last. */
  remarks(): readonly string[] {
    return this.captured?.figures().remarks ?? [];
  }

  dispose(): void {
    // What is being recorded is kept.
    void this.takes.stop();
    this.rigging.close();
    for (const end of this.#endings) end();
    this.#claimFrames(false);
    this.markers.cancel();
    this.walls.turn(false);
    this.#source?.dispose();
    this.agents.dispose();
  }

  /** A take or fitted markers: solved already. */
  get #isPlayed(): boolean {
    return this.#kind === 'take' || this.#kind === 'markers';
  }

  /** What the performer is made from now. The room keeps it: it may be wanted again. */
  #shownSource(): BodySource | MotionPlayer {
    if (this.#kind === 'markers' && this.markers.fitted) return this.markers.fitted;
    if (this.#kind === 'take' && this.#played) return this.#played.player;
    const source = this.#source as BodySource;
    return {
      ...{ label: source.label, names: source.names, timeline: source.timeline },
      step: (dtSeconds, out) => this.#stepBodies(source, dtSeconds, out),
      remarks: () => source.remarks(),
      dispose() {},
    };
  }

  /** Bodies as they are measured, with what the visitor does to them on purpose. */
  #stepBodies(source: BodySource, dtSeconds: number, out: BodyFrame): void {
    const simulated = this.#kind === 'simulated' ? this.#simulated : null;
    const tPose = simulated && this.calibration.tPoseOf(simulated);
    (tPose ?? source).step(dtSeconds, out);
    applyBodyFaults(this.faults, out);
    this.calibration.step(out, dtSeconds);
  }

  /** A frame of the stage is made: it is measured, recorded, and goes over to agents and walls. */
  #take(seconds: number): void {
    const dtSeconds = seconds - this.#seconds;
    this.#seconds = seconds;
    const { captured, actor, solver, takes } = this;
    this.#claimFrames(this.walls.link !== null || takes.isRecording);
    if (solver) measureFit(this.meters, solver);
    if (!captured || !actor) return;
    const { skeleton, pose } = captured;
    this.agents.step({ skeleton, pose, hasFingers: actor.hasFingers, face: actor.face ?? null }, dtSeconds);
    takes.append(actor.skeleton, actor.pose, dtSeconds, this.#measured);
    this.transfer.append(actor, dtSeconds);
    if (this.#watching > 0) this.#measureFigures();
    if (this.walls.link) this.walls.send(this.agents.sent(), dtSeconds);
  }

  #measureFigures(): void {
    const { kind } = this.agents;
    if (kind) this.transfer.measure(kind.skeleton);
    this.agents.measureElbow();
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
    this.#sourceNumber++;
    this.calibration.cancel();
    this.offsets.owner = kind === 'simulated' ? 'simulatedOffsets' : 'trackerOffsets';
    this.offsets.found = kind === 'simulated' ? (this.#simulated?.foundOffsets ?? null) : null;
    clearFitMeters(this.meters);
  }

  /** The log with other settings; where it has none of those bodies, that is said and it plays on as it was. */
  #replayLog(): void {
    try {
      if (this.#log) this.playLog(this.#log);
    } catch (error) {
      this.#world.onNotice('error', `${this.#log?.name}: ${(error as Error).message}`);
    }
  }

  #onSettings(): void {
    const [before, now] = [this.#last, this.settings.values()];
    this.#last = now;
    const isChanged = (keys: readonly (keyof MocapSettings)[]) => keys.some((key) => now[key] !== before[key]);
    this.agents.setSettings(now);
    if (this.#kind === 'simulated' && isChanged(simulationKeys)) this.playSimulated();
    else if (this.#kind === 'live' && isChanged(['bodyIds'])) this.playLive();
    else if (this.hasLog && isChanged(['bodyIds', 'upAxis'])) this.#replayLog();
    else if (isChanged(solverKeys)) clearFitMeters(this.meters);
    if (isChanged(['agent', 'transfer'])) clearMeter(this.transferCost);
  }
}
