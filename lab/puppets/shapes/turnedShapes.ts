import type { Point } from './distances.ts';
import type { Surface } from './surfaceOf.ts';

/** A point of a turned shape's outline: how far from its axis, and how far along. */
export type Outline = readonly (readonly [radius: number, along: number])[];

/**
 * A shape turned on a lathe about the way from `from` towards `to`. Each piece of the outline has points of its own, so
 * that corners stay sharp where it is drawn; they are at the same places, so that it is one surface where it is moved.
 */
export function turned(from: Point, to: Point, outline: Outline, sides: number): Surface {
  const { along, right, up } = frameOf(from, to);
  const positions: number[] = [];
  const triangles: number[] = [];
  const addRing = ([radius, height]: Outline[number]) => {
    for (let side = 0; side < sides; side++) {
      const turn = (side / sides) * 2 * Math.PI;
      const [c, s] = [radius * Math.cos(turn), radius * Math.sin(turn)];
      for (let k = 0; k < 3; k++) positions.push(from[k] + along[k] * height + right[k] * c + up[k] * s);
    }
  };
  for (let piece = 0; piece + 1 < outline.length; piece++) {
    const first = positions.length / 3;
    addRing(outline[piece]);
    addRing(outline[piece + 1]);
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      const [a, b] = [first + side, first + next];
      triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  return { positions, triangles };
}

/** A rod with rounded rims, its two ends closed; rings along it so that it can bend. */
export function rod(from: Point, to: Point, radius: number, sides: number, rings = 1): Surface {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const rim = Math.min(radius, length / 2) * 0.25;
  const middle = Array.from({ length: rings + 1 }, (_, i): [number, number] => [
    radius,
    rim + ((length - 2 * rim) * i) / rings,
  ]);
  return turned(from, to, [[0, 0], [radius - rim, 0], ...middle, [radius - rim, length], [0, length]], sides);
}

/** A tube along a curve (`place` of 0..1), with closed ends. */
export function tube(place: (share: number) => Point, radius: number, rings: number, sides: number): Surface {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    const share = ring / rings;
    const [before, after] = [place(Math.max(0, share - 1e-3)), place(Math.min(1, share + 1e-3))];
    const { right, up } = frameOf(before, after);
    const at = place(share);
    const r = ring === 0 || ring === rings ? 1e-4 : radius;
    for (let side = 0; side < sides; side++) {
      const turn = (side / sides) * 2 * Math.PI;
      for (let k = 0; k < 3; k++) positions.push(at[k] + r * (right[k] * Math.cos(turn) + up[k] * Math.sin(turn)));
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      const [a, b] = [ring * sides + side, ring * sides + next];
      triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  return { positions, triangles };
}

/** Unit axes of a way: along it, and two across, right-handed (right, up, along). */
function frameOf(from: Point, to: Point): { along: Point; right: Point; up: Point } {
  const along = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
  const right = unit(Math.abs(along[0]) < 0.9 ? cross(cross(along, [1, 0, 0]), along) : cross([0, 1, 0], along));
  return { along, right, up: cross(along, right) };
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
