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

// What people leave in a scene: measurements and notes
export {
  type Measure,
  type MeasureDraft,
  type MeasureWhat,
  markLimits,
  readDraft,
  readMark,
  type SceneMark,
  type SceneNote,
  type ScenePoint,
  thingOfMark,
} from './measures/sceneMark.js';
export {
  areaOfPolygon,
  areaText,
  distanceBetween,
  heightBetween,
  lengthText,
  type MeasureValue,
  onPlane,
  type PolygonArea,
  valueOfMeasure,
} from './measures/measureValue.js';
export { measuresCsv } from './measures/measuresCsv.js';

// Actors: everything that has a pose
export type { Actor, ActorKind, ActorKinds, Figures, PackedBody, StageView } from './actor.js';

// Scripts: what acts over time
export type { Card, LogEntry, RunningScript, Script, ScriptKinds } from './script.js';

// The stage
export { createStage, type Sink, type Stage, type StageOptions } from './stage.js';
