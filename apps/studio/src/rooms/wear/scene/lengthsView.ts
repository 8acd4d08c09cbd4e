import { applyProportions, type BodyProportions, segmentNames } from '@leib/calibration';
import { createPose, type Pose, type Skeleton, updateWorldPose } from '@leib/core';
import { type Avatar, createSkeletonView } from '@leib/three';
import { Group, type Object3D } from 'three';

/** Draws bones of the measured lengths inside the avatar, which still changes towards them. */
export interface LengthsView {
  readonly root: Object3D;
  /** Draws the avatar's pose with these lengths; `scale` is the person's metres per metre of the avatar. */
  update(avatar: Pick<Avatar, 'skeleton' | 'ownSkeleton'>, pose: Pose, lengths: BodyProportions, scale: number): void;
  dispose(): void;
}

/** Bones are rebuilt for a larger change than this, metres. */
const LEAST_CHANGE = 0.001;

export function createLengthsView(): LengthsView {
  const root = new Group();
  let own: Skeleton | null = null;
  let stretched: Skeleton | null = null;
  let stretchedPose: Pose | null = null;
  let view: ReturnType<typeof createSkeletonView> | null = null;
  let scaled = 0;
  const drawn = new Float64Array(segmentNames.length);

  function rebuild(skeleton: Skeleton, lengths: BodyProportions, scale: number): void {
    own = skeleton;
    scaled = scale;
    const wanted = Object.fromEntries(segmentNames.map((name) => [name, lengths[name] / scale]));
    segmentNames.forEach((name, i) => {
      drawn[i] = lengths[name];
    });
    stretched = applyProportions(skeleton, wanted, { floorY: 0, keepsHeadHeight: true });
    stretchedPose = createPose(stretched);
    view?.root.removeFromParent();
    view?.dispose();
    view = createSkeletonView(stretched, { xray: true });
    root.add(view.root);
  }

  function hasChanged(lengths: BodyProportions): boolean {
    for (let i = 0; i < drawn.length; i++) {
      if (Math.abs(lengths[segmentNames[i]] - drawn[i]) > LEAST_CHANGE) return true;
    }
    return false;
  }

  return {
    root,
    update({ skeleton, ownSkeleton }, pose, lengths, scale) {
      if (ownSkeleton !== own || scale !== scaled || hasChanged(lengths)) rebuild(ownSkeleton, lengths, scale);
      if (!stretched || !stretchedPose || !view) return;
      stretchedPose.localRotations.set(pose.localRotations);
      stretchedPose.rootPosition.set(pose.rootPosition);
      // Longer legs lift the root.
      stretchedPose.rootPosition[1] += stretched.restWorldPositions[1] - skeleton.restWorldPositions[1];
      updateWorldPose(stretched, stretchedPose);
      view.update(stretchedPose);
    },
    dispose() {
      view?.dispose();
    },
  };
}
