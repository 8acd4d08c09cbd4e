import { jointOfBone, type Pose } from '@leib/core';
import { createFeetKeeper, type FeetKeeper, type Ground, keepFeetOnGround } from '@leib/embody';
import { type Avatar, createSkeletonView, type SkeletonView } from '@leib/three';
import { eyesInHead, type JointFrame } from '@leib/tracking';
import { type Quaternion, Vector3 } from 'three';
import { type BodySolver, createBodySolver, type SolverChoice } from './bodySolver.js';
import { BodyStretch } from './bodyStretch.js';
import { createPoseFade, type PoseFade, stepPoseFade } from './poseFade.js';

/** The body on the stage: which avatar, and what solves its pose. Replaced as a whole with the avatar. */
export interface StageBody {
  readonly avatar: Avatar;
  solver: BodySolver;
  readonly fade: PoseFade;
  /** What is solved: the solver's pose, or on the way to it after the solver was changed. */
  readonly pose: Pose;
  readonly skeletonView: SkeletonView;
  readonly ground: Ground;
  readonly feet: FeetKeeper;
  /** Its wearer's lengths. */
  readonly stretch: BodyStretch;
  readonly headJoint: number;
  /** Middle between the eyes, from the head joint. */
  readonly eyesInHead: Vector3;
}

export function createStageBody(avatar: Avatar, choice: SolverChoice, ground: Ground): StageBody {
  const fade = createPoseFade(avatar.skeleton);
  return {
    avatar,
    solver: createBodySolver(avatar.skeleton, choice, ground),
    fade,
    pose: fade.shown,
    ground,
    feet: createFeetKeeper(),
    skeletonView: createSkeletonView(avatar.skeleton, { xray: true }),
    stretch: new BodyStretch(avatar),
    headJoint: jointOfBone(avatar.skeleton, 'head'),
    eyesInHead: new Vector3(...eyesInHead(avatar.skeleton)),
  };
}

/** Joints -> pose: stepEmbody(), or the baseline where that was chosen. Returns `body.pose`. */
export function solveBody(
  { avatar, solver, fade, pose, ground, feet }: StageBody,
  joints: JointFrame,
  dtSeconds: number,
): Pose {
  solver.step(joints, dtSeconds);
  stepPoseFade(avatar.skeleton, fade, solver.pose, dtSeconds);
  keepFeetOnGround(feet, { skeleton: avatar.skeleton, pose, ground }, joints, dtSeconds);
  return pose;
}

/** What of the body is to be seen. */
export interface BodyVisibility {
  readonly showAvatar: boolean;
  readonly showSkeleton: boolean;
  /** False where the view is out of the body's own eyes. */
  readonly showHead: boolean;
}

/** Pose -> the rig's own bones, and what is drawn of them. */
export function showBody(
  { avatar, skeletonView }: StageBody,
  pose: Pose,
  { showAvatar, showSkeleton, showHead }: BodyVisibility,
  dtSeconds: number,
): void {
  // Through the skin bones are always seen; where there is none they hide each other.
  if (avatar.root.visible !== showAvatar) skeletonView.setXray(showAvatar);
  avatar.root.visible = showAvatar;
  avatar.setVisibleHead(showHead);
  avatar.applyPose(pose);
  avatar.update(dtSeconds);
  skeletonView.root.visible = showSkeleton;
  if (showSkeleton) skeletonView.update(pose);
}

/** Where the eyes are, in the world's metres. */
export function findEyes(
  { pose, headJoint, eyesInHead: eyes }: StageBody,
  personScale: number,
  out: { readonly position: Vector3; readonly rotation: Quaternion },
): void {
  const { worldPositions: p, worldRotations: q } = pose;
  out.rotation.set(q[headJoint * 4], q[headJoint * 4 + 1], q[headJoint * 4 + 2], q[headJoint * 4 + 3]);
  out.position.copy(eyes).applyQuaternion(out.rotation);
  out.position.x += p[headJoint * 3];
  out.position.y += p[headJoint * 3 + 1];
  out.position.z += p[headJoint * 3 + 2];
  out.position.multiplyScalar(personScale);
}

export function disposeStageBody({ avatar, skeletonView }: StageBody): void {
  avatar.root.removeFromParent();
  skeletonView.root.removeFromParent();
  avatar.dispose();
  skeletonView.dispose();
}
