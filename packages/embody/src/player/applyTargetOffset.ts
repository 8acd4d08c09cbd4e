import { HAND_JOINT_COUNT, type JointFrame, POSE_SIZE, type TrackedController, trackedPoints } from '@leib/tracking';
import type { PlayerState } from './playerState.js';

/** Carries joints of the room into the world. `out` may be the frame itself. */
export function applyTargetOffset(state: PlayerState, room: JointFrame, out: JointFrame): void {
  out.timeSeconds = room.timeSeconds;
  carryPoses(state, room.jointPoses, out.jointPoses, trackedPoints.length);
  carryPoses(state, room.leftHandJoints.poses, out.leftHandJoints.poses, HAND_JOINT_COUNT);
  carryPoses(state, room.rightHandJoints.poses, out.rightHandJoints.poses, HAND_JOINT_COUNT);
  carryPoses(state, room.rawPoses, out.rawPoses, trackedPoints.length);
  out.teleportCount = room.teleportCount + state.teleportCount;
  if (out === room) return;
  out.verdicts.set(room.verdicts);
  out.mendedSeconds = room.mendedSeconds;
  out.isPutDown = room.isPutDown;
  out.lostSeconds.set(room.lostSeconds);
  out.quality.set(room.quality);
  out.leftHandJoints.quality = room.leftHandJoints.quality;
  out.rightHandJoints.quality = room.rightHandJoints.quality;
  copyController(out.leftController, room.leftController);
  copyController(out.rightController, room.rightController);
}

function copyController(out: TrackedController, from: TrackedController): void {
  out.stickX = from.stickX;
  out.stickY = from.stickY;
  out.trigger = from.trigger;
  out.grip = from.grip;
}

function carryPoses(state: PlayerState, from: Float64Array, out: Float64Array, count: number): void {
  const { offsetWorld, offsetYaw, bob } = state;
  const sin = Math.sin(offsetYaw);
  const cos = Math.cos(offsetYaw);
  const halfSin = Math.sin(offsetYaw / 2);
  const halfCos = Math.cos(offsetYaw / 2);
  for (let i = 0; i < count; i++) {
    const at = i * POSE_SIZE;
    const x = from[at];
    const z = from[at + 2];
    out[at] = offsetWorld[0] + cos * x + sin * z;
    out[at + 1] = offsetWorld[1] + bob + from[at + 1];
    out[at + 2] = offsetWorld[2] - sin * x + cos * z;
    const qx = from[at + 3];
    const qy = from[at + 4];
    const qz = from[at + 5];
    const qw = from[at + 6];
    out[at + 3] = halfCos * qx + halfSin * qz;
    out[at + 4] = halfCos * qy + halfSin * qw;
    out[at + 5] = halfCos * qz - halfSin * qx;
    out[at + 6] = halfCos * qw - halfSin * qy;
  }
}
