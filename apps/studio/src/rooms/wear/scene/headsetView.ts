import { jointOfBone, type Pose } from '@leib/core';
import { type Avatar, createHeadsetModel, fitHeadset, jointSurface } from '@leib/three';
import { eyesInHead } from '@leib/tracking';
import { Group, type Object3D } from 'three';

/** A headset on the avatar's head. */
export interface HeadsetView {
  readonly root: Object3D;
  /** Moves the headset with the head, and fits it to a new body; null hides it. */
  update(body: HeadsetWearer | null): void;
  dispose(): void;
}

interface HeadsetWearer {
  readonly avatar: Avatar;
  readonly pose: Pose;
}

export function createHeadsetView(): HeadsetView {
  const root = new Group();
  let model: ReturnType<typeof createHeadsetModel> | null = null;
  let fitted: HeadsetWearer | null = null;

  function remove(): void {
    model?.root.removeFromParent();
    model?.dispose();
    model = null;
  }

  function fit(body: HeadsetWearer): void {
    remove();
    fitted = body;
    const { avatar, pose } = body;
    const { positions, longestEdge } = jointSurface(avatar, 'head', pose);
    if (positions.length === 0) return;
    model = createHeadsetModel(fitHeadset({ positions, eyes: eyesInHead(avatar.skeleton) }, longestEdge));
    root.add(model.root);
  }

  return {
    root,
    update(body) {
      root.visible = body !== null;
      if (!body) return;
      if (body !== fitted) fit(body);
      const { avatar, pose } = body;
      const joint = jointOfBone(avatar.skeleton, 'head');
      const { worldPositions: p, worldRotations: q } = pose;
      root.position.set(p[joint * 3], p[joint * 3 + 1], p[joint * 3 + 2]);
      root.quaternion.set(q[joint * 4], q[joint * 4 + 1], q[joint * 4 + 2], q[joint * 4 + 3]);
    },
    dispose: remove,
  };
}
