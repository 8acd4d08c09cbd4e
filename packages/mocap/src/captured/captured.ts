import {
  createPoseFade,
  decodeValue,
  type Pose,
  requireDecoded,
  type Skeleton,
  startPoseFade,
  stepPoseFade,
} from '@leib/core';
import { createPosePacking } from '@leib/core/pack';
import {
  type Act,
  type Actor,
  type ActorDoc,
  type ActorKind,
  type BodyRef,
  type Figures,
  movePlayHead,
  type PackedBody,
  type ProfileRef,
} from '@leib/stage';
import * as v from 'valibot';
import { type BodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';
import type { BodySource } from '../bodies/bodySource.js';
import { parseDhSkeleton } from '../dh/parseDhSkeleton.js';
import type { MocapOffsets } from '../offsets/offsets.js';
import { stepTransfer } from '../transfer/stepTransfer.js';
import {
  buildTransfer,
  createTransferState,
  type TransferModel,
  type TransferState,
} from '../transfer/transferModel.js';
import { type ActorSolver, createActorSolver, remarksOnBodies } from './actorSolver.js';
import { MotionPlayer } from './motionPlayer.js';

/** How what a document refers to is opened. Throws, or rejects, InputError. */
export interface CapturedSources {
  /** Bodies of a tracker, to be solved, or a motion that was solved before. The actor disposes of them. */
  bodies(doc: ActorDoc): BodySource | MotionPlayer | Promise<BodySource | MotionPlayer>;
  /** How the bodies sit on the performer. */
  offsets(ref: ProfileRef): MocapOffsets | Promise<MocapOffsets>;
  /** Whom the motion moves. */
  skeleton(ref: BodyRef): Skeleton | Promise<Skeleton>;
  /** Runs a part of each step, for whoever measures what it takes. */
  run?(part: 'solve' | 'transfer', work: () => void): void;
}

/** Whose motion it is, before it goes over to the body of the document. */
export interface Performer {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
  /** Whether its poses bring fingers. */
  readonly hasFingers: boolean;
  /** Weights of a face that was recorded with it, at this moment, in the order of faceParameterNames. */
  readonly face?: ArrayLike<number> | null;
}

/** A performer in a tracked room, or one who was recorded there. */
export interface CapturedActor extends Actor {
  /** What the tracker measures in this frame; no bodies where a motion is played. */
  readonly bodies: BodyFrame;
  /** Of the bodies; null where a motion is played, or it is not known how they sit on the performer. */
  readonly solver: ActorSolver | null;
  /** Null before anybody was seen. */
  readonly performer: Performer | null;
}

export function isCapturedActor(actor: Actor | undefined): actor is CapturedActor {
  return actor?.kind === 'captured';
}

const number = (most: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(most));
const settingsSchema = v.strictObject({
  method: v.optional(v.picklist(['dh', 'refined']), 'refined'),
  smoothingMs: v.optional(number(1000), 12),
  predictMs: v.optional(number(5000), 100),
  swaps: v.optional(v.picklist(['correct', 'report']), 'correct'),
  transfer: v.optional(v.picklist(['angles', 'contacts']), 'contacts'),
  /** A leib-dh/1 file; the default of 46 angles where it is null. */
  skeleton: v.optional(v.nullable(v.unknown()), null),
});
type CapturedSettings = v.InferOutput<typeof settingsSchema>;

const solverKeys = ['method', 'smoothingMs', 'predictMs', 'swaps'] as const;

/**
 * Rigid bodies -> skeleton -> the skeleton of the body that the document names; or a solved motion -> that skeleton. Without a
 * profile bodies are only read.
 */
export function createCapturedKind(open: CapturedSources): ActorKind {
  return {
    create(doc, id) {
      const settings = readSettings(doc);
      const [offsets, skeleton] = [doc.profile && open.offsets(doc.profile), open.skeleton(doc.body)];
      const isThere = !(offsets instanceof Promise || skeleton instanceof Promise);
      // Last: whoever opens a port has to close it.
      const withSource = ([known, body]: readonly [MocapOffsets | null, Skeleton]) =>
        then(open.bodies(doc), (source) => new Captured(id, { open, doc, source, offsets: known, body, settings }));
      return isThere ? withSource([offsets, skeleton]) : Promise.all([offsets, skeleton]).then(withSource);
    },
  };
}

/** At once where the value is there. */
function then<Value, Result>(value: Value | Promise<Value>, work: (value: Value) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(work) : work(value);
}

interface CapturedParts {
  readonly open: CapturedSources;
  readonly doc: ActorDoc;
  readonly source: BodySource | MotionPlayer;
  readonly offsets: MocapOffsets | null;
  readonly body: Skeleton;
  readonly settings: CapturedSettings;
}

/** What the body is moved by: another one's begins anew. */
interface Moved {
  readonly skeleton: Skeleton;
  readonly fade: ReturnType<typeof createPoseFade>;
  readonly pack: (pose: Pose) => PackedBody;
}

const movedOf = (skeleton: Skeleton): Moved => ({
  skeleton,
  fade: createPoseFade(skeleton),
  pack: createPosePacking(skeleton),
});

class Captured implements CapturedActor {
  readonly id: string;
  readonly kind = 'captured';
  readonly bodies: BodyFrame;
  solver: ActorSolver | null;
  readonly #open: CapturedSources;
  readonly #source: BodySource | MotionPlayer;
  #offsets: MocapOffsets | null;
  #moved: Moved;
  #doc: ActorDoc;
  #settings: CapturedSettings;
  #transfer: { readonly model: TransferModel; readonly state: TransferState } | null = null;

  constructor(id: string, { open, doc, source, offsets, body, settings }: CapturedParts) {
    this.id = id;
    this.#open = open;
    this.#source = source;
    this.#offsets = offsets;
    this.bodies = createBodyFrame(source instanceof MotionPlayer ? [] : source.names);
    this.#moved = movedOf(body);
    this.#doc = doc;
    this.#settings = settings;
    this.solver = this.#createSolver(null);
  }

  get skeleton(): Skeleton {
    return this.#moved.skeleton;
  }

  get pose(): Pose {
    return this.#moved.fade.shown;
  }

  get performer(): Performer | null {
    if (this.#source instanceof MotionPlayer) return this.#source;
    return this.solver?.state.isPlaced ? this.solver : null;
  }

  step(_stage: unknown, dtSeconds: number): void {
    this.#stepPerformer(dtSeconds);
    const { performer } = this;
    if (performer === null) return;
    // The performer's lengths become known while they move.
    if (this.#transfer?.model.from !== performer.skeleton) this.#buildTransfer(performer.skeleton);
    if (this.#transfer === null) return;
    const { model, state } = this.#transfer;
    this.#run('transfer', () => stepTransfer(model, state, performer.pose, dtSeconds));
    stepPoseFade(this.skeleton, this.#moved.fade, state.pose, dtSeconds);
  }

  /** Lengths that were found stay; what another method, body or offsets show otherwise fades in. Another source is another actor. */
  set(doc: ActorDoc): boolean {
    const before = this.#doc;
    if (doc.source !== before.source) return false;
    const offsets = doc.profile === before.profile ? this.#offsets : doc.profile && this.#open.offsets(doc.profile);
    const skeleton = doc.body === before.body ? this.skeleton : this.#open.skeleton(doc.body);
    if (offsets instanceof Promise || skeleton instanceof Promise) return false;
    const settings = readSettings(doc);
    const { transfer, skeleton: links } = this.#settings;
    const isSamePerformer = offsets === this.#offsets && settings.skeleton === links;
    const isSameSolver = isSamePerformer && solverKeys.every((key) => settings[key] === this.#settings[key]);
    this.#doc = doc;
    this.#settings = settings;
    this.#offsets = offsets;
    if (!isSameSolver) this.solver = this.#createSolver(isSamePerformer ? this.solver : null);
    if (settings.transfer !== transfer || skeleton !== this.skeleton) this.#transfer = null;
    if (skeleton !== this.skeleton) this.#moved = movedOf(skeleton);
    startPoseFade(this.#moved.fade);
    return true;
  }

  act(act: Act): void {
    movePlayHead(this.#source.timeline, act);
  }

  pack(): PackedBody | null {
    // Bodies tell of neither fingers nor a face.
    return this.#transfer === null ? null : { ...this.#moved.pack(this.pose), fingers: null };
  }

  figures(): Figures {
    if (this.#source instanceof MotionPlayer)
      return { numbers: { playedSeconds: this.#source.timeline.timeSeconds }, remarks: [] };
    const known = Array.from(this.solver?.residuals.positions ?? []).filter(Number.isFinite);
    const residual = known.reduce((sum, one) => sum + one, 0) / known.length;
    return {
      numbers: {
        bodiesSeen: this.bodies.quality.filter((grade) => grade > 0).length,
        bodies: this.bodies.names.length,
        ...(known.length > 0 && { residualMm: residual * 1000 }),
      },
      remarks: remarksOnBodies(this.#source, this.bodies, this.solver),
    };
  }

  dispose(): void {
    this.#source.dispose();
  }

  #stepPerformer(dtSeconds: number): void {
    if (this.#source instanceof MotionPlayer) {
      this.#source.step(dtSeconds);
      return;
    }
    this.#source.step(dtSeconds, this.bodies);
    const { solver } = this;
    if (solver) this.#run('solve', () => solver.step(this.bodies, dtSeconds));
  }

  #run(part: 'solve' | 'transfer', work: () => void): void {
    if (this.#open.run) this.#open.run(part, work);
    else work();
  }

  /** `before`: whose lengths are known already. */
  #createSolver(before: ActorSolver | null): ActorSolver | null {
    if (this.#source instanceof MotionPlayer || this.#offsets === null) return null;
    const { skeleton: file, ...settings } = this.#settings;
    const skeleton =
      file === null ? undefined : requireDecoded(parseDhSkeleton(JSON.stringify(file)), 'settings.skeleton');
    return createActorSolver(this.#source.names, this.#offsets, { ...settings, skeleton }, before);
  }

  #buildTransfer(from: Skeleton): void {
    const model = buildTransfer(from, this.skeleton, { method: this.#settings.transfer });
    this.#transfer = { model, state: createTransferState(model) };
    startPoseFade(this.#moved.fade);
  }
}

function readSettings({ settings }: ActorDoc): CapturedSettings {
  return requireDecoded(decodeValue({ settings }, v.object({ settings: settingsSchema }))).settings;
}
