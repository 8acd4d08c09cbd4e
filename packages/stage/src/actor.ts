import type { History, PackedActor, Pose, Skeleton, StageFrame } from '@leib/core';
import type { Act } from './change.js';
import type { ActorDoc, ActorId, StageDoc } from './stageDoc.js';

/** What a stage shows of itself to actors, scripts and sinks. */
export interface StageView {
  readonly doc: History<StageDoc>;
  /** The stage's own time: the sum of its steps. */
  readonly seconds: number;
  /** Of the frame that is being made, or was made last. */
  readonly number: number;
  /** In the order of the document. */
  readonly actors: ReadonlyMap<ActorId, Actor>;
  /** Why an actor of the document is not there or does not move, one sentence each. */
  readonly problems: ReadonlyMap<ActorId, string>;
  /** Position and rotation of each thing of the document, world space: 7 numbers each. Written by actors that move things. */
  readonly things: Float32Array;
  /** What has happened since the last frame; while sinks run, since theirs was made. */
  readonly events: StageFrame['events'];
}

/** What an actor tells of itself, for panels, reports and studies. Read some ten times a second, never for every frame. */
export interface Figures {
  /** Names carry the unit: `residualMm`, `packetsPerSecond`. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Sentences about what is wrong or missing, the latest last. */
  readonly remarks: readonly string[];
}

/** A pose as it is sent and recorded. */
export type PackedBody = Pick<PackedActor, 'body' | 'fingers' | 'face'>;

/** Everything on the stage that has a pose: person, captured, puppet, simulated, robot, remote. */
export interface Actor {
  readonly id: ActorId;
  readonly kind: string;
  /** Another one where its body or its lengths change. */
  readonly skeleton: Skeleton;
  /** Current after step(). */
  readonly pose: Pose;
  step(stage: StageView, dtSeconds: number): void;
  /** Goes on by another document of the same kind: state is carried over. False where it cannot: another actor is made. */
  set(doc: ActorDoc): boolean;
  /** Something done to it, or to everybody. */
  act?(act: Act): void;
  /** Its pose of this step, in arrays that are not written again; null while nobody is there yet. */
  pack(): PackedBody | null;
  figures(): Figures;
  dispose(): void;
}

/** Makes actors of one kind. What they need from outside, files, ports, a network, is handed to the kind where it is made. */
export interface ActorKind {
  /** Throws, or rejects, InputError with the place in the actor's document and the reason. */
  create(doc: ActorDoc, id: ActorId): Actor | Promise<Actor>;
}

/** Kinds by their names in documents; a function loads its kind when the first actor of it comes. */
export type ActorKinds = Readonly<Record<string, ActorKind | (() => Promise<ActorKind>)>>;
