// Walls: the file, the default room, the pictures of a wall and their frusta.
export { defaultWalls, parseWalls, type Wall, wallPictures, type WallsFile } from './walls/wallsFile.js';
export { createOffAxisView, type HeadPose, placeEye, solveOffAxisView, writeProjection } from './walls/offAxisView.js';

// One connection to a server for all that is wanted of it: feeds, a simulated world, walls.
export { type DisplayRole, readJoin, ROOM_PATH, type RoomJoin, type RoomWish, roomPath, roomUrl } from './room/join.js';
export { addClockSample, type ClockOffset, createClockOffset, RoomClient, type RoomState } from './room/roomClient.js';
export { type CreateSocket, ReconnectingSocket } from './room/reconnectingSocket.js';

// Its messages.
export {
  createMessage,
  decodeJsonBytes,
  decodeJsonMessage,
  decodeProblem,
  decodeTimes,
  encodeJson,
  encodeProblem,
  encodeTimes,
  HEADER_SIZE,
  MAX_JSON_BYTES,
  readKind,
  roomKind,
} from './room/message.js';

// Files that go to a server once, by their hash.
export { fetchFile, fileLimits, FILES_PATH, fileUrl, sendFile, sha256Pattern } from './files/roomFiles.js';

// Walls as simulation, display or watcher.
export { DisplaysClient, type KindFile } from './displaysClient.js';
export { decodeScene, displayLimits, type DisplayScene, encodeScene } from './wire/sceneMessage.js';
export {
  decodeFrame,
  type DisplayFrame,
  type DisplayViewer,
  encodeFrame,
  frameBytes,
  setFrameNumber,
} from './wire/frameMessage.js';
export {
  decodeStep,
  decodeWalls,
  type DisplayStatus,
  encodeStatus,
  encodeStep,
  encodeWalls,
} from './wire/wallMessages.js';

// People of a room: each one's body, all of a tick, and the document that they share.
export {
  type ChangeAnswer,
  decodeChange,
  decodeChanged,
  decodeDocument,
  decodeNodes,
  decodeWelcome,
  encodeChange,
  encodeChanged,
  encodeDocument,
  encodeNodes,
  encodeWelcome,
  type PeopleRole,
  type PersonChange,
  peopleLimits,
  peopleRoles,
  type RoomChange,
  type SharedDocument,
  type Welcome,
} from './people/documentMessages.js';
export { decodePeople, MAX_PEOPLE, type PeopleMessage, PeopleWriter, peopleLevels } from './people/peopleMessage.js';
export {
  bytesOfDetail,
  createPersonUpdate,
  type Detail,
  decodePerson,
  encodePerson,
  MAX_PERSON_BYTES,
  nearestTimeMs,
  type PersonUpdate,
  placeOfPerson,
  readPerson,
  sizeOfPerson,
  THREE_POINTS,
  timeOfPerson,
  TIME_SPAN_MS,
  writeTimeOfPerson,
  wireBones,
} from './people/personUpdate.js';
export {
  audioOf,
  decodeIce,
  decodeSignal,
  encodeIce,
  encodeIceQuestion,
  encodeSignal,
  type IceAdvice,
  personOfSignal,
  type Signal,
  setPersonOfSignal,
  voiceLimits,
} from './people/voiceMessages.js';
export { addToPlayout, createPlayout, type PlayoutMoment, playoutAgain, stepPlayout } from './people/playout.js';
