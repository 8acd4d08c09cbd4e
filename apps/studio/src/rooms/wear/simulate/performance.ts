import type { CalibrationSession, TrackerRole } from '@leib/calibration';
import { createQuat, DEG, type HumanoidBone, jointOfBone, type Pose, quat, type Skeleton } from '@leib/core';

/** A task that the guide gives the person. */
export type WearerTask =
  | { readonly kind: 'follow' }
  | { readonly kind: 'tPose' }
  /** Circle the joint under this tracker, everything else still. */
  | { readonly kind: 'turn'; readonly role: TrackerRole }
  /** Move about: the demo's performance. */
  | { readonly kind: 'move' };

const follow: WearerTask = { kind: 'follow' };
const tPose: WearerTask = { kind: 'tPose' };
const move: WearerTask = { kind: 'move' };

/** The task that the guide gives in the present step. */
export function taskOfSession({ step, joints }: CalibrationSession): WearerTask {
  switch (step) {
    case 'putOn':
      return follow;
    case 'tPose':
    case 'roles':
      return tPose;
    case 'joints':
      return { kind: 'turn', role: joints[0] };
    case 'space':
    case 'proportions':
    case 'mirror':
      return move;
  }
}

/** The chapter of a recorded feed that shows a task. */
export function chapterOfTask(task: WearerTask): string {
  return task.kind === 'turn' ? `turn/${task.role}` : task.kind;
}

/** One round of a joint, seconds. */
export const TURN_PERIOD = 2;
/** Angles by which a joint is circled and twisted, radians. */
const CIRCLE = 26 * DEG;
const TWIST = 12 * DEG;
/** Hinges are bent between straight and this, radians. */
const BEND = 70 * DEG;
/** A foot that is circled is lifted: thigh forward, shank upright, so that the foot stays level. */
const LIFT = 38 * DEG;

const rotation = createQuat();

/** Writes the pose of a task at a time. The rest pose is the T-pose. */
export function writePerformance(skeleton: Skeleton, task: WearerTask, timeSeconds: number, out: Pose): void {
  for (let joint = 0; joint < skeleton.jointCount; joint++) out.localRotations.set([0, 0, 0, 1], joint * 4);
  out.rootPosition.set(skeleton.restWorldPositions.subarray(0, 3));
  if (task.kind !== 'turn') return;
  const phase = (2 * Math.PI * timeSeconds) / TURN_PERIOD;
  const side = task.role.startsWith('left') ? 'left' : 'right';
  const mirror = side === 'left' ? 1 : -1;
  if (task.role.endsWith('Hand')) {
    // The forearm lies along X.
    turn(skeleton, `${side}Hand`, TWIST * Math.sin(2 * phase), CIRCLE * Math.cos(phase), CIRCLE * Math.sin(phase), out);
  } else if (task.role.endsWith('Foot')) {
    turn(skeleton, `${side}UpperLeg`, -LIFT, 0, 0, out);
    turn(skeleton, `${side}LowerLeg`, LIFT, 0, 0, out);
    turn(skeleton, `${side}Foot`, CIRCLE * Math.cos(phase), TWIST * Math.sin(2 * phase), CIRCLE * Math.sin(phase), out);
  } else if (task.role.endsWith('Elbow')) {
    turn(skeleton, `${side}LowerArm`, 0, (-mirror * BEND * (1 - Math.cos(phase))) / 2, 0, out);
  } else if (task.role.endsWith('Knee')) {
    turn(skeleton, `${side}UpperLeg`, -LIFT, 0, 0, out);
    turn(skeleton, `${side}LowerLeg`, (BEND * (1 - Math.cos(phase))) / 2, 0, 0, out);
  }
}

/** Turns a joint by a rotation vector from rest. */
function turn(skeleton: Skeleton, bone: HumanoidBone, x: number, y: number, z: number, out: Pose): void {
  const joint = jointOfBone(skeleton, bone);
  const angle = Math.sqrt(x * x + y * y + z * z);
  if (joint < 0 || angle < 1e-9) return;
  quat.setAxisAngle(rotation, [x / angle, y / angle, z / angle], angle);
  out.localRotations.set(rotation, joint * 4);
}
