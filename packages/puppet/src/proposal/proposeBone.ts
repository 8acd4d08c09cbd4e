import { vec3 } from '@leib/core';
import { nearestInside } from '@leib/formats/volume';
import { freeName } from '../edits/partReferences.js';
import type { PuppetPart } from '../file/puppetFile.js';
import { endOf } from '../model/partSkeleton.js';
import { isInsidePart } from '../structures/influence.js';
import { nameLimbs } from './nameLimbs.js';
import { boneNames, partOfBone } from './proposeStructure.js';
import { bodyBone, type LimbBone, type PuppetLimbs } from './puppetLimbs.js';

type Point = readonly [number, number, number];

/** A click counts this many cells away from the volume. */
const clickCells = 4;
/** A bone begins where another ends when they are closer than this many radii of the limb. */
const snapRadii = 2;

/**
 * A bone for the limb under the cursor: from its joint towards the body to the next joint or the tip, along the middle of
 * the limb, and linked to the part that it grows from. A click on the body gives a bone along the body. null where the
 * click is not on the model, or where the limb has this bone already.
 */
export function proposeBone(limbs: PuppetLimbs, hit: Point, existing: readonly PuppetPart[]): PuppetPart | null {
  const { volume, boneOf, bones } = limbs;
  const cell = nearestInside(volume.grid, hit, clickCells * volume.grid.cell);
  if (cell < 0) return null;
  const bone = boneOf[cell] >= 0 ? bones[boneOf[cell]] : bodyBone(limbs);
  if (existing.some((part) => isSameBone(part, bone))) return null;
  const taken = new Set(existing.map(({ name }) => name));
  const name = freeName(boneOf[cell] >= 0 ? boneNames(limbs, nameLimbs(limbs))[boneOf[cell]] : 'body', taken);
  const parent = findParent(limbs, bone, existing);
  const from =
    parent !== null && vec3.distance(endOf(parent), bone.from) < snapRadii * bone.radius ? endOf(parent) : bone.from;
  const placed =
    vec3.distance(from, bone.to) > volume.grid.cell ? { ...bone, from: [...from] as [number, number, number] } : bone;
  return partOfBone(limbs, placed, name, parent?.name ?? null, false);
}

function isSameBone({ shape }: PuppetPart, { from, to, radius }: LimbBone): boolean {
  if (shape.kind !== 'bone') return false;
  return vec3.distance(shape.from, from) < snapRadii * radius && vec3.distance(shape.to, to) < snapRadii * radius;
}

/** The part that ends where a bone begins; else the part of the limb or body that it grows from. */
function findParent({ bones }: PuppetLimbs, bone: LimbBone, existing: readonly PuppetPart[]): PuppetPart | null {
  const byEnd = [...existing].sort((a, b) => vec3.distance(endOf(a), bone.from) - vec3.distance(endOf(b), bone.from));
  if (byEnd.length > 0 && vec3.distance(endOf(byEnd[0]), bone.from) < snapRadii * bone.radius) return byEnd[0];
  for (let at = bone.parent; at >= 0; at = bones[at].parent) {
    const there = existing.find((part) => isSameBone(part, bones[at]));
    if (there) return there;
  }
  return existing.find((part) => isInsidePart(part, ...bone.from)) ?? null;
}
