import { createVec3, vec3 } from '@leib/core';
import type { Measure, ScenePoint } from './sceneMark.js';

/** A value with what belongs to it. */
export interface MeasureValue {
  readonly value: number;
  readonly unit: 'm' | 'm²';
  /** As people read it: "1.234 m", "47 mm". */
  readonly text: string;
  /** What else there is to say: the leg across of a height, the perimeter of an area, how far it is from flat. */
  readonly details: string;
}

export function distanceBetween(a: ScenePoint, b: ScenePoint): number {
  return vec3.distance(a, b);
}

/** How much higher one point is than the other, and how far away across: the legs of a right triangle over their distance. */
export function heightBetween(a: ScenePoint, b: ScenePoint): { readonly up: number; readonly across: number } {
  return { up: Math.abs(b[1] - a[1]), across: Math.hypot(b[0] - a[0], b[2] - a[2]) };
}

export interface PolygonArea {
  /** Of the polygon on the plane that fits it best. */
  readonly area: number;
  readonly perimeter: number;
  /** Of that plane, which goes through the middle of the corners; (0, 1, 0) where the corners lie on a line. */
  readonly normal: ScenePoint;
  readonly middle: ScenePoint;
  /** How far a corner is from that plane at most, metres. */
  readonly offPlane: number;
  /** Two sides cross: what the area says is then not what is inside. */
  readonly isCrossed: boolean;
}

/**
 * Area of a polygon with corners in space. The sum of the cross products of neighbouring corners is twice the polygon's area as a vector,
 * whose direction is that of the plane on which its projection is largest: Newell's method (Sutherland, Sproull & Schumacker, "A
 * characterization of ten hidden-surface algorithms", 1974). Corners are taken from their middle: far from the origin the products would
 * lose digits.
 */
export function areaOfPolygon(corners: readonly ScenePoint[]): PolygonArea {
  const count = Math.max(1, corners.length);
  const mean = (axis: 0 | 1 | 2) => corners.reduce((sum, corner) => sum + corner[axis], 0) / count;
  const middle: ScenePoint = [mean(0), mean(1), mean(2)];
  const from = corners.map((corner) => vec3.sub(createVec3(), corner, middle));
  const sum = createVec3();
  const cross = createVec3();
  let perimeter = 0;
  for (const [i, corner] of from.entries()) {
    const next = from[(i + 1) % from.length];
    vec3.add(sum, sum, vec3.cross(cross, corner, next));
    perimeter += vec3.distance(corner, next);
  }
  const area = vec3.length(sum) / 2;
  const normal: ScenePoint = area > 1e-12 ? toPoint(vec3.normalize(sum, sum)) : [0, 1, 0];
  const offPlane = Math.max(0, ...from.map((corner) => Math.abs(vec3.dot(corner, normal))));
  return { area, perimeter, normal, middle, offPlane, isCrossed: hasCrossing(onPlane(corners, normal, middle)) };
}

const toPoint = ([x, y, z]: ArrayLike<number> & Iterable<number>): ScenePoint => [x, y, z];

/** Corners as seen along the plane's normal, counter-clockwise: two coordinates each, metres from the middle. */
export function onPlane(
  corners: readonly ScenePoint[],
  normal: ScenePoint,
  middle: ScenePoint,
): readonly (readonly [x: number, y: number])[] {
  const helper: ScenePoint = Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const right = vec3.normalize(createVec3(), vec3.cross(createVec3(), helper, normal));
  const ahead = vec3.cross(createVec3(), normal, right);
  return corners.map((corner) => {
    const from = vec3.sub(createVec3(), corner, middle);
    return [vec3.dot(from, right), vec3.dot(from, ahead)] as const;
  });
}

type Flat = readonly [x: number, y: number];

/** Whether two sides of a closed polygon cross that are not neighbours. */
function hasCrossing(corners: readonly Flat[]): boolean {
  const side = (a: Flat, b: Flat, c: Flat) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const { length } = corners;
  for (let i = 0; i < length; i++) {
    for (let j = i + 2; j < length; j++) {
      if (i === 0 && j === length - 1) continue;
      const [a, b, c, d] = [corners[i], corners[i + 1], corners[j], corners[(j + 1) % length]];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  }
  return false;
}

/** Corners are said to be off a plane from here on: a share of the square root of the area, and metres. */
const OFF_PLANE = { share: 0.02, metres: 0.005 } as const;

/** What a measurement says; of an area whose corners are still being placed what it would be. */
export function valueOfMeasure({ what, points }: Pick<Measure, 'what' | 'points'>): MeasureValue {
  if (what === 'area') {
    const { area, perimeter, offPlane, isCrossed } = areaOfPolygon(points);
    const isFlat = offPlane < Math.max(OFF_PLANE.metres, OFF_PLANE.share * Math.sqrt(area));
    const details = [
      `perimeter ${lengthText(perimeter)}`,
      isFlat ? '' : `corners are up to ${lengthText(offPlane)} off a plane`,
      isCrossed ? 'sides cross' : '',
    ];
    return { value: area, unit: 'm²', text: areaText(area), details: details.filter((part) => part !== '').join(', ') };
  }
  const [a, b] = [points[0], points[points.length - 1]];
  const { up, across } = heightBetween(a, b);
  if (what === 'height') return { value: up, unit: 'm', text: lengthText(up), details: `${lengthText(across)} across` };
  const value = distanceBetween(a, b);
  return { value, unit: 'm', text: lengthText(value), details: `${lengthText(up)} up, ${lengthText(across)} across` };
}

/** "4.7 mm", "47 mm", "47.1 cm", "4.710 m", "47.10 m". */
export function lengthText(metres: number): string {
  const size = Math.abs(metres);
  if (size < 0.00995) return `${(metres * 1000).toFixed(1)} mm`;
  if (size < 0.0995) return `${(metres * 1000).toFixed(0)} mm`;
  if (size < 0.9995) return `${(metres * 100).toFixed(1)} cm`;
  return `${metres.toFixed(size < 9.9995 ? 3 : 2)} m`;
}

/** "47.1 cm²", "0.471 m²", "47.10 m²". */
export function areaText(squareMetres: number): string {
  if (squareMetres < 0.00995) return `${(squareMetres * 1e4).toFixed(1)} cm²`;
  return `${squareMetres.toFixed(squareMetres < 9.9995 ? 3 : 2)} m²`;
}
