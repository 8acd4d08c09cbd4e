import { createPose, jointOfBone, type Pose } from '@leib/core';
import type { Person } from '@leib/embody';
import type { Sink } from '@leib/stage';
import { type Avatar, createSkeletonView } from '@leib/three';
import { eyesInHead } from '@leib/tracking';
import { type Quaternion, Vector3 } from 'three';

/** The body on the stage: an avatar, who is in it, and what is drawn of them. Replaced as a whole with the avatar. */
export interface StageBody {
  readonly avatar: Avatar;
  /** Who is in it; null in rooms without a tracked person. */
  person: Person | null;
  /** What is solved; at rest without a person. */
  pose: Pose;
  readonly skeletonView: ReturnType<typeof createSkeletonView>;
  readonly headJoint: number;
  /** Middle between the eyes, from the head joint. */
  readonly eyesInHead: Vector3;
}

export function createStageBody(avatar: Avatar, person: Person | null = null): StageBody {
  return {
    avatar,
    person,
    pose: person?.pose ?? createPose(avatar.skeleton),
    skeletonView: createSkeletonView(avatar.skeleton, { xray: true }),
    headJoint: jointOfBone(avatar.skeleton, 'head'),
    eyesInHead: new Vector3(...eyesInHead(avatar.skeleton)),
  };
}

/** Another person wears it, or nobody. */
export function wearBody(body: StageBody, person: Person | null): void {
  if (person === body.person) return;
  // Whose lengths it had, has gone.
  if (person === null) body.avatar.stretch(null);
  body.person = person;
  body.pose = person?.pose ?? createPose(body.avatar.skeleton);
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

/** Who fails on the stage is told of once per reason: an actor keeps its last pose, a sink is skipped, and the others go on. */
export function notifyOfFailures(host: { notify(kind: 'error', text: string): void }): Sink {
  return ({ events }) => {
    for (const { kind, data } of events) {
      if (kind !== 'actorFailed' && kind !== 'sinkFailed') continue;
      const { actor, reason } = data as { readonly actor?: string; readonly reason: string };
      host.notify('error', actor === undefined ? reason : `${actor}: ${reason}`);
    }
  };
}
