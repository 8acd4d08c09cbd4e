// A robot as remote avatar: from files to a description, then a session in a worker or in Node

export { buildRobotDescription } from './robot/reading/buildRobotDescription.js';
export { type GatherOptions, gatherRobot, MissingMeshesError } from './robot/reading/gatherRobot.js';
export type { RobotFiles } from './robot/reading/robotFiles.js';
export type { RobotReport } from './robot/robot.js';
export { parseRobotBones, type RobotBones, robotBoneChoices, robotBonesText } from './robot/robotBones.js';
export {
  RobotSession,
  robotAnglesAt,
  robotInputAt,
  robotOutputAt,
  robotShapesAt,
} from './robot/robotSession.js';

// The same in the world of the people: RemoteSession.setRobot()

export { type RobotBase, RobotGuest, type RobotGuestSetup } from './robot/guest/robotGuest.js';

// Joint angles out: to a real robot, by messages or as a file

export { defaultJointStreamOptions, type JointStreamOptions } from './robot/jointStream.js';
export {
  RobotOutput,
  type RobotOutputState,
  type RobotRecording,
  type RobotSocket,
} from './robot/robotOutput.js';

// For drawing

export type { RobotShape } from './robot/robotShapes.js';

// On a stage: a robot that follows another actor

export {
  type BuiltRobot,
  createRobotKind,
  isRobotActor,
  type RobotLeader,
  type RobotRunner,
  runRobotInline,
} from './actors/robotKind.js';
