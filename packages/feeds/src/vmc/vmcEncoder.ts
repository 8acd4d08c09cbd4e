import { humanoidBones, type Pose, type Skeleton } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, POSE_SIZE } from '@leib/tracking';

import type { OscArgument } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, type OscWriter, writeOscMessage } from '../osc/oscWriter.js';
import { mirrorUnityPose } from '../protocol/unityAxes.js';
import { boneParents, unityBoneNames } from './unityBones.js';

/** How our avatar drives other programs: a Performer of the VMC protocol, V3.1. */
export interface VmcEncoder {
  readonly skeleton: Skeleton;
  readonly writer: OscWriter;
  /** boneNumber of the nearest bone above that this skeleton has, -1 for none. 55 entries. */
  readonly parents: Int16Array;
  readonly values: OscArgument[];
}

export interface VmcFrameOptions {
  /** The avatar's expressions by name ("happy", "aa"), 0..1; their names go out as they are. */
  readonly expressions?: Readonly<Record<string, number>>;
  /** False while tracking is bad, so that receivers may say so. */
  readonly isTracked?: boolean;
}

/** `send` is given every datagram of a frame, none above 1472 bytes; the bytes are only good until it returns. */
export function createVmcEncoder(skeleton: Skeleton, send: (datagram: Uint8Array<ArrayBuffer>) => void): VmcEncoder {
  const parents = Int16Array.from(humanoidBones, (_, bone) => {
    let above = boneParents[bone];
    while (above >= 0 && skeleton.boneToJoint[above] < 0) above = boneParents[above];
    return above;
  });
  return { skeleton, writer: createOscWriter(send), parents, values: new Array<OscArgument>(15).fill(0) };
}

// Scratch.
const pose7 = new Float64Array(POSE_SIZE);
const above7 = new Float64Array(POSE_SIZE);
const ROOT_NAME = 'root';

/** Sends one frame: root, bones in their parents' space, expressions, status, time. */
export function encodeVmcFrame(
  encoder: VmcEncoder,
  pose: Pose,
  timeSeconds: number,
  { expressions, isTracked = true }: VmcFrameOptions = {},
): void {
  const { skeleton, writer, parents, values } = encoder;
  pose7.fill(0);
  pose7[6] = 1;
  writePose(encoder, '/VMC/Ext/Root/Pos', ROOT_NAME);
  for (let bone = 0; bone < humanoidBones.length; bone++) {
    const joint = skeleton.boneToJoint[bone];
    if (joint < 0) continue;
    readWorldPose(pose7, pose, joint);
    if (parents[bone] >= 0) {
      readWorldPose(above7, pose, skeleton.boneToJoint[parents[bone]]);
      invertPose(above7, 0, above7, 0);
      composePoses(pose7, 0, above7, 0, pose7, 0);
    }
    writePose(encoder, '/VMC/Ext/Bone/Pos', unityBoneNames[bone]);
  }
  if (expressions !== undefined) {
    for (const name in expressions) {
      values[0] = name;
      values[1] = expressions[name];
      writeOscMessage(writer, '/VMC/Ext/Blend/Val', 'sf', values);
    }
    writeOscMessage(writer, '/VMC/Ext/Blend/Apply', '', values);
  }
  values[0] = 1;
  values[1] = 3;
  values[2] = 0;
  values[3] = isTracked ? 1 : 0;
  writeOscMessage(writer, '/VMC/Ext/OK', 'iiii', values);
  values[0] = timeSeconds;
  writeOscMessage(writer, '/VMC/Ext/T', 'f', values);
  flushOscBundle(writer);
}

/** One of our trackers as a virtual device of a Performer (VMC V2.3): ten optical trackers can leave this way. */
export function encodeVmcTracker(encoder: VmcEncoder, serial: string, worldPose: Float64Array, at = 0): void {
  copyPoseSlice(pose7, 0, worldPose, at);
  writePose(encoder, '/VMC/Ext/Tra/Pos', serial);
}

/** Sends trackers that were written since the last frame. */
export function flushVmcTrackers(encoder: VmcEncoder): void {
  flushOscBundle(encoder.writer);
}

/** Name and pose7, turned into Unity's axes. */
function writePose({ writer, values }: VmcEncoder, address: string, name: string): void {
  mirrorUnityPose(pose7);
  values[0] = name;
  for (let k = 0; k < POSE_SIZE; k++) values[1 + k] = pose7[k];
  writeOscMessage(writer, address, 'sfffffff', values);
}

function readWorldPose(out: Float64Array, { worldPositions, worldRotations }: Pose, joint: number): void {
  for (let k = 0; k < 3; k++) out[k] = worldPositions[joint * 3 + k];
  for (let k = 0; k < 4; k++) out[3 + k] = worldRotations[joint * 4 + k];
}
