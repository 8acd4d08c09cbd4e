import { endOf, freeJoint, isInsidePart, type PuppetPart } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';
import type { Point } from '../handles/editHandle.js';
import { pointFrom, turnFrom, vectorOf } from '../handles/vectors.js';

type Mutable = [number, number, number];

/** A shorter bone was not meant, share of the puppet's size. */
const SHORTEST = 0.01;

/**
 * A bone that was dragged out by hand. Its influence is a round shape about it, as thick as the model is where it was
 * begun. null: too short to be meant.
 */
export function boneBetween(from: Point, to: Point, thickness: number, size: number): PuppetPart | null {
  const way = vectorOf(to).sub(vectorOf(from));
  const length = way.length();
  if (length < SHORTEST * size) return null;
  const round = Math.max(0.65 * thickness, 0.2 * length, 0.01 * size);
  const along = 0.5 * length + 0.5 * round;
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.clone().normalize());
  return {
    name: 'bone',
    parent: null,
    shape: {
      kind: 'bone',
      from: [...from] as Mutable,
      to: [...to] as Mutable,
      influence: {
        centre: pointFrom(vectorOf(from).addScaledVector(way, 0.5)),
        rotation: turnFrom(rotation),
        reach: { right: round, left: round, up: round, down: round, front: along, back: along },
        e: 1,
        n: 1,
        throughAir: false,
      },
    },
    joint: freeJoint,
    region: null,
  };
}

/** A box that was drawn over a part of the picture. */
export interface DrawnBox {
  readonly centre: Vector3;
  /** From the box's own frame to model space. */
  readonly rotation: Quaternion;
  readonly halfSize: Vector3;
}

/** Frames this near to the model's own axes lie along them, radians. */
const SNAP_ANGLE = 0.3;

/** The box as a part: it turns about the middle of the side that faces the body. null: too small to be meant. */
export function partOfBox(box: DrawnBox, bodyMiddle: Vector3, size: number): PuppetPart | null {
  const half = box.halfSize;
  if (Math.min(half.x, half.y) < 0.5 * SHORTEST * size) return null;
  const rotation = alignedFrame(box.rotation);
  const towards = bodyMiddle.clone().sub(box.centre).applyQuaternion(rotation.clone().invert());
  const shares = [towards.x / half.x, towards.y / half.y, towards.z / half.z];
  const axis = shares.reduce((best, share, k) => (Math.abs(share) > Math.abs(shares[best]) ? k : best), 0);
  const arm = new Vector3().setComponent(axis, Math.sign(shares[axis] || 1) * half.getComponent(axis));
  return {
    name: 'box',
    parent: null,
    shape: {
      kind: 'box',
      pivot: pointFrom(arm.applyQuaternion(rotation).add(box.centre)),
      centre: pointFrom(box.centre),
      rotation: turnFrom(rotation),
      halfSize: pointFrom(half),
    },
    joint: freeJoint,
    region: null,
  };
}

/** A frame that nearly lies along the model's axes lies along them. */
function alignedFrame(rotation: Quaternion): Quaternion {
  const straight = new Quaternion();
  return rotation.angleTo(straight) < SNAP_ANGLE ? straight : rotation;
}

/** Linked to the part that ends where it begins, or that it begins in; otherwise it hangs on the whole puppet. */
export function withParent(part: PuppetPart, parts: readonly PuppetPart[], reach: number): PuppetPart {
  const at = part.shape.kind === 'bone' ? part.shape.from : part.shape.pivot;
  const away = (other: PuppetPart) => vectorOf(endOf(other)).distanceTo(vectorOf(at));
  const nearest = [...parts].sort((a, b) => away(a) - away(b))[0];
  if (nearest && away(nearest) < reach) {
    const end = [...endOf(nearest)] as Mutable;
    const shape = part.shape.kind === 'bone' ? { ...part.shape, from: end } : { ...part.shape, pivot: end };
    return { ...part, parent: nearest.name, shape };
  }
  return { ...part, parent: parts.find((other) => isInsidePart(other, ...at))?.name ?? null };
}
