// Walls: the file, the default room, the pictures of a wall and their frusta.
export {
  MAX_WALLS,
  parseWalls,
  type StereoMode,
  stereoModes,
  WALLS_FORMAT,
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

// A connection to the displays of a server: simulation, display or watcher.
export { DisplaysClient, type DisplaysEvents } from './displaysClient.js';
export { DISPLAYS_PATH, type DisplayRole, displayRoles, displaysUrl } from './wire/message.js';
export { AGENT_BYTES, type DisplayFrame, type DisplayViewer } from './wire/frameMessage.js';
export type { AgentKind, DisplayScene, MeshMessage, PlacedAgent } from './wire/sceneMessage.js';
export type { DisplayStatus, WallStatus } from './wire/serverMessages.js';

// For servers: messages, and the barrier that keeps walls in step.
export { displayKind, displayLimits, readKind } from './wire/message.js';
export { decodeFrame, encodeFrame, frameBytes, setFrameNumber } from './wire/frameMessage.js';
export { decodeMesh, decodeScene, encodeMesh, encodeScene } from './wire/sceneMessage.js';
export {
  decodeProblem,
  decodeStatus,
  decodeWalls,
  encodeProblem,
  encodeStatus,
  encodeWalls,
} from './wire/serverMessages.js';
export { decodeStep, encodeStep } from './wire/stepMessages.js';
export {
  type BarrierParams,
  type BarrierWall,
  createFrameBarrier,
  defaultBarrierParams,
  type FrameBarrier,
  joinBarrier,
  leaveBarrier,
  noteReady,
  releaseFrame,
  sendToWalls,
  type WallState,
} from './barrier/frameBarrier.js';
