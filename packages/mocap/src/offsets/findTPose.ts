import { createQuat, InputError, type Quat, quat } from '@leib/core';
import { POSE_SIZE, readRotation } from '@leib/tracking';
import { areAllBodiesTracked, type BodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';

/** A person who stands in the T-pose: all bodies, turned so that the person faces +Z. */
export interface StandingTPose {
  readonly frame: BodyFrame;
  /** How far the person was turned, radians. */
  readonly yaw: number;
  readonly frameCount: number;
}

/** Frames count as the T-pose whose hands are at least this share of the widest span apart. */
const SPAN_SHARE = 0.985;

/**
 * The T-pose in a recording: frames in which the hands are farthest apart sideways, averaged. Left is where the left hand is, up
 * is up, so the person may face anywhere.
 */
export function findTPose(frames: readonly BodyFrame[]): StandingTPose {
  const complete = frames.filter((frame) => areAllBodiesTracked(frame));
  if (complete.length === 0) {
    throw new InputError(
      'T-pose',
      'expected frames in which all bodies are seen, got none; record a second of it again',
    );
  }
  const spans = complete.map(spanOf);
  const widest = Math.max(...spans);
  const chosen = complete.filter((_, index) => spans[index] >= SPAN_SHARE * widest);
  const frame = meanFrame(chosen);
  const [left, right] = handsOf(frame);
  const yaw = Math.atan2(-(frame.poses[left + 2] - frame.poses[right + 2]), frame.poses[left] - frame.poses[right]);
  turnAll(frame, -yaw);
  return { frame, yaw, frameCount: chosen.length };
}

function handsOf({ names }: BodyFrame): [left: number, right: number] {
  const [left, right] = [names.indexOf('leftHand'), names.indexOf('rightHand')];
  if (left < 0 || right < 0) throw new InputError('T-pose', 'expected the bodies "leftHand" and "rightHand"');
  return [left * POSE_SIZE, right * POSE_SIZE];
}

/** Distance of the hands on the floor plan, less what they differ in height. */
function spanOf(frame: BodyFrame): number {
  const [left, right] = handsOf(frame);
  const { poses } = frame;
  const apart = Math.hypot(poses[left] - poses[right], poses[left + 2] - poses[right + 2]);
  return apart - Math.abs(poses[left + 1] - poses[right + 1]);
}

function meanFrame(frames: readonly BodyFrame[]): BodyFrame {
  const out = createBodyFrame(frames[0].names);
  out.quality.set(frames[0].quality);
  out.poses.fill(0);
  for (const { poses } of frames) {
    for (let at = 0; at < poses.length; at += POSE_SIZE) {
      let dot = 0;
      for (let k = 3; k < POSE_SIZE; k++) dot += poses[at + k] * frames[0].poses[at + k];
      for (let k = 0; k < POSE_SIZE; k++)
        out.poses[at + k] += ((k < 3 || dot >= 0 ? 1 : -1) * poses[at + k]) / frames.length;
    }
  }
  return out;
}

/** Turns all bodies about the vertical, and makes their quaternions unit ones. */
function turnAll({ poses }: BodyFrame, yaw: number): void {
  const turn: Quat = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const rotation = createQuat();
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  for (let at = 0; at < poses.length; at += POSE_SIZE) {
    const [x, z] = [poses[at], poses[at + 2]];
    poses[at] = cosine * x + sine * z;
    poses[at + 2] = cosine * z - sine * x;
    quat.multiply(rotation, turn, readRotation(rotation, poses, at));
    poses.set(quat.normalize(rotation, rotation), at + 3);
  }
}
