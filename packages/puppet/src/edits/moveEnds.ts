import { createQuat, quat, vec3 } from '@leib/core';
import type { PuppetFile, PuppetPart } from '../file/puppetFile.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import { findPart, type Point, placeBone, translateShape } from './editParts.js';

/** Ends closer than this are one joint, metres. */
const sameJoint = 1e-4;

/**
 * Moves the beginning or the end of a bone. A joint that linked parts share moves for all of them: the part that ends
 * there, and all that begin there. Their far ends stay.
 */
export function moveBoneEnd(file: PuppetFile, name: string, end: 'from' | 'to', to: Point): PuppetFile {
  const part = findPart(file, name);
  if (end === 'to') return moveJoint(file, part, name, endOf(part), to);
  const above = part.parent === null ? null : findPart(file, part.parent);
  if (above !== null && above.shape.kind === 'bone' && isNear(endOf(above), pivotOf(part))) {
    return moveJoint(file, above, name, pivotOf(part), to);
  }
  return replaceShapes(file, (one) => (one.name === name ? withPivot(one, to) : one.shape));
}

/** Moves the end of one part and the beginnings of its children there; `asked` is moved in any case. */
function moveJoint(file: PuppetFile, above: PuppetPart, asked: string, at: Point, to: Point): PuppetFile {
  return replaceShapes(file, (one) => {
    if (one.name === above.name)
      return one.shape.kind === 'bone' ? placeBone(one.shape, one.shape.from, to) : one.shape;
    const isChild = one.parent === above.name && (one.name === asked || isNear(pivotOf(one), at));
    return isChild ? withPivot(one, to) : one.shape;
  });
}

function withPivot({ shape }: PuppetPart, to: Point): PuppetPart['shape'] {
  return shape.kind === 'bone' ? placeBone(shape, to, shape.to) : { ...shape, pivot: [...to] };
}

/** The six handles of a shape: sides of its own frame. */
export const shapeHandles = ['right', 'left', 'up', 'down', 'front', 'back'] as const;
export type ShapeHandle = (typeof shapeHandles)[number];

/** Least reach of a handle, metres. */
const leastReach = 1e-3;

/** Pulls one handle to a distance from the centre. The opposite side stays where it is. */
export function moveHandle(file: PuppetFile, name: string, handle: ShapeHandle, reach: number): PuppetFile {
  const wanted = Math.max(reach, leastReach);
  return replaceShapes(file, (one) => {
    const { shape } = one;
    if (one.name !== name) return shape;
    if (shape.kind === 'bone') {
      return { ...shape, influence: { ...shape.influence, reach: { ...shape.influence.reach, [handle]: wanted } } };
    }
    const number = shapeHandles.indexOf(handle);
    const [axis, sign] = [number >> 1, number % 2 === 0 ? 1 : -1];
    const half = Math.max((shape.halfSize[axis] + wanted) / 2, leastReach);
    const shift = vec3.create();
    shift[axis] = sign * (half - shape.halfSize[axis]);
    vec3.transformQuat(shift, shift, quat.copy(createQuat(), shape.rotation));
    const halfSize = shape.halfSize.map((value, k) => (k === axis ? half : value)) as [number, number, number];
    const moved = translateShape(shape, [shift[0], shift[1], shift[2]]);
    return moved.kind === 'box' ? { ...moved, pivot: shape.pivot, halfSize } : shape;
  });
}

function replaceShapes(file: PuppetFile, shapeOf: (part: PuppetPart) => PuppetPart['shape']): PuppetFile {
  return {
    ...file,
    parts: file.parts.map((part) => {
      const shape = shapeOf(part);
      return shape === part.shape ? part : { ...part, shape };
    }),
  };
}

function isNear(a: Point, b: Point): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < sameJoint;
}
