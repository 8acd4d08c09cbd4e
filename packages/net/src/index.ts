// Walls: the file, the default room, the pictures of a wall and their frusta.
export {
  parseWalls,
  type StereoMode,
  type Wall,
  type WallEye,
  type WallsFile,
} from './walls/wallsFile.js';
export { defaultWalls } from './walls/defaultWalls.js';
export { type WallPicture, wallPictures } from './walls/wallPictures.js';
export {
  createOffAxisView,
  type HeadPose,
  type OffAxisView,
  placeEye,
  solveOffAxisView,
  writeProjection,
} from './walls/offAxisView.js';

// One connection to a server for all that is wanted of it: feeds, a simulated world, walls.
export { type DisplayRole, type RoomJoin, type RoomWish, readJoin, ROOM_PATH, roomPath, roomUrl } from './room/join.js';
export { RoomClient, type RoomState } from './room/roomClient.js';
export { type CreateSocket, ReconnectingSocket } from './room/reconnectingSocket.js';
export type { ClockOffset } from './room/clockOffset.js';

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
export { FILES_PATH, fetchFile, fileLimits, fileUrl, sendFile, sha256Pattern } from './files/roomFiles.js';

// Walls as simulation, display or watcher.
export { DisplaysClient, type DisplaysEvents, type KindFile } from './displaysClient.js';
export { displayLimits } from './wire/displayLimits.js';
export {
  AGENT_BYTES,
  type DisplayFrame,
  type DisplayViewer,
  decodeFrame,
  encodeFrame,
  frameBytes,
  setFrameNumber,
} from './wire/frameMessage.js';
export { type DisplayScene, decodeScene, encodeScene } from './wire/sceneMessage.js';
export {
  type DisplayStatus,
  decodeStep,
  decodeWalls,
  encodeStatus,
  encodeStep,
  encodeWalls,
  type WallStatus,
} from './wire/wallMessages.js';

// The barrier that keeps walls in step.
export {
  type BarrierWall,
  createFrameBarrier,
  defaultBarrierParams,
  joinBarrier,
  leaveBarrier,
  noteReady,
  releaseFrame,
  sendToWalls,
  type WallState,
} from './barrier/frameBarrier.js';

// People of a room: each one's body, all of a tick, and the document that they share.
export {
  type ChangeAnswer,
  decodeChange,
  decodeChanged,
  decodeDocument,
  decodeWelcome,
  encodeChange,
  encodeChanged,
  encodeDocument,
  encodeWelcome,
  type PeopleRole,
  type PersonChange,
  peopleLimits,
  peopleRoles,
  type RoomChange,
  type SharedDocument,
  type Welcome,
} from './people/documentMessages.js';
export { decodePeople, MAX_PEOPLE, type PeopleMessage, PeopleWriter } from './people/peopleMessage.js';
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
  wireBones,
} from './people/personUpdate.js';
export { addToPlayout, createPlayout, type PlayoutMoment, stepPlayout } from './people/playout.js';
