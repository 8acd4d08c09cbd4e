import {
  createPoseFade,
  decodeValue,
  InputError,
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
  type SourceRef,
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

/** How what a document refers to is opened. Throws, or rejects, InputError. */
export interface CapturedSources {
  bodies(ref: SourceRef): BodySource | Promise<BodySource>;
  /** How the bodies sit on the actor. */
  offsets(ref: ProfileRef): MocapOffsets | Promise<MocapOffsets>;
  /** Whom the motion moves. */
  skeleton(ref: BodyRef): Skeleton | Promise<Skeleton>;
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

/** A performer in a tracked room: rigid bodies -> skeleton -> the skeleton of the body that the document names. */
export function createCapturedKind(open: CapturedSources): ActorKind {
  return {
    async create(doc, id) {
      const settings = readSettings(doc);
      if (doc.profile === null) {
        throw new InputError('profile', 'expected how the bodies sit on the performer (leib-offsets/1), got nothing');
      }
      const [offsets, skeleton] = await Promise.all([open.offsets(doc.profile), open.skeleton(doc.body)]);
      // Last: whoever opens a port has to close it.
      const source = await open.bodies(doc.source);
      return new Captured(id, { doc, source, offsets, skeleton, settings });
    },
  };
}

interface CapturedParts {
  readonly doc: ActorDoc;
  readonly source: BodySource;
  readonly offsets: MocapOffsets;
  readonly skeleton: Skeleton;
  readonly settings: CapturedSettings;
}

class Captured implements Actor {
  readonly id: string;
  readonly kind = 'captured';
  readonly skeleton: Skeleton;
  readonly #source: BodySource;
  readonly #offsets: MocapOffsets;
  readonly #bodies: BodyFrame;
  readonly #fade: ReturnType<typeof createPoseFade>;
  readonly #pack: (pose: Pose) => PackedBody;
  #doc: ActorDoc;
  #settings: CapturedSettings;
  #solver: ActorSolver;
  #transfer: { readonly model: TransferModel; readonly state: TransferState } | null = null;

  constructor(id: string, { doc, source, offsets, skeleton, settings }: CapturedParts) {
    this.id = id;
    this.skeleton = skeleton;
    this.#source = source;
    this.#offsets = offsets;
    this.#bodies = createBodyFrame(source.names);
    this.#fade = createPoseFade(skeleton);
    this.#pack = createPosePacking(skeleton);
    this.#doc = doc;
    this.#settings = settings;
    this.#solver = this.#createSolver(null);
  }

  get pose(): Pose {
    return this.#fade.shown;
  }

  step(_stage: unknown, dtSeconds: number): void {
    this.#source.step(dtSeconds, this.#bodies);
    this.#solver.step(this.#bodies, dtSeconds);
    if (!this.#solver.state.isPlaced) return;
    // The actor's lengths become known while they move.
    if (this.#transfer?.model.from !== this.#solver.skeleton) this.#buildTransfer();
    if (this.#transfer === null) return;
    const { model, state } = this.#transfer;
    stepTransfer(model, state, this.#solver.pose, dtSeconds);
    stepPoseFade(this.skeleton, this.#fade, state.pose, dtSeconds);
  }

  /** Lengths that were found stay; what another method sees otherwise fades in. */
  set(doc: ActorDoc): boolean {
    const before = this.#doc;
    if (doc.source !== before.source || doc.body !== before.body || doc.profile !== before.profile) return false;
    const settings = readSettings(doc);
    const { transfer, skeleton } = this.#settings;
    this.#doc = doc;
    this.#settings = settings;
    this.#solver = this.#createSolver(settings.skeleton === skeleton ? this.#solver : null);
    if (settings.transfer !== transfer) this.#transfer = null;
    startPoseFade(this.#fade);
    return true;
  }

  act(act: Act): void {
    movePlayHead(this.#source.timeline, act);
  }

  pack(): PackedBody | null {
    // Bodies tell of neither fingers nor a face.
    return this.#transfer === null ? null : { ...this.#pack(this.pose), fingers: null };
  }

  figures(): Figures {
    const { positions } = this.#solver.residuals;
    const known = positions.filter(Number.isFinite);
    const residual = known.reduce((sum, one) => sum + one, 0) / known.length;
    return {
      numbers: {
        bodiesSeen: this.#bodies.quality.filter((grade) => grade > 0).length,
        bodies: this.#bodies.names.length,
        ...(known.length > 0 && { residualMm: residual * 1000 }),
      },
      remarks: remarksOnBodies(this.#source, this.#bodies, this.#solver),
    };
  }

  dispose(): void {
    this.#source.dispose();
  }

  /** `before`: whose lengths are known already. */
  #createSolver(before: ActorSolver | null): ActorSolver {
    const { skeleton: file, ...settings } = this.#settings;
    const skeleton =
      file === null ? undefined : requireDecoded(parseDhSkeleton(JSON.stringify(file)), 'settings.skeleton');
    return createActorSolver(this.#source.names, this.#offsets, { ...settings, skeleton }, before);
  }

  #buildTransfer(): void {
    const model = buildTransfer(this.#solver.skeleton, this.skeleton, { method: this.#settings.transfer });
    this.#transfer = { model, state: createTransferState(model) };
    startPoseFade(this.#fade);
  }
}

function readSettings({ settings }: ActorDoc): CapturedSettings {
  return requireDecoded(decodeValue({ settings }, v.object({ settings: settingsSchema }))).settings;
}
