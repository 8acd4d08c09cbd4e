import { createPose, InputError, type Pose, type ReadonlyVec3, type Skeleton } from '@leib/core';
import { createPosePacking } from '@leib/core/pack';
import {
  type Act,
  type Actor,
  type ActorDoc,
  type ActorId,
  type ActorKind,
  type Figures,
  movePlayHead,
  type PackedBody,
  type StageView,
} from '@leib/stage';
import { isTracked, type JointFrame, pointNumber, type TrackedSource, trackedPoints } from '@leib/tracking';
import { createBaselineState } from '../baseline/baselineState.js';
import { buildBaseline } from '../baseline/buildBaseline.js';
import { stepBaseline } from '../baseline/stepBaseline.js';
import { carryHeadTo } from '../player/teleport.js';
import { createPerson, defaultPersonSettings, type Person, type PersonOptions } from './person.js';
import { type PersonDocSettings, parsePersonSettings } from './personDoc.js';
import type { OtherSolver, SolverChoice } from './personSolver.js';
import type { BetweenSteps, PersonSettings } from './personState.js';

/** A tracked person on a stage. */
export interface PersonActor extends Actor {
  readonly person: Person;
}

export function isPersonActor(actor: Actor | undefined): actor is PersonActor {
  return actor !== undefined && 'person' in actor;
}

/** How what a person's document refers to is opened. Throws, or rejects, InputError. */
export interface PersonRefs {
  /** Where devices come from. One that is there at once may take another's place without another actor. */
  source(doc: ActorDoc): TrackedSource | Promise<TrackedSource>;
  /** Who is moved, and where: everything of createPerson() but the source. Its settings hold where the document says nothing. */
  body(doc: ActorDoc, id: ActorId): PersonBody | Promise<PersonBody>;
  /** Frees a source that is not used any more; absent: its owner does. */
  release?(source: TrackedSource): void;
  /** The face that goes with what a source plays at this moment, in the order of faceParameterNames; null: none does. */
  face?(source: TrackedSource): ArrayLike<number> | null;
}

export interface PersonBody extends Omit<PersonOptions, 'source' | 'offsets' | 'show'> {
  /** What an app does between this person's own steps. */
  readonly between?: BetweenSteps;
}

/** A tracked person: devices -> joints -> the whole body (createPerson). The document's settings are those of personDoc(). */
export function createPersonKind(refs: PersonRefs): ActorKind {
  return {
    create(doc, id) {
      parsePersonSettings(doc.settings);
      const body = refs.body(doc, id);
      const source = openSource(refs, doc);
      if (!(body instanceof Promise || source instanceof Promise)) return new LivePerson(refs, doc, id, body, source);
      return Promise.all([body, source]).then((opened) => new LivePerson(refs, doc, id, ...opened));
    },
  };
}

class LivePerson implements PersonActor {
  readonly id: string;
  readonly kind: string;
  readonly person: Person;
  readonly #refs: PersonRefs;
  readonly #between: BetweenSteps;
  /** What holds where the document says nothing. */
  readonly #defaults: PersonSettings;
  #doc: ActorDoc;
  #parsed: Partial<PersonDocSettings>;
  #packing: { readonly skeleton: Skeleton; readonly pack: ReturnType<typeof createPosePacking> };
  #wasSeen = false;
  /** Where a teleport puts the person in the next frame: a point of the ground, the person's metres. */
  #landing: ReadonlyVec3 | null = null;

  constructor(refs: PersonRefs, doc: ActorDoc, id: string, body: PersonBody, source: TrackedSource | null) {
    this.id = id;
    this.kind = doc.kind;
    this.#refs = refs;
    const { between } = body;
    this.#between = {
      ...between,
      joints: (joints, dtSeconds) => {
        between?.joints?.(joints, dtSeconds);
        this.#teleport(joints);
      },
    };
    this.#doc = doc;
    this.#parsed = parsePersonSettings(doc.settings);
    // Whose body nobody wears is the tracked person's own.
    this.#defaults = { ...defaultPersonSettings, ...(!body.avatar && { fit: null }), ...body.settings };
    this.person = createPerson({ ...body, source, settings: this.#settings(this.#parsed) });
    this.#packing = packingOf(this.person.skeleton);
  }

  get skeleton(): Skeleton {
    return this.person.skeleton;
  }

  get pose(): Pose {
    return this.person.pose;
  }

  step(stage: StageView, dtSeconds: number): void {
    const { person } = this;
    if (person.source !== null) {
      person.step(dtSeconds, this.#between);
      this.#wasSeen ||= isTracked(person.devices, pointNumber.head);
      return;
    }
    const leader = stage.actors.get(String(this.#doc.source.of));
    if (!isPersonActor(leader)) return;
    const { joints } = leader.person.reader;
    if (person.embody && leader.person.embody)
      person.embody.state.putDown.isWatched = leader.person.embody.state.putDown.isWatched;
    person.solve(joints, dtSeconds);
    this.#wasSeen ||= isTracked(joints, pointNumber.head);
  }

  /** Settings and, where it is at hand, the source are taken over; another body is another actor. */
  set(doc: ActorDoc): boolean {
    const before = this.#doc;
    if (doc.body !== before.body || doc.profile !== before.profile) return false;
    const isNewSource = doc.source !== before.source;
    const source = isNewSource ? openSource(this.#refs, doc) : this.person.source;
    if (source instanceof Promise || (isNewSource && source === null)) return false;
    const parsed = parsePersonSettings(doc.settings, { given: before.settings, parsed: this.#parsed });
    const isSet = parsed.stature !== this.#parsed.stature;
    const isFitted = !isNewSource && !isSet && parsed.fit === this.#parsed.fit;
    const { fit, ...settings } = this.#settings(parsed);
    if (isNewSource && source !== null) this.#changeSource(source);
    this.person.set(isFitted ? settings : { ...settings, fit }, isNewSource || isSet);
    this.#doc = doc;
    this.#parsed = parsed;
    return true;
  }

  act(act: Act): void {
    movePlayHead(this.person.source?.timeline, act);
    if (act.kind === 'teleport') this.#landing = readLanding(act);
  }

  pack(): PackedBody | null {
    if (!this.#wasSeen || this.#parsed.solver === 'none') return null;
    if (this.#packing.skeleton !== this.skeleton) this.#packing = packingOf(this.skeleton);
    const { source } = this.person;
    return this.#packing.pack(this.pose, source && this.#refs.face?.(source));
  }

  figures(): Figures {
    const { devices, scales } = this.person;
    const tracked = trackedPoints.filter((_, number) => isTracked(devices, number)).length;
    return {
      numbers: { pointsTracked: tracked, wearerScale: scales.wearer, shownScale: scales.shown },
      remarks: this.#wasSeen ? [] : ['No head has been tracked yet, so there is no body.'],
    };
  }

  dispose(): void {
    if (this.person.source) this.#refs.release?.(this.person.source);
  }

  /** All of them, those that the document leaves out too: what an earlier one had set is not kept. */
  #settings({ stature = null, solver, fit, ...rest }: Partial<PersonDocSettings>): PersonSettings {
    const settings = { ...this.#defaults, ...rest };
    const fitted = fit === undefined ? settings.fit : fit;
    return {
      ...settings,
      ...(solver !== undefined && { solver: solverOf(solver) }),
      fit: fitted && { ...fitted, stature: fitted.stature ?? stature },
    };
  }

  /** The head over the point that was said, wherever in the tracked space it is. */
  #teleport(joints: JointFrame): void {
    if (this.#landing) carryHeadTo(this.person.player, joints, this.#landing);
    this.#landing = null;
  }

  #changeSource(source: TrackedSource): void {
    const before = this.person.source;
    if (before === source) return;
    this.person.setSource(source);
    if (before) this.#refs.release?.(before);
  }
}

function readLanding({ data }: Act): ReadonlyVec3 {
  if (Array.isArray(data) && data.length === 3 && data.every(Number.isFinite)) return data as unknown as ReadonlyVec3;
  throw new InputError('teleport', `expected a point of the ground, three numbers, got ${JSON.stringify(data)}`);
}

/** Whoever follows the joints of another person, `{ kind: 'joints', of: ID }`, stands after them in the document and has no source. */
function openSource(refs: PersonRefs, doc: ActorDoc): TrackedSource | Promise<TrackedSource> | null {
  return doc.source.kind === 'joints' ? null : refs.source(doc);
}

const packingOf = (skeleton: Skeleton) => ({ skeleton, pack: createPosePacking(skeleton) });

const baseline: OtherSolver = {
  name: 'baseline',
  create(skeleton) {
    let model = buildBaseline(skeleton);
    const state = createBaselineState(model);
    return {
      pose: state.pose,
      step: (joints, dtSeconds) => stepBaseline(model, state, joints, dtSeconds),
      setSkeleton(next) {
        model = buildBaseline(next);
      },
    };
  },
};

const none: OtherSolver = { name: 'none', create: (skeleton) => ({ pose: createPose(skeleton), step() {} }) };

/** What works a body out, by its name in documents. */
export function solverOf(choice: PersonDocSettings['solver']): SolverChoice {
  if (typeof choice !== 'string') return choice;
  return choice === 'baseline' ? baseline : none;
}
