import { type HumanoidBone, jointOfBone, type Pose } from '@leib/core';
import { type Avatar, type AvatarGhost, createAvatarGhost } from '@leib/three';
import { Group, Vector3 } from 'three';

/** How the local avatar is to be seen beside the body that follows it: StudyBody.local of a protocol. */
export type LocalLook = 'hidden' | 'transparent' | 'shown';

const TRANSPARENT = 0.35;

/** The tracked person as an avatar of its own, at the place of the body that follows it: in the picture, in mirrors, in the headset. */
export class LocalAvatar {
  readonly root = new Group();
  #avatar: Avatar | null = null;
  #look: LocalLook = 'hidden';
  #ghost: AvatarGhost | null = null;

  /** Of a bone as it is drawn, its own metres; null where nothing is. */
  placeOf(bone: HumanoidBone): readonly [number, number, number] | null {
    const joint = this.#avatar && this.#ghost ? jointOfBone(this.#avatar.skeleton, bone) : -1;
    const node = joint < 0 ? undefined : this.#avatar?.bones[joint];
    const twin = node && this.#ghost?.root.getObjectByName(node.name);
    if (!twin) return null;
    const { x, y, z } = this.root.worldToLocal(twin.getWorldPosition(new Vector3()));
    return [x, y, z];
  }

  /** Before the worn avatar shows its own pose: it lends its bones. */
  show(avatar: Avatar | null, look: LocalLook, pose: Pose): void {
    if (avatar !== this.#avatar || look !== this.#look) this.#build(avatar, look);
    if (!avatar || !this.#ghost) return;
    avatar.applyPose(pose);
    this.#ghost.copyPose();
  }

  dispose(): void {
    this.#ghost?.dispose();
    this.#ghost = null;
    this.root.removeFromParent();
  }

  #build(avatar: Avatar | null, look: LocalLook): void {
    this.#ghost?.dispose();
    [this.#avatar, this.#look] = [avatar, look];
    const opacity = look === 'shown' ? 1 : TRANSPARENT;
    this.#ghost = avatar && look !== 'hidden' ? createAvatarGhost(avatar, { opacity, isWorn: true }) : null;
    if (this.#ghost) this.root.add(this.#ghost.root);
  }
}
