import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import type { BodyFrame, MocapJoint, MocapOffsets } from '@leib/mocap';
import type { JointPoints } from '@leib/three';
import { POSE_SIZE, quality } from '@leib/tracking';

/** Joints where the bodies say, for drawing and for the pointer. */
export interface OffsetPoints extends JointPoints {
  count: number;
  /** Which joint of which body each point is. */
  readonly joints: { body: string; joint: MocapJoint }[];
}

const MOST = 64;

export function createOffsetPoints(): OffsetPoints {
  return { count: 0, ends: new Float64Array(MOST * 6), isGuessed: new Uint8Array(MOST), joints: [] };
}

const turn = createQuat();
const arm = createVec3();

/** Writes the points of this frame: every joint of every body that has been seen. */
export function updateOffsetPoints(points: OffsetPoints, { bodies }: MocapOffsets, frame: BodyFrame): void {
  const { ends, isGuessed, joints } = points;
  points.count = 0;
  for (const { name, joints: own } of bodies) {
    const body = frame.names.indexOf(name);
    if (body < 0 || frame.quality[body] === quality.lost) continue;
    const at = body * POSE_SIZE;
    quat.set(turn, frame.poses[at + 3], frame.poses[at + 4], frame.poses[at + 5], frame.poses[at + 6]);
    for (const { joint, positionLocal } of own) {
      if (points.count === MOST) return;
      vec3.transformQuat(arm, [...positionLocal], turn);
      for (let k = 0; k < 3; k++) {
        ends[points.count * 6 + k] = frame.poses[at + k];
        ends[points.count * 6 + 3 + k] = frame.poses[at + k] + arm[k];
      }
      isGuessed[points.count] = frame.quality[body] === quality.tracked ? 0 : 1;
      joints[points.count] = { body: name, joint };
      points.count++;
    }
  }
}
