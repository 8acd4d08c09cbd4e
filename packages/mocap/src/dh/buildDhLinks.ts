import { type HumanoidBone, humanoidBones, InputError, type Skeleton } from '@leib/core';
import type { AngleLayout } from '@leib/core/pack';
import { createDhFrames, type DhLink, FRAME_SIZE, frameAt, updateDhFrame } from './dhSkeleton.js';

type Triple = readonly [number, number, number];

/** Nearer than this to a plane or an axis counts as in it. */
const EPSILON = 1e-9;

/** Links that are being laid one after the other, with their frames at rest. */
interface Laying {
  readonly links: DhLink[];
  /** Frames at rest of the links so far; the last place is the root's. */
  frames: Float64Array;
}

/**
 * Lays a skeleton's joints and axes out as links. A joint is reached in cylindrical coordinates (theta, d, a) by the last
 * link of the bone before it, or by a fixed link where several bones hang on one joint; a further fixed link tilts the z axis
 * to the next axis of rotation where alpha alone cannot.
 */
export function buildDhLinks({ dofs }: AngleLayout, skeleton: Skeleton): DhLink[] {
  const laying: Laying = { links: [], frames: new Float64Array(0) };
  const { jointCount, parents } = skeleton;
  const ends = new Int16Array(jointCount).fill(-1);
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = boneAt(skeleton, joint);
    const own = dofs.flatMap((dof, index) => (dof.bone === bone ? [index] : []));
    const children = childrenOf(skeleton, joint);
    let end = joint > 0 ? ends[parents[joint]] : -1;
    // A joint that is the only one below its parent was reached by the parent's last link, if that turns.
    if (joint > 0 && !isReachedByTurn(dofs, skeleton, joint)) end = layPlace(laying, skeleton, dofs, joint, end);
    if (own.length > 0) end = layTilt(laying, `${bone}.axis`, end, dofs[own[0]].axis);
    own.forEach((dof, k) => {
      const isLast = k === own.length - 1;
      const { name } = dofs[dof];
      if (isLast && children.length === 1) {
        const step = reach(laying, end, offsetOf(skeleton, children[0]), firstAxis(dofs, skeleton, children[0]));
        end = lay(laying, { name, parent: end, dof, joint: boneAt(skeleton, children[0]), ...step });
      } else {
        const { theta, alpha } = isLast ? noTilt : tiltTo(toFrame(laying, end, dofs[own[k + 1]].axis));
        end = lay(laying, { name, parent: end, dof, joint: null, theta, d: 0, a: 0, alpha });
      }
    });
    ends[joint] = end;
  }
  return laying.links;
}

const noTilt = { theta: 0, alpha: 0 };

function isReachedByTurn(dofs: AngleLayout['dofs'], skeleton: Skeleton, joint: number): boolean {
  const parent = skeleton.parents[joint];
  return childrenOf(skeleton, parent).length === 1 && firstAxis(dofs, skeleton, parent) !== undefined;
}

/** A fixed link that ends at a joint. */
function layPlace(
  laying: Laying,
  skeleton: Skeleton,
  dofs: AngleLayout['dofs'],
  joint: number,
  parent: number,
): number {
  const bone = boneAt(skeleton, joint);
  const step = reach(laying, parent, offsetOf(skeleton, joint), firstAxis(dofs, skeleton, joint));
  return lay(laying, { name: `${bone}.place`, parent, dof: -1, joint: bone, ...step });
}

function firstAxis(dofs: AngleLayout['dofs'], skeleton: Skeleton, joint: number): Triple | undefined {
  const bone = boneAt(skeleton, joint);
  return dofs.find((dof) => dof.bone === bone)?.axis;
}

function boneAt({ jointToBone, names }: Skeleton, joint: number): HumanoidBone {
  const bone = jointToBone[joint];
  if (bone < 0) throw new InputError(`joint "${names[joint]}"`, 'expected a humanoid bone, got none');
  return humanoidBones[bone];
}

function childrenOf({ parents }: Skeleton, joint: number): number[] {
  return [...parents.keys()].filter((other) => parents[other] === joint);
}

function offsetOf({ restOffsets }: Skeleton, joint: number): Triple {
  return [restOffsets[joint * 3], restOffsets[joint * 3 + 1], restOffsets[joint * 3 + 2]];
}

/** A vector of the world in a link's frame at rest. */
function toFrame({ links, frames }: Laying, link: number, [x, y, z]: Triple): Triple {
  if (link < 0) return [x, y, z];
  const at = frameAt({ linkCount: links.length }, link);
  const along = (axis: number) =>
    frames[at + axis * 3] * x + frames[at + axis * 3 + 1] * y + frames[at + axis * 3 + 2] * z;
  return [along(0), along(1), along(2)];
}

function lay(laying: Laying, link: DhLink): number {
  const { links, frames } = laying;
  links.push(link);
  const grown = createDhFrames(links);
  grown.frames.set(frames.subarray(0, (links.length - 1) * FRAME_SIZE));
  updateDhFrame(grown, links, links.length - 1, 0);
  laying.frames = grown.frames;
  return links.length - 1;
}

/** theta and alpha that take z to a direction of the frame: Rz(theta) Rx(alpha) z = direction. */
function tiltTo([x, y, z]: Triple): { theta: number; alpha: number } {
  const across = Math.hypot(x, y);
  if (across < EPSILON) return { theta: 0, alpha: z > 0 ? 0 : Math.PI };
  return { theta: Math.atan2(x, -y), alpha: Math.atan2(across, z) };
}

/** A fixed link that turns z to an axis; none where z is there already. */
function layTilt(laying: Laying, name: string, parent: number, axis: Triple): number {
  const { theta, alpha } = tiltTo(toFrame(laying, parent, axis));
  if (alpha < EPSILON) return parent;
  return lay(laying, { name, parent, dof: -1, joint: null, theta, d: 0, a: 0, alpha });
}

/** theta, d, a to a point, and alpha to an axis where theta and alpha can get there. */
function reach(
  laying: Laying,
  parent: number,
  offset: Triple,
  axis: Triple | undefined,
): Pick<DhLink, 'theta' | 'd' | 'a' | 'alpha'> {
  const [x, y, d] = toFrame(laying, parent, offset);
  const a = Math.hypot(x, y);
  const axisHere = axis === undefined ? null : toFrame(laying, parent, axis);
  // A point on the z axis leaves theta free for the tilt.
  if (a < EPSILON) return { d, a: 0, ...(axisHere === null ? noTilt : tiltTo(axisHere)) };
  const theta = Math.atan2(y, x);
  if (axisHere === null) return { theta, d, a, alpha: 0 };
  const along = axisHere[0] * Math.cos(theta) + axisHere[1] * Math.sin(theta);
  const beside = axisHere[1] * Math.cos(theta) - axisHere[0] * Math.sin(theta);
  return { theta, d, a, alpha: Math.abs(along) < EPSILON ? Math.atan2(-beside, axisHere[2]) : 0 };
}
