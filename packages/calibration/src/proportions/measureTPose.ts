import { createQuat, yawOf } from '@leib/core';
import { isTracked, type JointFrame, POSE_SIZE, pointNumber, readRotation, type TrackedPoint } from '@leib/tracking';

import { armSpanFromWrists, statureFromHeadJoint } from './anthropometry.js';

/** Measures of a person in a T-pose. Metres. */
export interface TPoseMeasures {
  readonly stature: number;
  /** Fingertip to fingertip; null without both hands. */
  readonly armSpan: number | null;
  /** Between the wrist joints. */
  readonly wristSpan: number | null;
  /** Height of the hips joint above the floor; null without a tracker on the hips. */
  readonly hipsHeight: number | null;
  /** Direction that the body faces, radians; zero is +Z. */
  readonly headingYaw: number;
  /** Arms are lowered, as in an A-pose. */
  readonly hasLoweredArms: boolean;
}

const rotation = createQuat();

/**
 * Measures a person in a T-pose from joint poses and the height of the floor. The line between the hands gives the
 * heading, or the head when a hand is lost. Null while the head is lost.
 */
export function measureTPose(frame: JointFrame, floorY: number): TPoseMeasures | null {
  if (!isTracked(frame, pointNumber.head)) return null;
  const height = (point: TrackedPoint) => frame.jointPoses[pointNumber[point] * POSE_SIZE + 1] - floorY;
  const stature = statureFromHeadJoint(height('head'));
  const hasHands = isTracked(frame, pointNumber.leftHand) && isTracked(frame, pointNumber.rightHand);
  const left = pointNumber.leftHand * POSE_SIZE;
  const right = pointNumber.rightHand * POSE_SIZE;
  const dx = frame.jointPoses[left] - frame.jointPoses[right];
  const dy = frame.jointPoses[left + 1] - frame.jointPoses[right + 1];
  const dz = frame.jointPoses[left + 2] - frame.jointPoses[right + 2];
  const wristSpan = hasHands ? Math.hypot(dx, dy, dz) : null;
  return {
    stature,
    wristSpan,
    armSpan: wristSpan === null ? null : armSpanFromWrists(wristSpan, stature),
    hipsHeight: isTracked(frame, pointNumber.hips) ? height('hips') : null,
    // Left is +X of a body that faces +Z.
    headingYaw: hasHands ? Math.atan2(-dz, dx) : yawOf(readRotation(rotation, frame.jointPoses, 0)),
    hasLoweredArms: false,
  };
}
