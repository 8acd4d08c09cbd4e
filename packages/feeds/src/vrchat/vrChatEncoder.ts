import { jointOfBone, type Pose, type Skeleton } from '@leib/core';
import {
  boneOfPoint,
  copyPoseSlice,
  createJointFrame,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
} from '@leib/tracking';
import type { OscArgument } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, type OscWriter, writeOscMessage } from '../osc/oscWriter.js';
import { mirrorUnityPose, writeUnityEuler } from './unityEuler.js';

/** VRChat's eight trackers, in the order in which we number them: hip, chest, feet, knees, elbows; and the head. */
export const vrChatTrackers: readonly TrackedPoint[] = [
  'hips',
  'chest',
  'leftFoot',
  'rightFoot',
  'leftKnee',
  'rightKnee',
  'leftElbow',
  'rightElbow',
];

export interface VrChatEncoder {
  readonly writer: OscWriter;
  readonly values: OscArgument[];
}

/** `send` gets every datagram; the buffer is reused after it returns. */
export function createVrChatEncoder(send: (datagram: Uint8Array<ArrayBuffer>) => void): VrChatEncoder {
  return { writer: createOscWriter(send), values: [0, 0, 0] };
}

const addresses = vrChatTrackers.map((_, i) => `/tracking/trackers/${i + 1}`);

/**
 * Sends the joints of a frame as VRChat's trackers; what is lost is left out, so that VRChat
 * lets go of it. `scale`: the size of the person in the game over their own.
 */
export function encodeVrChatFrame(encoder: VrChatEncoder, frame: JointFrame, scale = 1): void {
  writeTracker(encoder, '/tracking/trackers/head', frame, pointNumber.head, scale);
  for (let i = 0; i < vrChatTrackers.length; i++) {
    writeTracker(encoder, addresses[i], frame, pointNumber[vrChatTrackers[i]], scale);
  }
  flushOscBundle(encoder.writer);
}

// Scratch.
const posed = createJointFrame();
const posedPoints: readonly TrackedPoint[] = ['head', ...vrChatTrackers];

/** The same from a solved body: all trackers whose joints it has. */
export function encodeVrChatPose(encoder: VrChatEncoder, skeleton: Skeleton, pose: Pose, scale = 1): void {
  for (const point of posedPoints) {
    const joint = jointOfBone(skeleton, boneOfPoint[point]);
    const at = pointNumber[point] * POSE_SIZE;
    posed.quality[pointNumber[point]] = joint < 0 ? quality.lost : quality.tracked;
    if (joint < 0) continue;
    for (let k = 0; k < 3; k++) posed.jointPoses[at + k] = pose.worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) posed.jointPoses[at + 3 + k] = pose.worldRotations[joint * 4 + k];
  }
  encodeVrChatFrame(encoder, posed, scale);
}

function writeTracker(encoder: VrChatEncoder, address: string, frame: JointFrame, point: number, scale: number): void {
  if (frame.quality[point] === quality.lost) return;
  const { writer, values } = encoder;
  const pose = new Float64Array(POSE_SIZE);
  const angles = new Float64Array(3);
  copyPoseSlice(pose, 0, frame.jointPoses, point * POSE_SIZE);
  mirrorUnityPose(pose);
  for (let k = 0; k < 3; k++) values[k] = pose[k] * scale;
  writeOscMessage(writer, `${address}/position`, 'fff', values);
  writeUnityEuler(angles, pose);
  for (let k = 0; k < 3; k++) values[k] = angles[k];
  writeOscMessage(writer, `${address}/rotation`, 'fff', values);
}
