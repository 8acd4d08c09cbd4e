import { createPose, InputError, type Pose, type Skeleton } from '@leib/core';
import { createPosePacking } from '@leib/core/pack';
import type {
  Act,
  Actor,
  ActorDoc,
  ActorId,
  ActorKind,
  Figures,
  PackedBody,
  Ref,
  StageDoc,
  StageView,
} from '@leib/stage';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import type { Hold } from '../session/carrierLink.js';
import { inputAt, OBJECT_SIZE, outputAt, PUSH_BODY, type RemoteBodyLayout } from '../session/remoteFrame.js';
import {
  type BuiltBody,
  RemoteSimulation,
  type SimulationEvents,
  type SimulationPlace,
} from '../session/remoteSimulation.js';
import { type FollowedSource, Follower, nobody } from './follower.js';
import {
  readBodyAct,
  readFollowedSource,
  readSimulatedSettings,
  type SimulatedDocSettings,
} from './simulatedSettings.js';
import { readWorldThings, type WorldThings } from './worldThings.js';

/** A body on a stage that forces move; it owns the world that it is in. */
export interface SimulatedActor extends Actor {
  /** Null until whom it follows has been there. */
  readonly simulation: RemoteSimulation | null;
  /** What it is to do: the pose of whom it follows, in its own proportions. */
  readonly wished: Pose | null;
  /** Longest delay that any part of its target really had in the last frame. */
  readonly delaySeconds: number;
  /** Of each thing of its world the number among those of the document; -1: it is none of them. */
  numbersOfThings(things: StageDoc['things']): readonly number[];
}

export function isSimulatedActor(actor: Actor | undefined): actor is SimulatedActor {
  return actor instanceof Simulated;
}

/** How what a simulated body's document refers to is opened. Throws, or rejects, InputError. */
export interface SimulatedRefs {
  body(doc: ActorDoc, id: ActorId): SimulatedBody | Promise<SimulatedBody>;
  /** Where it runs: simulateInline(), a worker, a server. */
  place(place: Ref): SimulationPlace;
  readonly hold?: Hold;
}

export interface SimulatedBody {
  readonly skeleton: Skeleton;
  readonly skin: SkinnedSurface | null;
  /** It is the body of whom it follows: joints are taken as they are, whatever lengths bones have by now. */
  readonly isSameRig?: boolean;
  /** What an app hears of the simulation. */
  readonly events?: Partial<SimulationEvents>;
  /** What an app writes into a frame before it is sent: pushes, grips. Null: the last frame is on its way. */
  writeInput?(input: Float64Array | null, dtSeconds: number): void;
}

/**
 * A body that is moved by forces and follows another actor, `{ kind: 'pose', of: ID }`. Its world has the things of the document,
 * and all bodies `{ kind: 'copy', of: ITS ID }` that stand after it.
 */
export function createSimulatedKind(refs: SimulatedRefs): ActorKind {
  return {
    create(doc, id) {
      const settings = readSimulatedSettings(doc, null);
      readFollowedSource(doc);
      if (doc.body.kind === 'copy') return new Copy(doc, id, settings);
      const place = refs.place(settings.place);
      const body = refs.body(doc, id);
      const make = (opened: SimulatedBody) => new Simulated(refs, { doc, id, settings, place, body: opened });
      return body instanceof Promise ? body.then(make) : make(body);
    },
  };
}

interface SimulatedParts {
  readonly doc: ActorDoc;
  readonly id: ActorId;
  readonly settings: SimulatedDocSettings;
  readonly place: SimulationPlace;
  readonly body: SimulatedBody;
}

class Simulated implements SimulatedActor {
  readonly id: ActorId;
  readonly kind: string;
  readonly skeleton: Skeleton;
  readonly body: SimulatedBody;
  simulation: RemoteSimulation | null = null;
  readonly #refs: SimulatedRefs;
  readonly #follower: Follower;
  readonly #rest: Pose;
  readonly #pack: (pose: Pose) => PackedBody;
  #doc: ActorDoc;
  #settings: SimulatedDocSettings;
  #place: SimulationPlace;
  #source: FollowedSource;
  /** What `#things` were read from. */
  #listed: Pick<StageDoc, 'things' | 'ground'> | null = null;
  #things: WorldThings = { objects: [], numbers: [] };
  #copyCount = 0;
  /** Whether a frame has come back. While other settings are built, its last pose stays. */
  #hasFrame = false;
  #push: { readonly part: string; readonly force: readonly number[]; seconds: number } | null = null;
  #grips: { readonly left: number; readonly right: number } | null = null;
  #standsUp = false;
  /** What was refused last, or how its place was lost. */
  #trouble: string | null = null;

  constructor(refs: SimulatedRefs, { doc, id, settings, place, body }: SimulatedParts) {
    this.id = id;
    this.kind = doc.kind;
    this.skeleton = body.skeleton;
    this.body = body;
    this.#refs = refs;
    this.#follower = new Follower(body.skeleton, body.isSameRig ?? false);
    this.#rest = createPose(body.skeleton);
    this.#pack = createPosePacking(body.skeleton);
    this.#doc = doc;
    this.#settings = settings;
    this.#place = place;
    this.#source = readFollowedSource(doc);
  }

  get wished(): Pose | null {
    return this.#follower.wished;
  }

  /** As simulated; before the first frame has come back, as wished. */
  get pose(): Pose {
    return (this.#hasFrame ? this.simulation?.pose : this.wished) ?? this.#rest;
  }

  get delaySeconds(): number {
    return this.simulation?.output?.[outputAt.effectiveDelay] ?? 0;
  }

  /** Of another list than it was stepped with there are none. */
  numbersOfThings(things: StageDoc['things']): readonly number[] {
    return this.#listed?.things === things ? this.#things.numbers : [];
  }

  step(stage: StageView, dtSeconds: number): void {
    this.#follower.follow(stage, this.#source);
    if (this.wished === null) return;
    const copies = copiesOf(this.id, stage);
    const isRebuilt = this.#openOrChange(stage, copies.length);
    const { simulation } = this;
    if (simulation === null) return;
    this.body.writeInput?.(simulation.input, dtSeconds);
    const { input, built } = simulation;
    if (input && built) {
      writeTarget(input, built.layout, this.wished, this.#settings);
      input[inputAt.wantsContacts] = this.#settings.contacts ? 1 : 0;
      this.#writeActs(input, built, dtSeconds);
    }
    for (const [index, copy] of copies.entries()) copy.follow(stage, simulation, index);
    // A frame that meets another world where it runs is not answered.
    if (isRebuilt) simulation.wait(dtSeconds);
    else simulation.step(dtSeconds);
    this.#moveThings(stage, simulation);
  }

  /** Goes on in the world that it is in, with other settings, at another place, or after somebody else. Another body is another actor. */
  set(doc: ActorDoc): boolean {
    if (doc.body !== this.#doc.body) return false;
    const before = this.#settings;
    const settings = readSimulatedSettings(doc, { doc: this.#doc, settings: before });
    const source = readFollowedSource(doc);
    const place = settings.place === before.place ? this.#place : this.#refs.place(settings.place);
    if (settings.body !== before.body) this.simulation?.setSettings(settings.body);
    if (place !== this.#place) this.simulation?.moveTo(place);
    this.#trouble = null;
    this.#place = place;
    this.#settings = settings;
    this.#source = source;
    this.#doc = doc;
    return true;
  }

  act(act: Act): void {
    const done = readBodyAct(act);
    if (done?.kind === 'push') this.#push = done;
    if (done?.kind === 'grab') this.#grips = done;
    if (done?.kind === 'stand') this.#standsUp = true;
  }

  pack(): PackedBody | null {
    return this.#hasFrame ? this.#pack(this.pose) : null;
  }

  figures(): Figures {
    const { output, built } = this.simulation ?? {};
    const trouble = this.#trouble === null ? [] : [this.#trouble];
    if (!output || !built) {
      const waits =
        this.wished === null ? `There is no "${this.#source.of}" to follow yet.` : 'Its world is being built.';
      return { numbers: {}, remarks: [waits, ...trouble] };
    }
    const counted = (count: number, sentence: string) => (count > 0 ? [sentence] : []);
    const [resets, nans, refused] = [outputAt.resets, outputAt.nans, outputAt.refused].map((at) => output[at]);
    return {
      numbers: {
        delayMs: output[outputAt.effectiveDelay] * 1000,
        stepMs: output[outputAt.stepSeconds] * 1000,
        errorDeg: (output[outputAt.meanError] * 180) / Math.PI,
        largestErrorDeg: (output[outputAt.maxError] * 180) / Math.PI,
        contacts: output[outputAt.contactCount],
        apartMm: output[outputAt.separation] * 1000,
      },
      remarks: [
        ...counted(resets, `The engine began anew ${resets} times.`),
        ...counted(nans, `${nans} poses were not numbers.`),
        ...counted(refused, `${refused} targets were not numbers.`),
        ...trouble,
      ],
    };
  }

  dispose(): void {
    this.simulation?.dispose();
  }

  /** The world follows the document: its things, and how many bodies are in it. True where something of it is built anew. */
  #openOrChange(stage: StageView, copyCount: number): boolean {
    const { present } = stage.doc;
    const hasOtherThings = present.things !== this.#listed?.things || present.ground !== this.#listed.ground;
    if (hasOtherThings) this.#things = readWorldThings(present);
    this.#listed = present;
    const before = this.#copyCount;
    this.#copyCount = copyCount;
    const { simulation } = this;
    if (simulation === null) {
      this.#open(copyCount);
      return false;
    }
    if (hasOtherThings) simulation.setObjects(this.#things.objects, this.#place);
    if (copyCount !== before) simulation.setOtherCount(copyCount);
    return hasOtherThings || copyCount !== before;
  }

  #open(otherCount: number): void {
    const { skeleton, skin, events } = this.body;
    const setup = {
      body: { skeleton, skin, settings: this.#settings.body },
      otherCount,
      objects: this.#things.objects,
    };
    const tell = (reason: string) => {
      this.#trouble = reason;
    };
    const heard: SimulationEvents = {
      built: (built) => events?.built?.(built),
      frame: (output, built, trip) => {
        this.#hasFrame = true;
        events?.frame?.(output, built, trip);
      },
      failed: events?.failed ?? tell,
      lost: events?.lost ?? tell,
    };
    this.simulation = new RemoteSimulation(setup, this.#place, heard, this.#refs.hold);
  }

  /** What acts have begun. */
  #writeActs(input: Float64Array, { body: { parts }, layout }: BuiltBody, dtSeconds: number): void {
    if (this.#grips) {
      input[inputAt.leftGrip] = this.#grips.left;
      input[inputAt.rightGrip] = this.#grips.right;
    }
    if (this.#standsUp) input[inputAt.standsUp] = 1;
    else if (!this.body.writeInput) input[inputAt.standsUp] = 0;
    this.#standsUp = false;
    const push = this.#push;
    const output = this.simulation?.output;
    if (push === null || !output) return;
    const part = parts.findIndex(({ bone }) => bone === push.part);
    const isOver = part < 0 || push.seconds <= 0;
    input[inputAt.pushKind] = isOver ? 0 : PUSH_BODY;
    if (isOver) {
      this.#push = null;
      return;
    }
    push.seconds -= dtSeconds;
    input[inputAt.pushNumber] = part;
    for (let k = 0; k < 3; k++) {
      input[inputAt.pushPoint + k] = output[layout.places + part * 7 + k];
      input[inputAt.pushForce + k] = push.force[k];
    }
  }

  /** The document's things are where the world has them. */
  #moveThings({ things }: StageView, { output, built }: RemoteSimulation): void {
    const { numbers, objects } = this.#things;
    if (!output || built?.frame.objectCount !== objects.length) return;
    for (const [index, number] of numbers.entries()) {
      const at = built.frame.objects + index * OBJECT_SIZE;
      if (number >= 0) things.set(output.subarray(at, at + 7), number * 7);
    }
  }
}

/** One more body in the world of another one, built like it. */
class Copy implements Actor {
  readonly id: ActorId;
  readonly kind: string;
  readonly of: string;
  #doc: ActorDoc;
  #settings: SimulatedDocSettings;
  #source: FollowedSource;
  #body: {
    readonly follower: Follower;
    readonly pack: (pose: Pose) => PackedBody;
    readonly skeleton: Skeleton;
  } | null = null;
  #world: { readonly simulation: RemoteSimulation; readonly index: number } | null = null;
  #simulated: Pose | null = null;

  constructor(doc: ActorDoc, id: ActorId, settings: SimulatedDocSettings) {
    if (typeof doc.body.of !== 'string') throw new InputError('body.of', 'expected the body that it is a copy of');
    this.id = id;
    this.kind = doc.kind;
    this.of = doc.body.of;
    this.#doc = doc;
    this.#settings = settings;
    this.#source = readFollowedSource(doc);
  }

  get skeleton(): Skeleton {
    return this.#body?.skeleton ?? nobody.skeleton;
  }

  get pose(): Pose {
    return this.#simulated ?? this.#body?.follower.wished ?? nobody.pose;
  }

  /** The owner of the world has it follow, before its frame is sent. */
  follow(stage: StageView, simulation: RemoteSimulation, index: number): void {
    const { input, built } = simulation;
    this.#world = { simulation, index };
    const owner = stage.actors.get(this.of);
    if (owner instanceof Simulated && this.#body?.skeleton !== owner.skeleton) {
      const { skeleton, body } = owner;
      const follower = new Follower(skeleton, body.isSameRig ?? false);
      this.#body = { follower, skeleton, pack: createPosePacking(skeleton) };
    }
    this.#body?.follower.follow(stage, this.#source);
    const wished = this.#body?.follower.wished;
    const other = built?.others[index];
    if (input && other && wished) writeTarget(input, other.layout, wished, this.#settings);
  }

  /** While the world is built anew, its last pose stays. */
  step(): void {
    const { output, built } = this.#world?.simulation ?? {};
    if (output && this.#world) this.#simulated = built?.others[this.#world.index]?.pose ?? this.#simulated;
  }

  set(doc: ActorDoc): boolean {
    if (doc.body !== this.#doc.body) return false;
    this.#settings = readSimulatedSettings(doc, { doc: this.#doc, settings: this.#settings });
    this.#source = readFollowedSource(doc);
    this.#doc = doc;
    return true;
  }

  pack(): PackedBody | null {
    return this.#simulated && this.#body ? this.#body.pack(this.#simulated) : null;
  }

  figures(): Figures {
    return { numbers: {}, remarks: this.#body ? [] : [`There is no world of "${this.of}" before it.`] };
  }

  dispose(): void {}
}

/** In the order of the document, which is theirs in the world. */
function copiesOf(id: ActorId, { actors }: StageView): readonly Copy[] {
  return [...actors.values()].filter((actor) => actor instanceof Copy && actor.of === id) as Copy[];
}

function writeTarget(
  input: Float64Array,
  { input: at }: RemoteBodyLayout,
  { rootPosition, localRotations }: Pose,
  { latencyMs, delaysHips }: SimulatedDocSettings,
): void {
  input[at + inputAt.latencySeconds] = latencyMs / 1000;
  input[at + inputAt.delaysHips] = delaysHips ? 1 : 0;
  for (let k = 0; k < 3; k++) input[at + inputAt.targetRootPosition + k] = rootPosition[k];
  for (let i = 0; i < localRotations.length; i++) input[at + inputAt.targetRotations + i] = localRotations[i];
}
