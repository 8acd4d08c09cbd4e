// A study while it is written: text and form of one document

export { lineOf } from './editor/jsonPlaces.js';
export {
  type DraftProblem,
  draftOfText,
  draftOfValue,
  fillTexts,
  problemAt,
  protocolOfDraft,
  rangeOfValue,
  readMember,
  type StudyDraft,
  type StudyValue,
  type ValuePath,
  valueAt,
  withValueAt,
} from './editor/studyDraft.js';

// Its steps as a tree

export {
  blankStudy,
  duplicateStep,
  type FlowEdit,
  type FlowValue,
  insertStep,
  moveStep,
  newStep,
  placeOfStep,
  removeStep,
  type StepKind,
  type StepPath,
  shiftStep,
  stepAt,
  stepKinds,
  stepPaths,
  stepsIn,
} from './editor/flowEdits.js';

// Fields of its form, from the schema

export { type StudyField, stepFields, studyFields } from './editor/studyFields.js';

// What follows from it before anybody takes part

export { sessionAtStep } from './editor/previewSession.js';
export { type DryRunProgress, type DryRunReport, dryRunStudy } from './participant/dryRun.js';
