import { createPose, jointOfBone, type Skeleton } from '@leib/core';
import type { Object3D, Vector3 } from 'three';
import type { BodyJoints } from './collectRig.js';
import type { RigDriver } from './rigDriver.js';
import { placesOfSkin } from './skinPlaces.js';

type FootSole = Skeleton['soles'][number];

/** Skin within this share of the head's height above the lowest is what a foot stands on; a boot's shaft is above it. */
const CONTACT = 0.03;

/**
 * Where the feet of a body end, as it is drawn in the T-pose: by all vertices that a foot and what hangs on it move most;
 * by those of the lower leg where nothing hangs on the foot. The nodes are left as they were.
 */
export function measureSoles(
  model: Object3D,
  body: BodyJoints,
  skeleton: Skeleton,
  driver: RigDriver,
): Skeleton['soles'] {
  const regions = new Map<Object3D, FootRegion>();
  for (const bone of footRegions) {
    const joint = jointOfBone(skeleton, bone);
    if (joint >= 0) body.nodes[joint].traverse((node) => regions.set(node, bone));
  }
  const own = body.nodes.map(({ position, quaternion }) => [position.clone(), quaternion.clone()] as const);
  driver.apply(createPose(skeleton));
  model.updateWorldMatrix(true, true);
  const places = placesOfSkin(model, regions);
  body.nodes.forEach((node, joint) => {
    node.position.copy(own[joint][0]);
    node.quaternion.copy(own[joint][1]);
  });
  model.updateWorldMatrix(true, true);
  const soleOf = (side: 'left' | 'right') =>
    soleAt(skeleton, `${side}Foot`, places) ?? belowFoot(skeleton, side, soleAt(skeleton, `${side}LowerLeg`, places));
  return [soleOf('left'), soleOf('right')];
}

/** What a lower leg carries is a foot's only where it goes below the ankle. */
function belowFoot(skeleton: Skeleton, side: 'left' | 'right', sole: FootSole): FootSole {
  const foot = jointOfBone(skeleton, `${side}Foot`);
  if (sole === null || foot < 0) return sole;
  const { restWorldPositions: at } = skeleton;
  return at[sole.joint * 3 + 1] - sole.below < at[foot * 3 + 1] ? sole : null;
}

/** Parents first: what hangs on a foot is no longer the lower leg's. */
const footRegions = ['leftLowerLeg', 'rightLowerLeg', 'leftFoot', 'rightFoot'] as const;
type FootRegion = (typeof footRegions)[number];

function soleAt(skeleton: Skeleton, bone: FootRegion, skin: ReadonlyMap<FootRegion, readonly Vector3[]>): FootSole {
  const places = skin.get(bone) ?? [];
  if (places.length === 0) return null;
  const { restWorldPositions: at } = skeleton;
  const joint = jointOfBone(skeleton, bone);
  const lowest = places.reduce((low, { y }) => Math.min(low, y), Number.POSITIVE_INFINITY);
  const top = lowest + CONTACT * at[jointOfBone(skeleton, 'head') * 3 + 1];
  const contact = places.flatMap(({ y, z }) => (y <= top ? [z - at[joint * 3 + 2]] : []));
  const ahead = contact.reduce((far, z) => Math.max(far, z), Number.NEGATIVE_INFINITY);
  const behind = contact.reduce((far, z) => Math.max(far, -z), Number.NEGATIVE_INFINITY);
  return { joint, below: at[joint * 3 + 1] - lowest, ahead, behind };
}
