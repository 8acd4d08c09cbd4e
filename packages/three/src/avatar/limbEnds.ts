import type { HumanoidBone } from '@leib/core';
import { Bone, type Object3D, Vector3 } from 'three';
import { placesOfSkin } from './skinPlaces.js';

/**
 * Wrist and ankle as shares of the way from elbow or knee to the end of the skin: of people's forearm and hand, and of
 * their shank and ankle height. Drillis & Contini, "Body segment parameters", 1966.
 */
const ends = [
  { lower: 'LowerArm', end: 'Hand', share: 0.575 },
  { lower: 'LowerLeg', end: 'Foot', share: 0.863 },
] as const;
/** The middle of a limb, between these shares of its reach, tells where it goes: a foot lies ahead of it. */
const MIDDLE = { from: 0.25, to: 0.7 } as const;

/**
 * Joints for hands and feet that a rig does not have: forearms and lower legs then end where their skin does. Each hangs
 * on the joint of its forearm or lower leg; limbs without skin get none.
 */
export function addLimbEnds(model: Object3D, nodeOf: ReadonlyMap<HumanoidBone, Object3D>): Map<HumanoidBone, Object3D> {
  const added = new Map<HumanoidBone, Object3D>();
  for (const side of ['left', 'right'] as const) {
    for (const { lower, end, share } of ends) {
      const holder = nodeOf.get(`${side}${lower}`);
      const tip = holder && !nodeOf.has(`${side}${end}`) ? findTip(model, holder) : null;
      if (!holder || !tip) continue;
      const joint = new Bone();
      joint.name = `${holder.name} end`;
      joint.position.copy(tip).multiplyScalar(share);
      holder.add(joint);
      added.set(`${side}${end}`, joint);
    }
  }
  if (added.size > 0) model.updateMatrixWorld(true);
  return added;
}

/** Where the skin that hangs on a node ends, along the limb, in the node's own space. */
function findTip(model: Object3D, holder: Object3D): Vector3 | null {
  const carriers = new Map<Object3D, 'limb'>();
  holder.traverse((node) => carriers.set(node, 'limb'));
  const toHolder = holder.matrixWorld.clone().invert();
  const places = (placesOfSkin(model, carriers).get('limb') ?? []).map((place) => place.applyMatrix4(toHolder));
  const along = middleOf(places);
  if (along === null) return null;
  const reach = farthest(places, along);
  const inMiddle = (place: Vector3) => {
    const share = place.dot(along) / reach;
    return share > MIDDLE.from && share < MIDDLE.to;
  };
  const direction = middleOf(places.filter(inMiddle)) ?? along;
  return direction.multiplyScalar(farthest(places, direction));
}

/** Unit vector to the middle of some places; null where there are none, or they lie about the joint. */
function middleOf(places: readonly Vector3[]): Vector3 | null {
  const middle = places.reduce((sum, place) => sum.add(place), new Vector3());
  return middle.lengthSq() > 0 ? middle.normalize() : null;
}

function farthest(places: readonly Vector3[], along: Vector3): number {
  return places.reduce((far, place) => Math.max(far, place.dot(along)), 0);
}
