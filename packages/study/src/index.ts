// The border between a session and whoever keeps it
export {
  type ConditionPlace,
  decodeParticipant,
  decodeStudyEvent,
  type StepEnd,
  type StepPlace,
  type StudyEvent,
  type StudyEventKind,
  type StudyMarker,
  type StudyParticipant,
  type StudyPayloads,
  type StudyPhase,
  type StudySink,
} from './studyEvent.js';

// A study as data
export { decodeProtocol } from './protocol/decodeProtocol.js';
export {
  type BlockNode,
  type Condition,
  type FlowNode,
  type LocalText,
  type Protocol,
  type TaskName,
  type QuestionnaireNode,
  type StepNode,
  type StudyBody,
  type StudyRecord,
  type TaskNode,
  textIn,
} from './protocol/protocol.js';
export { describeStudy, type OrderTable, type StudyDescription } from './protocol/describeStudy.js';
export { balancedCount, orderFor } from './protocol/order.js';
export { buildPlan, type PlanStep } from './protocol/plan.js';
export { protocolSchema } from './protocol/protocolSchema.js';

// Questionnaires as data
export {
  type Answers,
  decodeQuestionnaire,
  itemsInOrder,
  type QuestionItem,
  type Questionnaire,
  scoreAnswers,
  wrongAnswer,
} from './questionnaire/questionnaire.js';

// A session: plain data made of its events
export {
  applyStudyEvent,
  createStudySession,
  replayStudy,
  stepNow,
  type StepRecord,
  type StudySession,
  type StudySetup,
} from './session/studySession.js';
export { type StudyDecision, type StudyInput, type StudyStep, stepStudy } from './session/stepStudy.js';

// Bodies of the shape space, as sessions have them
export type { StudyScan, StudyShape } from './bodies/studyShape.js';

// The same on a stage: what a room draws
export { BODY, PERSON, type StudyPlace, stageOfStep } from './session/stageOfStep.js';
export { createStudyRun, type StudyRun, type StudyRunOptions } from './session/studyRun.js';
export { TrialTracks } from './session/trialTracks.js';
export type { MarkColour, StudyTask, TaskView } from './task/studyTask.js';
export { studyScripts } from './task/tasks.js';

// Simulated participants
export { seedOfParticipant, simulatedParticipantOf } from './participant/dryRun.js';
export { createStudyBodies } from './bodies/studyBodies.js';
export { defaultOpinion, type ParticipantOpinion } from './participant/opinions.js';
export { defaultSkill, type ParticipantSkill } from './participant/simulatedParticipant.js';
export {
  headlessKinds,
  type SimulateOptions,
  type SimulationBodies,
  simulateSession,
} from './participant/simulateSession.js';

export { estimatePower, type PowerOptions, SIGNIFICANT } from './participant/estimatePower.js';

// Other instruments on the session's time axis
export { type ArrivedMarker, decideMarks, SessionClock } from './instruments/sessionClock.js';
export {
  fetchMarkers,
  type InstrumentStatus,
  instrumentWords,
  type ServerMarkers,
} from './instruments/fetchMarkers.js';

// On the way to a server
export {
  askForPlace,
  createHttpTransport,
  fetchEvents,
  randomParticipant,
  type StationClock,
  type StudyStation,
} from './uplink/httpTransport.js';
export {
  StudyUplink,
  type UplinkAnswer,
  type UplinkOptions,
  type UplinkStatus,
  type UplinkTransport,
} from './uplink/studyUplink.js';
export {
  createMemoryStorage,
  type MotionChunk,
  openBrowserStorage,
  type UplinkStorage,
} from './uplink/uplinkStorage.js';
export { roomOfStudy, STUDY_ROOM } from './uplink/studyRoom.js';
export { createMotionSink, joinMotion, type MotionSink, streamOf } from './uplink/motionSink.js';
