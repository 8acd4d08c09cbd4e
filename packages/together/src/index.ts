// A room with several people: my body goes out, theirs come in, one document for all
export { type ConnectionFigures, type JoinOptions, SharedRoom, type VoiceListener } from './sharedRoom.js';

// Voices: mine to those who are near, theirs from where they stand
export { type VoiceRoom, Voices, type VoicesOptions } from './voice/voices.js';
export type { VoiceFigures } from './voice/voiceFigures.js';
export type { AskForMicrophone, Microphone } from './voice/microphone.js';
export { LoudnessMeter } from './voice/loudnessMeter.js';

// Somebody else as an actor of a stage: the kind `remote` of its documents
export type { RemoteActor } from './remoteActor.js';
export { createRemoteKind, type RemoteBody, type RemoteRefs } from './remoteKind.js';

// The same people as they were: a recording of a room to be in
export {
  isReplayedId,
  isRoomRecording,
  namesOfRoom,
  type RecordedMoment,
  RoomReplay,
  replayedId,
} from './roomReplay.js';

// Somebody's own body in a room's document
export { type FileBody, readFileBody, scaledSkeleton, writeFileBody } from './fileBody.js';

// The parts, for programs with a connection of their own
export { PersonFeed } from './personFeed.js';
export { PersonSender, type SentForm } from './personSender.js';

// Hands that are held out to each other meet, whatever the delay: how bodies are shown, beside how they are
export {
  createHandMeetings,
  defaultHandMeetingParams,
  type HandMeeting,
  type HandMeetingParams,
  type HandMeetings,
  shownPose,
  stepHandMeetings,
} from './handMeetings.js';
export type { MeetingBody } from './handPairs.js';
