import { buildRetarget, createPose, type Pose, retargetPose, type Skeleton, updateWorldPose } from '@leib/core';
import type { Avatar } from '@leib/three';

/** Another person's model as the second body: it follows what the own body does, in its own proportions. */
export class OtherModel {
  readonly name: string;
  readonly avatar: Avatar;
  /** The own body's pose as this one's. */
  readonly wished: Pose;
  #retarget: ReturnType<typeof buildRetarget> | null = null;

  constructor(name: string, avatar: Avatar) {
    this.name = name;
    this.avatar = avatar;
    this.wished = createPose(avatar.skeleton);
  }

  /** Takes a pose of the own body over; returns `wished`. */
  follow(skeleton: Skeleton, pose: Pose): Pose {
    if (this.#retarget?.from !== skeleton) this.#retarget = buildRetarget(skeleton, this.avatar.skeleton);
    retargetPose(this.#retarget, pose, this.wished);
    updateWorldPose(this.avatar.skeleton, this.wished);
    return this.wished;
  }

  /** @param showsHead false where it is seen out of its own eyes */
  show(pose: Pose, showsHead: boolean, dtSeconds: number): void {
    this.avatar.setVisibleHead(showsHead);
    this.avatar.applyPose(pose);
    this.avatar.update(dtSeconds);
  }

  dispose(): void {
    this.avatar.root.removeFromParent();
    this.avatar.dispose();
  }
}
