import { InputError } from '@leib/core';
import type { UpAxis } from '@leib/formats';
import { type BodyToCompare, bodyBox, type ComparedBody } from './comparedBody.js';

export interface PlaceOptions {
  /** A named vertex at the front of the body's middle: navel or nose. Absent: bodies face +Z already. */
  readonly front?: string;
  /** The axis of the source that points up. Absent: from heel to crown where those are named, else +Y. */
  readonly up?: UpAxis;
  /** Stature to scale the body to, metres. Absent: no scaling. */
  readonly stature?: number;
}

/** Names of the crown and of a heel in vertices files. */
const crownNames = ['HeadTop', 'Crown', 'Vertex'];
const heelNames = ['HeelLeft', 'HeelRight', 'Heel'];

/**
 * Within this angle of a source axis the front snaps to that axis: few bodies are quite symmetric, and turning by one
 * degree adds three centimetres to the depth of outstretched arms.
 */
const snapAngle = (20 * Math.PI) / 180;

/** Turns a body upright and to face +Z, scales it to `stature`, and puts it on the floor over the origin. */
export function placeBody(body: BodyToCompare, options: PlaceOptions = {}): ComparedBody {
  const { positions: source, triangles } = body.surface;
  const up = upDirection(body, options.up);
  const forward = frontDirection(body, up, options.front);
  // Right-handed: left is up x forward, so that x points to the body's left.
  const left = cross(up, forward);
  const positions = new Float64Array(source.length);
  for (let at = 0; at < source.length; at += 3) {
    const [x, y, z] = [source[at], source[at + 1], source[at + 2]];
    positions[at] = left[0] * x + left[1] * y + left[2] * z;
    positions[at + 1] = up[0] * x + up[1] * y + up[2] * z;
    positions[at + 2] = forward[0] * x + forward[1] * y + forward[2] * z;
  }
  const box = bodyBox(positions);
  const scale = options.stature === undefined ? 1 : options.stature / (box.maxY - box.minY);
  const middleX = (box.minX + box.maxX) / 2;
  const middleZ = (box.minZ + box.maxZ) / 2;
  for (let at = 0; at < positions.length; at += 3) {
    positions[at] = (positions[at] - middleX) * scale;
    positions[at + 1] = (positions[at + 1] - box.minY) * scale;
    positions[at + 2] = (positions[at + 2] - middleZ) * scale;
  }
  return { ...body, surface: { positions, triangles }, scale };
}

type Direction = readonly [number, number, number];

function upDirection({ surface, names }: BodyToCompare, given: UpAxis | undefined): Direction {
  if (given !== undefined) {
    const sign = given.startsWith('-') ? -1 : 1;
    return alongAxis('xyz'.indexOf(given.slice(-1)), sign);
  }
  const crown = firstNamed(names?.indices, crownNames);
  const heel = firstNamed(names?.indices, heelNames);
  if (crown === undefined || heel === undefined) return [0, 1, 0];
  const { positions } = surface;
  const along = [0, 1, 2].map((axis) => positions[crown * 3 + axis] - positions[heel * 3 + axis]);
  return nearestAxis(along);
}

function frontDirection(body: BodyToCompare, up: Direction, front: string | undefined): Direction {
  const fallback: Direction = up[1] === 1 ? [0, 0, 1] : firstAcross(up);
  const vertex = front === undefined ? undefined : body.names?.indices.get(front);
  if (vertex === undefined) {
    if (front === undefined) return fallback;
    throw new InputError(body.name, `expected a name of the vertices file for the front, got "${front}"`);
  }
  const { positions } = body.surface;
  const middle = [0, 0, 0];
  for (let at = 0; at < positions.length; at += 3) for (let k = 0; k < 3; k++) middle[k] += positions[at + k];
  const count = positions.length / 3;
  const towards = [0, 1, 2].map((k) => positions[vertex * 3 + k] - middle[k] / count);
  const rise = towards[0] * up[0] + towards[1] * up[1] + towards[2] * up[2];
  const level = towards.map((value, k) => value - rise * up[k]);
  const length = Math.hypot(...level);
  if (!(length > 1e-6)) {
    throw new InputError(body.name, `expected a front vertex off the body’s axis, got "${front}" on it`);
  }
  const unit: Direction = [level[0] / length, level[1] / length, level[2] / length];
  const axis = nearestAxis(unit);
  const isNear = axis[0] * unit[0] + axis[1] * unit[1] + axis[2] * unit[2] > Math.cos(snapAngle);
  return isNear ? axis : unit;
}

function firstNamed(indices: ReadonlyMap<string, number> | undefined, names: readonly string[]): number | undefined {
  const name = names.find((each) => indices?.has(each));
  return name === undefined ? undefined : indices?.get(name);
}

function nearestAxis(direction: readonly number[]): Direction {
  const sizes = direction.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  return alongAxis(largest, Math.sign(direction[largest]));
}

function alongAxis(axis: number, sign: number): Direction {
  return [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0];
}

/** An axis across the given one; for Z up it is -Y, the direction that Blender's bodies face. */
function firstAcross(up: Direction): Direction {
  return up[2] !== 0 ? [0, -up[2], 0] : [0, 0, 1];
}

function cross(a: Direction, b: Direction): Direction {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
