// Walls: the file, the default room, the pictures of a wall and their frusta.
export { parseWalls, type Wall, type WallsFile, defaultWalls, wallPictures } from './walls/wallsFile.js';
export { createOffAxisView, type HeadPose, placeEye, solveOffAxisView, writeProjection } from './walls/offAxisView.js';

// One connection to a server for all that is wanted of it: feeds, a simulated world, walls.
export { type DisplayRole, type RoomJoin, readJoin, ROOM_PATH, roomPath, roomUrl } from './room/join.js';
export { RoomClient, type RoomState } from './room/roomClient.js';
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
export { FILES_PATH, fetchFile, fileLimits, fileUrl, sendFile, sha256Pattern } from './files/roomFiles.js';

// Walls as simulation, display or watcher.
export { DisplaysClient, type KindFile } from './displaysClient.js';
export { displayLimits, type DisplayScene, decodeScene, encodeScene } from './wire/sceneMessage.js';
export {
  type DisplayFrame,
  decodeFrame,
  encodeFrame,
  frameBytes,
  setFrameNumber,
  type DisplayViewer,
} from './wire/frameMessage.js';
export {
  type DisplayStatus,
  decodeStep,
  decodeWalls,
  encodeStatus,
  encodeStep,
  encodeWalls,
} from './wire/wallMessages.js';
