// The document: all that is edited, and how
export {
  type ActorDoc,
  type ActorId,
  type BodyRef,
  type ChatLine,
  decodeStageDoc,
  type GroundDoc,
  type Json,
  type JsonObject,
  type ProfileRef,
  type Ref,
  type ScriptRef,
  type SinkRef,
  type SourceRef,
  type StageDoc,
  type Thing,
} from './stageDoc.js';
export { type Act, applyChanges, type Change, movePlayHead, type Path } from './change.js';

// A document that several people change
export {
  createOrderedDoc,
  decodeChanges,
  mayChange,
  type OrderedDoc,
  orderChange,
  type SharedRole,
} from './sharedChange.js';
export { type OrderedChange, type OwnChange, SharedDoc } from './sharedDoc.js';

// Actors: everything that has a pose
export type { Actor, ActorKind, ActorKinds, Figures, PackedBody, StageView } from './actor.js';

// Scripts: what acts over time
export type { Card, LogEntry, RunningScript, Script, ScriptKinds } from './script.js';

// The stage
export { createStage, type Sink, type Stage, type StageOptions } from './stage.js';
