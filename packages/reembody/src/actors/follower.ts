import {
  buildRetarget,
  buildSkeleton,
  createPose,
  isSameSkeleton,
  type Pose,
  type Retarget,
  retargetPose,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import type { Actor, StageView } from '@leib/stage';
import { buildMirrorJoints, placeTarget, type TargetPlace } from '../session/placeTarget.js';

/** Whom one has who follows nobody yet. */
export const nobody: Pick<Actor, 'skeleton' | 'pose'> = (() => {
  const skeleton = buildSkeleton([{ name: 'hips', bone: 'hips', offset: [0, 1, 0] }]);
  return { skeleton, pose: createPose(skeleton) };
})();

/** Whom a document says that somebody follows: `{ kind: 'pose', of: ID }`, and where they stand if not in the same place. */
export interface FollowedSource {
  readonly of: string;
  readonly place: TargetPlace | null;
}

/** Another actor's pose as a body is to do it: in its own proportions, and where it stands. */
export class Follower {
  readonly #skeleton: Skeleton;
  readonly #isSameRig: boolean;
  readonly #mirrorJoints: Int16Array;
  readonly #retargeted: Pose;
  readonly #placed: Pose;
  #leader: Actor | null = null;
  #retarget: Retarget | null = null;
  /** Null until the leader was there once; then it stays as it was while nobody leads. */
  wished: Pose | null = null;

  /** @param isSameRig joints are taken as they are, whatever lengths the leader's bones have by now */
  constructor(skeleton: Skeleton, isSameRig: boolean) {
    this.#skeleton = skeleton;
    this.#isSameRig = isSameRig;
    this.#mirrorJoints = buildMirrorJoints(skeleton);
    this.#retargeted = createPose(skeleton);
    this.#placed = createPose(skeleton);
  }

  follow({ actors }: StageView, { of, place }: FollowedSource): void {
    const leader = actors.get(of);
    if (leader === undefined) return;
    const own = this.#asOwn(leader);
    if (place === null) {
      this.wished = own;
      return;
    }
    placeTarget(this.#skeleton, this.#mirrorJoints, own, place, this.#placed);
    this.wished = this.#placed;
  }

  #asOwn(leader: Actor): Pose {
    const { skeleton, pose } = leader;
    const isKnownSame = this.#isSameRig || (this.#leader === leader && this.#retarget === null);
    const isSame =
      (isKnownSame && skeleton.jointCount === this.#skeleton.jointCount) || isSameSkeleton(skeleton, this.#skeleton);
    this.#leader = leader;
    if (isSame) this.#retarget = null;
    else if (this.#retarget?.from !== skeleton) this.#retarget = buildRetarget(skeleton, this.#skeleton);
    if (this.#retarget === null) return pose;
    retargetPose(this.#retarget, pose, this.#retargeted);
    updateWorldPose(this.#skeleton, this.#retargeted);
    return this.#retargeted;
  }
}
