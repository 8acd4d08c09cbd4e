import { humanoidBones, type Pose, type Skeleton } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, POSE_SIZE } from '@leib/tracking';
import type { OscArgument } from '../osc/oscReader.js';
import { createOscWriter, flushOscBundle, type OscWriter, writeOscMessage } from '../osc/oscWriter.js';
import { boneParents, mirrorUnityPose, unityBoneNames } from '../vrchat/unityEuler.js';

/** Sends an avatar to other programs as a Performer of the VMC protocol, V3.1. */
export interface VmcEncoder {
  readonly skeleton: Skeleton;
  readonly writer: OscWriter;
  /** boneNumber of the nearest bone above that this skeleton has, -1 for none. 55 entries. */
  readonly parents: Int16Array;
  readonly values: OscArgument[];
  /** Scratch of encodeVmcFrame(): poses of a bone and of its parent. 7 each. */
  readonly bonePose: Float64Array;
  readonly parentPose: Float64Array;
}

export interface VmcFrameOptions {
  /** The avatar's expressions by name ("happy", "aa"), 0..1; names are sent unchanged. */
  readonly expressions?: Readonly<Record<string, number>>;
  /** False while tracking is bad; receivers may show it. */
  readonly isTracked?: boolean;
}

/** `send` gets every datagram of a frame, at most 1472 bytes each; the buffer is reused after it returns. */
export function createVmcEncoder(skeleton: Skeleton, send: (datagram: Uint8Array<ArrayBuffer>) => void): VmcEncoder {
  const parents = Int16Array.from(humanoidBones, (_, bone) => {
    let above = boneParents[bone];
    while (above >= 0 && skeleton.boneToJoint[above] < 0) above = boneParents[above];
    return above;
  });
  return {
    skeleton,
    writer: createOscWriter(send),
    parents,
    values: new Array<OscArgument>(15).fill(0),
    bonePose: new Float64Array(POSE_SIZE),
    parentPose: new Float64Array(POSE_SIZE),
  };
}

/** Sends one frame: root, bones in their parents' space, expressions, status, time. */
export function encodeVmcFrame(
  encoder: VmcEncoder,
  pose: Pose,
  timeSeconds: number,
  { expressions, isTracked = true }: VmcFrameOptions = {},
): void {
  const { skeleton, writer, parents, values, bonePose, parentPose } = encoder;
  bonePose.set([0, 0, 0, 0, 0, 0, 1]);
  writePose(encoder, '/VMC/Ext/Root/Pos', 'root', bonePose);
  for (let bone = 0; bone < humanoidBones.length; bone++) {
    const joint = skeleton.boneToJoint[bone];
    if (joint < 0) continue;
    readWorldPose(bonePose, pose, joint);
    if (parents[bone] >= 0) {
      readWorldPose(parentPose, pose, skeleton.boneToJoint[parents[bone]]);
      invertPose(parentPose, 0, parentPose, 0);
      composePoses(bonePose, 0, parentPose, 0, bonePose, 0);
    }
    writePose(encoder, '/VMC/Ext/Bone/Pos', unityBoneNames[bone], bonePose);
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

/** Adds a tracker to the bundle as a virtual device (VMC V2.3), any number of them. flushVmcTrackers() sends them. */
export function encodeVmcTracker(encoder: VmcEncoder, serial: string, worldPose: Float64Array, at = 0): void {
  copyPoseSlice(encoder.bonePose, 0, worldPose, at);
  writePose(encoder, '/VMC/Ext/Tra/Pos', serial, encoder.bonePose);
}

/** Sends the trackers that were added since the last frame. */
export function flushVmcTrackers(encoder: VmcEncoder): void {
  flushOscBundle(encoder.writer);
}

/** Writes name and pose; mirrors `pose` into Unity's axes in place. */
function writePose({ writer, values }: VmcEncoder, address: string, name: string, pose: Float64Array): void {
  mirrorUnityPose(pose);
  values[0] = name;
  for (let k = 0; k < POSE_SIZE; k++) values[1 + k] = pose[k];
  writeOscMessage(writer, address, 'sfffffff', values);
}

function readWorldPose(out: Float64Array, { worldPositions, worldRotations }: Pose, joint: number): void {
  for (let k = 0; k < 3; k++) out[k] = worldPositions[joint * 3 + k];
  for (let k = 0; k < 4; k++) out[3 + k] = worldRotations[joint * 4 + k];
}
