import { createQuat, quat, vec3 } from '@leib/core';
import type { PartShape } from '../file/puppetFile.js';

export type Point = readonly [number, number, number];
type Bone = Extract<PartShape, { kind: 'bone' }>;

export function translateShape(shape: PartShape, by: Point): PartShape {
  const move = ([x, y, z]: Point): [number, number, number] => [x + by[0], y + by[1], z + by[2]];
  if (shape.kind === 'box') return { ...shape, pivot: move(shape.pivot), centre: move(shape.centre) };
  const influence = { ...shape.influence, centre: move(shape.influence.centre) };
  return { ...shape, from: move(shape.from), to: move(shape.to), influence };
}

/** A bone with other ends. Its influence turns with it, and is stretched along it. */
export function placeBone(shape: Bone, from: Point, to: Point): Bone {
  const before: Point = [shape.to[0] - shape.from[0], shape.to[1] - shape.from[1], shape.to[2] - shape.from[2]];
  const after: Point = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [was, is] = [Math.hypot(...before), Math.hypot(...after)];
  // A bone keeps a length: an end that is dropped on the other one stays where it was.
  if (!(is > 1e-4)) return shape;
  const turn = quat.rotationTo(createQuat(), unit(before, was), unit(after, is));
  const { influence } = shape;
  const rotation = quat.multiply(createQuat(), turn, influence.rotation);
  quat.normalize(rotation, rotation);
  const offset = vec3.fromValues(...minus(influence.centre, shape.from));
  vec3.transformQuat(offset, vec3.scale(offset, offset, is / was), turn);
  const stretch = is / was;
  const reach = { ...influence.reach, front: influence.reach.front * stretch, back: influence.reach.back * stretch };
  return {
    kind: 'bone',
    from: [...from],
    to: [...to],
    influence: {
      ...influence,
      centre: [from[0] + offset[0], from[1] + offset[1], from[2] + offset[2]],
      rotation: [rotation[0], rotation[1], rotation[2], rotation[3]],
      reach,
    },
  };
}

function unit(v: Point, length: number): [number, number, number] {
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 1, 0];
}

function minus(a: Point, b: Point): [number, number, number] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
