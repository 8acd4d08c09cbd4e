import type { Pose } from '@leib/core';
import type { Avatar } from '@leib/three';

/** Another person's model as the second body: it follows what the own body does, in its own proportions. */
export class OtherModel {
  readonly name: string;
  readonly avatar: Avatar;
  /** Tells it from those that were chosen before. */
  readonly number: number;

  constructor(name: string, avatar: Avatar, number: number) {
    this.name = name;
    this.avatar = avatar;
    this.number = number;
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
